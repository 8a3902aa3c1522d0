package org.ibassay.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.device.deviation.DeviationCatalog;
import org.ibassay.device.deviation.DeviationSpec;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.link.rmpp.RmppMessage;
import org.ibassay.link.sa.SaAnswer;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.PathRecord;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.ServiceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Each deviation of a subnet manager is visible to a client that requests paths and registers a
/// service.
class SmDeviationsTest {
  static Stream<String> names() {
    return DeviationCatalog.all().stream()
        .filter(deviation -> deviation.kinds().contains(NodeKind.SM))
        .map(DeviationSpec::name)
        .filter(name -> !name.startsWith("sminfo.")) // of SMInfo alone
        .filter(name ->
            !name.matches(
                "(record|group|inform|match|report|rmpp|subnet|method)[.].*")) // of other records
        .filter(
            name -> !name.matches("(forwarding|sweep|resweep)[.].*")) // of what switches are set to
        .filter(name -> !name.startsWith("pathselect.")) // of components not asked by here
        .filter(name -> !name.startsWith("manager.")) // of other managers
        .filter(name -> !name.startsWith("spare.")) // of components that are not named
        .filter(name -> !name.startsWith("refusal.")) // of invalid requests
        .filter(name -> !name.matches("(multipath|request|randomrecord)[.].*")) // not asked by here
        .filter(name -> !name.startsWith("services.")) // of several services
        .filter(name ->
            !name.matches(
                "(allreports|changedport|portreport|newgroup|repress|stateinfo|tablelength)[.].*")) // not
        // asked by
        // here
        .filter(name -> !name.startsWith("aftersweep.")) // after a sweep
        .filter(name -> !name.startsWith("limitedkeys.")) // of limited members
        .filter(name ->
            !name.matches("(saversion|servicekey|standbysa|trapreport)[.].*")) // not asked by here
        .filter(name -> !name.startsWith("serviceid.")) // of services without identity
        .filter(
            name -> !name.matches("service[.](name-cut|lease-16).*")) // of long names and leases
        .filter(name -> !name.startsWith("dies.")); // of what is not asked here
  }

  @ParameterizedTest
  @MethodSource("names")
  void makesADifference(String name) {
    DeviationSpec deviation = DeviationCatalog.of(name).orElseThrow();
    String conforming = "sim:sm?seed=1" + parameters(deviation.given());
    assertThat(transcript(conforming + "&deviation=" + name)).isNotEqualTo(transcript(conforming));
  }

  @Test
  void aConformingOneIsAlwaysTheSame() {
    assertThat(transcript("sim:sm")).isEqualTo(transcript("sim:sm"));
  }

  @Test
  void thereAreSome() {
    assertThat(names()).hasSizeGreaterThan(100);
  }

  private static String parameters(Map<SimParameter, Long> given) {
    return given.entrySet().stream()
        .map(entry -> "&" + entry.getKey().word() + "=" + entry.getValue())
        .collect(Collectors.joining());
  }

  private static List<String> transcript(String uri) {
    List<String> lines = new ArrayList<>();
    try (SmpClient smps = SmpClient.open(uri)) {
      lines.add(hex(MemorySegment.ofArray(smps.ask(SmpClient.get(Attribute.SM_INFO, 0)).data())));
    }
    try (SaClient sa = SaClient.open(uri)) {
      lines.add("master LID " + sa.smLid());
      Gid tester = sa.tester().gid();
      SaRequest table =
          SaClient.getTable(PathRecord.ATTRIBUTE)
              .with(PathRecord.SGID, tester)
              .with(PathRecord.NUMB_PATH, 1);
      lines.add(text(sa.ask(pathTo(tester, tester))));
      lines.add(text(sa.ask(table)));
      lines.add(text(sa.ask(table.with(PathRecord.P_KEY, 0xFFFF))));
      lines.add(text(sa.ask(table.with(PathRecord.P_KEY, 0x8001))));
      Stream.of(SaMethod.SET, SaMethod.GET, SaMethod.GET_TABLE, SaMethod.DELETE)
          .forEach(method -> lines.add(text(sa.ask(service(method, tester)))));
      lines.add(text(sa.ask(service(SaMethod.GET, tester))));
      lines.add(text(sa.ask(service(SaMethod.GET_TABLE, tester))));
      sa.ask(service(SaMethod.SET, tester));
      for (double seconds : new double[] {8.5, 1, 1, 1}) {
        sa.pass(seconds);
        lines.add(text(sa.ask(service(SaMethod.GET_TABLE, tester))));
      }
      sa.ask(service(SaMethod.SET, tester));
      SaRequest other = service(SaMethod.GET_TABLE, tester);
      lines.add(text(sa.ask(other.with(ServiceRecord.SERVICE_NAME, "another"))));
      SaRequest more = service(SaMethod.GET_TABLE, tester);
      lines.add(text(sa.ask(more.with(ServiceRecord.SERVICE_DATA8, 0, 1))));
      SaRequest foreign = service(SaMethod.SET, tester);
      lines.add(text(sa.ask(foreign.with(ServiceRecord.SERVICE_P_KEY, 0x8001))));
    }
    return lines;
  }

  private static SaRequest pathTo(Gid from, Gid to) {
    return SaClient.get(PathRecord.ATTRIBUTE)
        .with(PathRecord.SGID, from)
        .with(PathRecord.DGID, to)
        .with(PathRecord.NUMB_PATH, 1);
  }

  private static SaRequest service(int method, Gid gid) {
    SaRequest request =
        SaRequest.of(method, ServiceRecord.ATTRIBUTE)
            .with(ServiceRecord.SERVICE_ID, 0x1234567890L)
            .with(ServiceRecord.SERVICE_GID, gid)
            .with(ServiceRecord.SERVICE_P_KEY, 0xFFFF);
    return method != SaMethod.SET
        ? request
        : request
            .with(ServiceRecord.SERVICE_LEASE, 10)
            .with(ServiceRecord.SERVICE_KEY, new byte[] {1, 2, 3})
            .with(ServiceRecord.SERVICE_NAME, "service");
  }

  private static String text(SaAnswer answer) {
    RmppMessage transfer = answer.transfer();
    String segments =
        transfer == null ? "one MAD" : transfer.segments() + " of " + transfer.declaredLength();
    return String.join(
        " ",
        answer.outcome().toString(),
        segments,
        String.valueOf(answer.brokenOff()),
        String.valueOf(answer.misfit()),
        hex(answer.message()));
  }

  private static String hex(MemorySegment bytes) {
    return HexFormat.of().formatHex(bytes.toArray(ValueLayout.JAVA_BYTE));
  }
}
