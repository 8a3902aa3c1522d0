package org.ibassay.suite.c15;

import static org.ibassay.wire.sa.PathRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.PathRecord.DLID;
import static org.ibassay.wire.sa.PathRecord.FLOW_LABEL;
import static org.ibassay.wire.sa.PathRecord.HOP_LIMIT;
import static org.ibassay.wire.sa.PathRecord.MTU;
import static org.ibassay.wire.sa.PathRecord.NUMB_PATH;
import static org.ibassay.wire.sa.PathRecord.PACKET_LIFE_TIME;
import static org.ibassay.wire.sa.PathRecord.P_KEY;
import static org.ibassay.wire.sa.PathRecord.RATE;
import static org.ibassay.wire.sa.PathRecord.REVERSIBLE;
import static org.ibassay.wire.sa.PathRecord.SL;
import static org.ibassay.wire.sa.PathRecord.SLID;
import static org.ibassay.wire.sa.PathRecord.T_CLASS;
import static org.ibassay.wire.sa.Selector.BEST;
import static org.ibassay.wire.sa.Selector.EXACTLY;
import static org.ibassay.wire.sa.Selector.GREATER_THAN;
import static org.ibassay.wire.sa.Selector.LESS_THAN;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Reading;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.SaRecord;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.Rate;
import org.ibassay.wire.sa.SaRequest;

/// # Each requested component of PathRecord selects paths
///
/// - Section: 15.2.5.16
/// - Coverage: none
/// - Topology: any of up to 64 nodes
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-path-selection#01, ia-s15-path-selection#02, ia-s15-path-selection#03,
///   ia-s15-path-selection#04, ia-s15-path-selection#05, ia-s15-path-selection#06,
///   ia-s15-path-selection#07, ia-s15-path-selection#08, ia-s15-path-selection#09,
///   ia-s15-path-selection#10
///
/// A path returned by subnet administration has what the request names: endpoints, P_Key and SL,
/// and an MTU, rate and packet lifetime that match their selectors. If such a path exists, it is
/// returned; a path that no link supports is not.
///
/// ## Notes
///
/// - This test is the suite's own. The subnet does not change during the test. The tester reads
///   from the nodes themselves which ports exist, and what the links on the path between them
///   support.
/// - Every request is sent by SubnAdmGet and, with NumbPath = 1, by SubnAdmGetTable.
/// - An SA may lower the MTU, rate or packet lifetime that it returns to the requested value, as
///   OpenSM does, or respond that there is no such path. Step A6 therefore accepts both; a path
///   returned must have what was requested.
/// - How "no such path" is reported is open: by a status, or by an empty table.
/// - Not requested are components that are meaningless without quality of service: ServiceID,
///   QoSClass, RawTraffic. A request without SGID is not sent.
/// - Reversible = 0 requests a path that need not be reversible, not one that must not be.
/// - TClass, FlowLabel and HopLimit are of no use within a subnet. What the SA does with values
///   that PATH does not have is a reading (`sa-path-routed`).
/// - Steps A8 to A10 use the first 8 channel adapter and router ports of the subnet that are full
///   members of the default partition, and the DUT's own.
///
/// ## Procedure
///
/// - A1: Read the subnet by directed routes from the tester's port, up to 64 nodes.
/// - A2: SubnAdmGet(PathRecord) from the tester to the DUT by SGID and DGID; verify Status == 0,
///   and these components. PATH is that record. [ia-s15-path-selection#01]
/// - A3: Repeat step A2 with one more component, as in PATH: DLID, SLID, both, P_Key, P_Key without
///   its membership bit, SL, FlowLabel, HopLimit, TClass, Reversible = 1, Reversible = 0; Mtu, Rate
///   and PacketLifeTime "exactly", "greater than" the next smaller value, "less than" the next
///   greater one. Verify that there is one path, with what was requested.
///   [ia-s15-path-selection#02]
/// - A4: Repeat step A3 with "the best" Mtu, Rate or PacketLifeTime; verify that it is not worse
///   than that of PATH. [ia-s15-path-selection#03]
/// - A5: Repeat step A2 with values that no path has: an Mtu or Rate greater than that of the
///   slower end, exactly the next greater one, less than the least; a PacketLifeTime greater than
///   63 or less than 0; the P_Key of a partition of which neither end is a member; verify that
///   there is no path. [ia-s15-path-selection#04]
/// - A6: Repeat step A2 with values that a path may have: each smaller Mtu and Rate exactly; less
///   than PATH has, and greater; PacketLifeTime from 0 to 31 exactly; each SL. Verify that there is
///   no path, or one with what was requested. [ia-s15-path-selection#05]
/// - A7: From the tester by SGID to a DGID that no port has, to a DLID that no port has, and by an
///   SGID that no port has; by the tester's SGID and by the DUT's DGID with another GidPrefix; by
///   the DUT's DGID with the tester's first and last LID as DLID, and by the tester's SGID with the
///   DUT's as SLID; by the DUT's LID as DLID with bit 14 or 15 inverted, alone and beside its DGID,
///   and by the tester's as SLID. Verify that there is no path. [ia-s15-path-selection#06]
/// - A8: Between every two ports by SGID and DGID, then by SLID and DLID, for each of the LIDs; if
///   a port has several, by all four, too: verify that there is one path, with the GIDs and LIDs of
///   these ports, and as requested. [ia-s15-path-selection#07]
/// - A9: For each of these paths, verify that Mtu and Rate do not exceed what every link on the
///   path supports. [ia-s15-path-selection#08]
/// - A10: SubnAdmGetTable(PathRecord) from the tester to each port with NumbPath = 1, 2 and 127;
///   verify that there are at most NumbPath paths, no two with the same LIDs.
///   [ia-s15-path-selection#07]
/// - A11: Repeat step A2 by SubnAdmGet with NumbPath = 0 and 127; verify that there is one path. By
///   SubnAdmGetTable with NumbPath = 0; verify that there is none. [ia-s15-path-selection#09]
/// - A12: Repeat step A2 with another FlowLabel, HopLimit or TClass than that of PATH; verify that
///   there is no path, or one with the value requested or that of PATH; note which.
///   [ia-s15-path-selection#10]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.READS)
public final class S15_PathSelection extends C15_0_1_012 {
  private static final int MEMBERSHIP = 0x8000;
  private static final int LEAST_MTU = 1;
  private static final int GREATEST_LIFE_TIME = 63;
  private static final int USUAL_LIFE_TIMES = 31;

  @Override
  public boolean execute() throws TestException {
    repeatForSubnets(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("A1");
    FabricView subnet = readSubnet();
    if (subnet == null) {
      return;
    }
    final PathPairs pairs = PathPairs.of(subnet, ends(), mads());
    step("A2");
    PathQuery toDut = PathQuery.of(tester().gid(), dut().gid());
    sendMad(toDut.in(subnAdmGet(ATTRIBUTE)));
    SaPacketSpec answer = receiveMad();
    verifyStatusOk(answer);
    SaRecord path = answer.record();
    toDut.verifyMet(checks(), path);

    for (PathQuery query : met(toDut, path)) {
      verifyGiven("A3", query);
    }
    verifyBest(toDut, path);
    for (PathQuery query : impossible(toDut)) {
      verifyNone("A5", query);
    }
    for (PathQuery query : possible(toDut, path)) {
      verifyGivenOrNone(query);
    }
    for (PathQuery query : UnknownEnds.queries(subnet, ends())) {
      verifyNone("A7", query);
    }
    for (PathPairs.Pair pair : pairs.all()) {
      verifyPair(pair);
    }
    for (DirectEndPort port : pairs.ports()) {
      verifyNumber(port);
    }
    verifyNumberOfGet(toDut);
    for (Field field : List.of(FLOW_LABEL, HOP_LIMIT, T_CLASS)) {
      verifyRouted(toDut, field, path.data(field));
    }
  }

  private static List<PathQuery> met(PathQuery base, SaRecord path) {
    List<PathQuery> all = new ArrayList<>();
    for (Field plain : List.of(DLID, SLID, P_KEY, SL, FLOW_LABEL, HOP_LIMIT, T_CLASS)) {
      all.add(base.with(plain, path.data(plain)));
    }
    all.add(base.with(DLID, path.data(DLID)).with(SLID, path.data(SLID)));
    all.add(base.with(P_KEY, path.data(P_KEY) & ~MEMBERSHIP));
    all.add(base.with(REVERSIBLE, 1));
    all.add(base.with(REVERSIBLE, 0));
    for (Field chosen : List.of(MTU, RATE, PACKET_LIFE_TIME)) {
      long value = path.data(chosen);
      all.add(base.with(chosen, EXACTLY, value));
      PathQuery.below(chosen, value)
          .ifPresent(below -> all.add(base.with(chosen, GREATER_THAN, below)));
      PathQuery.above(chosen, value)
          .ifPresent(above -> all.add(base.with(chosen, LESS_THAN, above)));
    }
    return all;
  }

  private List<PathQuery> impossible(PathQuery base) {
    List<PathQuery> all = new ArrayList<>();
    long mtu = Math.min(tester().mtu(), dut().mtu());
    all.add(base.with(MTU, GREATER_THAN, mtu));
    all.add(base.with(MTU, LESS_THAN, LEAST_MTU));
    PathQuery.above(MTU, mtu).ifPresent(above -> all.add(base.with(MTU, EXACTLY, above)));
    tester()
        .rate()
        .flatMap(one -> dut().rate().map(other -> one.compareTo(other) < 0 ? one : other))
        .ifPresent(slower -> {
          all.add(base.with(RATE, GREATER_THAN, slower.code()));
          PathQuery.above(RATE, slower.code())
              .ifPresent(above -> all.add(base.with(RATE, EXACTLY, above)));
        });
    all.add(base.with(RATE, LESS_THAN, Rate.GBPS_2_5.code()));
    all.add(base.with(PACKET_LIFE_TIME, GREATER_THAN, GREATEST_LIFE_TIME));
    all.add(base.with(PACKET_LIFE_TIME, LESS_THAN, 0));
    all.add(base.with(P_KEY, ends().foreignPKey()));
    return all;
  }

  private static List<PathQuery> possible(PathQuery base, SaRecord path) {
    List<PathQuery> all = new ArrayList<>();
    for (Field chosen : List.of(MTU, RATE, PACKET_LIFE_TIME)) {
      long value = path.data(chosen);
      all.add(base.with(chosen, LESS_THAN, value));
      all.add(base.with(chosen, GREATER_THAN, value));
      for (long less = 0; less <= USUAL_LIFE_TIMES; less++) {
        if (PathQuery.isValue(chosen, less)
            && (chosen.equals(PACKET_LIFE_TIME) || PathQuery.compare(chosen, less, value) < 0)) {
          all.add(base.with(chosen, EXACTLY, less));
        }
      }
    }
    for (int sl = 0; sl <= SL.max(); sl++) {
      all.add(base.with(SL, sl));
    }
    return all;
  }

  private interface Verification {
    void of(SaPacketSpec answer) throws TestException;
  }

  /// Requests by Get, then by GetTable.
  private void ask(String step, PathQuery query, Verification verification) throws TestException {
    for (SaRequest request :
        List.of(
            query.in(subnAdmGet(ATTRIBUTE)),
            query.with(NUMB_PATH, 1).in(subnAdmGetTable(ATTRIBUTE)))) {
      step(step);
      sendMad(request);
      SaPacketSpec answer = receiveMad();
      at(query.what(), query.value(), () -> verification.of(answer));
    }
  }

  private void verifyGiven(String step, PathQuery query) throws TestException {
    ask(step, query, answer -> query.verifyMet(checks(), one(answer)));
  }

  /// Returns the one path of a response.
  private SaRecord one(SaPacketSpec answer) throws TestException {
    if (answer.isTable() && answer.status() == 0) {
      int count = answer.records().size();
      verify(answer, count == 1, () -> "1 path", () -> counted(count, "path"));
      return count == 0 ? answer.missing("path") : answer.records().getFirst();
    }
    boolean isGiven =
        verify(answer, answer.status() == 0, () -> "a path", () -> "status " + answer.statusText());
    return isGiven ? answer.record() : answer.missing("path");
  }

  private void verifyNone(String step, PathQuery query) throws TestException {
    ask(step, query, this::verifyNoRecords);
  }

  private void verifyGivenOrNone(PathQuery query) throws TestException {
    ask(
        "A6",
        query,
        answer -> {
          if (answer.hasNoRecords() || answer.isRefusal()) {
            verifyNoRecords(answer);
          } else {
            query.verifyMet(checks(), one(answer));
          }
        });
  }

  private void verifyBest(PathQuery base, SaRecord path) throws TestException {
    for (Field chosen : List.of(MTU, RATE, PACKET_LIFE_TIME)) {
      long value = path.data(chosen);
      long other = chosen.equals(MTU) ? LEAST_MTU : Rate.GBPS_2_5.code();
      ask(
          "A4",
          base.with(chosen, BEST, other),
          answer -> {
            SaRecord best = one(answer);
            int compared = PathQuery.compare(chosen, best.data(chosen), value);
            verify(
                best,
                chosen,
                chosen.equals(PACKET_LIFE_TIME) ? compared <= 0 : compared >= 0,
                () -> "%s not worse than %d".formatted(chosen.name(), value),
                () -> "%s %d".formatted(chosen.name(), best.data(chosen)));
          });
    }
  }

  private void verifyPair(PathPairs.Pair pair) throws TestException {
    for (PathQuery query : pair.queries()) {
      ask(
          "A8",
          query,
          answer -> {
            SaRecord path = one(answer);
            query.verifyMet(checks(), path);
            pair.verifyEnds(checks(), path);
            step("A9");
            pair.verifyBorne(checks(), path);
          });
    }
  }

  /// NumbPath limits tables only: a Get requests one path.
  private void verifyNumberOfGet(PathQuery query) throws TestException {
    for (long number : new long[] {0, NUMB_PATH.max()}) {
      step("A11");
      sendMad(query.with(NUMB_PATH, number).in(subnAdmGet(ATTRIBUTE)));
      query.verifyMet(checks(), one(receiveMad()));
    }
    sendMad(query.with(NUMB_PATH, 0).in(subnAdmGetTable(ATTRIBUTE)));
    verifyNoRecords(receiveMad());
  }

  private void verifyRouted(PathQuery query, Field field, long own) throws TestException {
    long other = own ^ (1L << (field.width() - 1) | 1);
    ask(
        "A12",
        query.with(field, other),
        answer -> {
          if (answer.hasNoRecords() || answer.isRefusal()) {
            verifyNoRecords(answer);
            reading(answer.frame(), Reading.SA_PATH_ROUTED, "compared");
            return;
          }
          SaRecord path = one(answer);
          long actual = path.data(field);
          verify(
              path,
              field,
              actual == other || actual == own,
              () -> "%s %d or %d".formatted(field.name(), other, own),
              () -> "%s %d".formatted(field.name(), actual));
          String way = actual == other ? "compared" : "ignored";
          reading(answer.frame(), Reading.SA_PATH_ROUTED, way);
        });
  }

  private void verifyNumber(DirectEndPort port) throws TestException {
    for (int number : new int[] {1, 2, (int) NUMB_PATH.max()}) {
      step("A10");
      PathQuery query = PathQuery.of(tester().gid(), port.gid()).with(NUMB_PATH, number);
      sendMad(query.in(subnAdmGetTable(ATTRIBUTE)));
      SaPacketSpec table = receiveMad();
      List<SaRecord> paths = table.records();
      long different =
          paths.stream().map(path -> path.data(SLID) << 16 | path.data(DLID)).distinct().count();
      verify(
          table,
          table.status() == 0 && !paths.isEmpty() && paths.size() <= number,
          () -> "1 to %s".formatted(counted(number, "path")),
          () -> "status %s, %s".formatted(table.statusText(), counted(paths.size(), "path")));
      if (!table.isCut()) {
        verify(
            table,
            different == paths.size(),
            () -> "paths that differ in SLID or DLID",
            () -> "%s, %d of them different".formatted(counted(paths.size(), "path"), different));
      }
    }
  }
}
