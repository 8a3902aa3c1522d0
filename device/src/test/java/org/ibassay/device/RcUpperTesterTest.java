package org.ibassay.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.ibassay.link.Clock;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.packet.PacketPath;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.packet.ReceivedPacket;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.DeviceAttributes;
import org.ibassay.link.upper.DeviceAttributes.Atomics;
import org.ibassay.link.upper.DeviceAttributes.GidType;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.link.upper.RcQp;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.link.upper.UpperTester;
import org.ibassay.link.upper.UpperTesterException;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Framing;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.PacketWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Results and errors of a simulated adapter's upper tester.
class RcUpperTesterTest {

  private interface Asking {
    void ask() throws UpperTesterException;
  }

  private static void refused(int errno, Asking asking) {
    assertThatExceptionOfType(UpperTesterException.class)
        .isThrownBy(asking::ask)
        .satisfies(e -> assertThat(e.errno()).isEqualTo(errno))
        .satisfies(e -> assertThat(e.kind()).isEqualTo(UpperTesterException.Kind.REFUSED));
  }

  @Test
  void isThereWithAChannelAdapterOnly() throws Exception {
    for (String kind : List.of("ca", "sm", "switch", "router")) {
      DutUri uri = DutUri.parse("sim:" + kind);
      try (Dut dut = new SimDriver().parse(uri).open(Tap.NONE, Timing.DEFAULT)) {
        assertThat(dut.upperTester().isPresent()).isEqualTo(kind.equals("ca") || kind.equals("sm"));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"ip=4, ROCE_V2_IPV4", "ip=6, ROCE_V2_IPV6", "framing=ib, IB_LOCAL"})
  void isReachedByThePacketPort(String parameter, Framing framing) throws Exception {
    DutUri uri = DutUri.parse("sim:ca?" + parameter);
    try (Dut dut = new SimDriver().parse(uri).open(Tap.NONE, Timing.DEFAULT)) {
      PacketPort port = dut.packetPort().orElseThrow();
      UpperTester upper = dut.upperTester().orElseThrow();
      PacketPath path = port.path();
      RcQp qp = upper.open(RcSettings.to(path.tester(), 9).withGidIndex(path.gidIndex()));
      assertThat(qp.address()).isEqualTo(path.dut());
      MemorySegment out = MemorySegment.ofArray(new byte[2000]);
      PacketWriter writer = new PacketWriter(out).begin(path.envelope(), OpCode.RC_SEND_ONLY, 0);
      writer.set(Header.BTH, Bth.DEST_QP, qp.qpn()).set(Header.BTH, Bth.A, 1);
      port.send(out, writer.end());
      ReceivedPacket answer = Objects.requireNonNull(port.receive(dut.clock().nanos() + 1_000_000));
      assertThat(answer.packet().framing()).contains(framing);
      assertThat(answer.packet().findings()).isEmpty();
      assertThat(port.receive(dut.clock().nanos() + 1_000_000)).isNull();
    }
  }

  @Test
  void showsWhatTheDeviceIs() throws Exception {
    try (RcBench bench = RcBench.open("sim:ca?mtu-cap=3&max-reads=4&atomics=global")) {
      DeviceAttributes attributes = bench.upper().attributes();
      assertThat(attributes.atomics()).isEqualTo(Atomics.GLOBAL);
      assertThat(attributes.maxReadsAsTarget()).isEqualTo(4);
      assertThat(attributes.activeMtu()).isEqualTo(1024);
      assertThat(attributes.gids())
          .extracting(DeviceAttributes.GidEntry::type)
          .containsExactly(GidType.ROCE_V2, GidType.ROCE_V2);
    }
  }

  @ParameterizedTest
  @CsvSource({"mtu", "psn", "reads", "retries", "depth", "gid", "family"})
  void refusesSettingsThatNoQpCanHave(String what) {
    RcSettings.Retries long8 = new RcSettings.Retries(14, 8, 0, 12);
    UnaryOperator<RcSettings> change =
        settings ->
            switch (what) {
              case "mtu" -> settings.withPathMtu(2048);
              case "psn" -> settings.withPsns(0, 1 << 24);
              case "reads" -> settings.withReads(new RcSettings.Reads(1, 17));
              case "retries" -> settings.withRetries(long8);
              case "depth" -> settings.withDepth(0);
              case "gid" -> settings.withGidIndex(2);
              default -> settings.withGidIndex(0);
            };
    try (RcBench bench = RcBench.open("sim:ca?mtu-cap=3")) {
      RcSettings wrong = change.apply(bench.settings());
      refused(22, () -> bench.upper().open(wrong));
    }
  }

  @Test
  void refusesWhatIsNotThere() {
    try (RcBench bench = RcBench.open("sim:ca")) {
      refused(14, () -> bench.upper().read(bench.region(), RcBench.REGION_BYTES - 1, 2));
      refused(22, () -> bench.upper().register(0, AccessRights.ALL));
      refused(22, () -> bench.upper().register(8, AccessRights.NONE.withRemoteWrite(true)));
      MemoryRegion region = bench.register(1, AccessRights.ALL);
      RcBench.ask(() -> {
        bench.upper().free(region);
        bench.upper().close(bench.qp());
        return 0;
      });
      refused(2, () -> bench.upper().free(region));
      refused(2, () -> bench.upper().query(bench.qp()));
    }
  }

  @Test
  void refusesMoreThanTheDepth() {
    try (RcBench bench = RcBench.open("sim:ca", s -> s.withDepth(2)).postReceives(2)) {
      refused(12, () -> bench.upper().postReceive(bench.qp(), 9, bench.region().whole()));
      bench.post(new SendRequest.Send(1, bench.region().slice(0, 1)));
      bench.post(new SendRequest.Send(2, bench.region().slice(0, 1)));
      refused(
          12,
          () ->
              bench.upper().post(bench.qp(), new SendRequest.Send(3, bench.region().slice(0, 1))));
    }
  }

  @Test
  void takesVirtualTimeForEachCall() {
    try (RcBench bench = RcBench.open("sim:ca")) {
      Clock clock = bench::now;
      long before = clock.nanos();
      bench.query();
      assertThat(clock.nanos()).isGreaterThan(before);
    }
  }

  @Test
  void keepsQpsApart() {
    try (RcBench bench = RcBench.open("sim:ca")) {
      int first = bench.qp().qpn();
      bench.reopen(s -> s.withPathMtu(1024));
      assertThat(bench.qp().qpn()).isNotEqualTo(first);
      bench.read(200, 0, 1024);
      assertThat(bench.answers()).hasSize(1);
      assertThat(PortAddress.ofIp(bench.own().ipv4())).isEqualTo(bench.settings().peer());
    }
  }
}
