package org.ibassay.suite.c15;

import static org.ibassay.wire.sa.PathRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.PathRecord.DGID;
import static org.ibassay.wire.sa.PathRecord.NUMB_PATH;
import static org.ibassay.wire.sa.PathRecord.P_KEY;
import static org.ibassay.wire.sa.PathRecord.SGID;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.SaRecord;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;

/// # Two limited members of a partition have no path
///
/// - Section: 10.9.3
/// - Coverage: none
/// - Topology: any of up to 64 nodes
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-limited-keys#01, ia-s15-limited-keys#02, ia-s15-limited-keys#03
///
/// Two ports can communicate in a partition if at least one of them is a full member. Subnet
/// administration returns paths between such ports, with a P_Key of a common partition, and none
/// between ports that are both limited members of all partitions that they have in common.
///
/// ## Notes
///
/// - This test is the suite's own. The subnet does not change during the test. The P_Keys are those
///   that the ports themselves report.
/// - The first 8 end ports of the subnet are tested, port 0 of switches included. A path from a
///   port to itself is not requested.
/// - If any two of these ports can communicate, steps A3 and A4 are left out.
///
/// ## Procedure
///
/// - A1: Read the subnet by directed routes from the tester's port, up to 64 nodes, and the
///   P_KeyTables of the ports.
/// - A2: SubnAdmGet(PathRecord) and SubnAdmGetTable(PathRecord) by SGID and DGID for each two ports
///   that can communicate with each other, and the tester with both; verify Status 0, and that
///   P_Key is one in which they can. [ia-s15-limited-keys#01]
/// - A3: SubnAdmGet(PathRecord) and SubnAdmGetTable(PathRecord) by SGID and DGID for each two ports
///   that cannot communicate; verify that there is no path. [ia-s15-limited-keys#02]
/// - A4: Repeat step A3 with P_Key, once with and once without its membership bit; verify that
///   there is no path. [ia-s15-limited-keys#03]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.READS)
public final class S15_LimitedKeys extends C15_0_1_012 {
  private static final int MOST_PORTS = 8;
  private static final int MEMBERSHIP = 0x8000;

  /// Two different ports.
  private record Pair(DirectEndPort from, DirectEndPort to) {
    boolean isConnected() {
      return from.pKeys().stream().anyMatch(to::shares);
    }

    boolean connects(long pKey) {
      return from.pKeys().stream().anyMatch(own -> isSame(own, pKey) && to.shares(own));
    }

    private static boolean isSame(int own, long pKey) {
      return ((own ^ pKey) & ~MEMBERSHIP) == 0;
    }

    @Override
    public String toString() {
      return "0x%016X to 0x%016X".formatted(from.guid(), to.guid());
    }
  }

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
    List<Pair> pairs = pairs(subnet);
    for (Pair pair : pairs) {
      for (SaRequest request : List.of(subnAdmGet(ATTRIBUTE), table())) {
        if (pair.isConnected() && isVisible(pair)) {
          step("A2");
          verifyPath(pair, ask(between(request, pair)));
        }
      }
    }
    List<Pair> apart = pairs.stream().filter(pair -> !pair.isConnected()).toList();
    if (apart.isEmpty()) {
      leaveOut("any two of the ports can communicate", "A3", "A4");
    }
    for (Pair pair : apart) {
      verifyApart(pair);
    }
  }

  private List<Pair> pairs(FabricView subnet) throws TestException {
    List<DirectEndPort> ports = new ArrayList<>();
    for (FabricNode node : subnet.nodes()) {
      if (ports.size() < MOST_PORTS && node.lid() != 0) {
        ports.add(DirectEndPort.read(mads(), node.route()));
      }
    }
    return ports.stream()
        .flatMap(from -> ports.stream().map(to -> new Pair(from, to)))
        .filter(pair -> pair.from().guid() != pair.to().guid())
        .toList();
  }

  private boolean isVisible(Pair pair) {
    return isReached(pair.from()) && isReached(pair.to());
  }

  private boolean isReached(DirectEndPort port) {
    return port.guid() == tester().guid() || new Pair(tester(), port).isConnected();
  }

  private void verifyPath(Pair pair, SaPacketSpec answer) {
    if (verifyStatus(answer, SaStatus.OK)) {
      SaRecord path = answer.record();
      verifyGid(path, SGID, pair.from().gid());
      verifyGid(path, DGID, pair.to().gid());
      verify(
          path,
          P_KEY,
          pair.connects(path.data(P_KEY)),
          () -> "a P_Key in which %s can communicate".formatted(pair),
          () -> "P_Key 0x%04X".formatted(path.data(P_KEY)));
    }
  }

  private void verifyApart(Pair pair) throws TestException {
    for (SaRequest request : List.of(subnAdmGet(ATTRIBUTE), table())) {
      step("A3");
      verifyNoRecords(ask(between(request, pair)));
    }
    for (int pKey : pair.from().pKeys()) {
      for (long wanted : List.of((long) pKey | MEMBERSHIP, (long) pKey & ~MEMBERSHIP)) {
        step("A4");
        verifyNoRecords(ask(between(subnAdmGet(ATTRIBUTE), pair).with(P_KEY, wanted)));
      }
    }
  }

  private SaRequest table() {
    return subnAdmGetTable(ATTRIBUTE).with(NUMB_PATH, 1);
  }

  private static SaRequest between(SaRequest request, Pair pair) {
    return request.with(SGID, pair.from().gid()).with(DGID, pair.to().gid());
  }
}
