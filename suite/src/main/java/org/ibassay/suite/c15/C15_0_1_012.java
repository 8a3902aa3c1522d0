package org.ibassay.suite.c15;

import static org.ibassay.suite.TestException.Cause.DUT;
import static org.ibassay.wire.attribute.Attribute.GUID_INFO;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.P_KEY_TABLE;
import static org.ibassay.wire.attribute.Attribute.SM_INFO;
import static org.ibassay.wire.mad.Gmp.DEFAULT_P_KEY;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.SaRecord;
import org.ibassay.suite.SaTest;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.GuidInfo;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PKeyTable;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SmInfo;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.PathRecord;
import org.ibassay.wire.sa.Rate;
import org.jspecify.annotations.Nullable;

/// # Subnet administration attributes
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Active at both ends.
/// - I2: GMP_DATA and MAD_DATA are MADs. The ComponentMask of a request has the bits of the
///   components that the request gives, and no others.
/// - I3: Ours: Read what both ports say of themselves over SMPs: GIDs, LIDs, partitions, the Rate
///   of their link (from its width and speed) and its MTU. The tester is a full member of the
///   default partition. Whether the topology is a SimpleLink of two end ports: the neighbour of the
///   tester's port is the DUT itself, and no switch.
/// - I4: Ours: SendMad(SubnGet(SMInfo)); verify that SMState is Master, that GUID is the PortGUID
///   of the DUT's port, and that the tester's PortInfo:MasterSMLID is the LID of that port. An SM
///   elsewhere is never judged. [ia-c15-0-1-012#01]
public abstract class C15_0_1_012 extends SaTest {
  private static final int MASTER = 3;
  private static final int KEYS_PER_BLOCK = PKeyTable.P_KEY.count();
  private static final int GUIDS_PER_BLOCK = GuidInfo.GUID.count();

  private final Map<Integer, Ends> endsOfPorts = new HashMap<>();
  private @Nullable Ends ends;

  /// A test is made anew for each run.
  protected C15_0_1_012() {}

  /// Both ends of the cable.
  ///
  /// @param isSimpleLink whether they are all end ports of the subnet
  private record Ends(EndPort tester, EndPort dut, boolean isSimpleLink) {}

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    if (!portStatesAreActive()) {
      return false;
    }
    repeatForPorts(this::find);
    if (endsOfPorts.isEmpty()) {
      throw new TestException(DUT, "step I4: the DUT is not the manager of the tester's subnet");
    }
    return notReady() == null;
  }

  /// Carries out the procedure through each tester port whose subnet the DUT manages.
  protected final void repeatForSubnets(Part procedure) throws TestException {
    repeatForPorts(port -> {
      ends = endsOfPorts.get(port);
      if (ends != null) {
        procedure.run();
      }
    });
  }

  @Override
  protected final int saLid() {
    return (int) tester().portInfo().data(PortInfo.MASTER_SM_LID);
  }

  // --- the ports

  /// I3 and I4.
  private void find(int port) throws TestException {
    step("I3");
    EndPort tester = read(this::sendMadToTester);
    EndPort dut = read(this::sendMad);
    Ends found = new Ends(tester, dut, isNeighbour(tester, dut));
    if (!tester.pKeys().contains(DEFAULT_P_KEY)) {
      notReady("the tester is no full member of the default partition: it has no P_Key 0xFFFF");
    }
    step("I4");
    sendMad(subnGet(SM_INFO));
    MadPacketSpec smInfo = receiveMadIfAny();
    long master = tester.portInfo().data(PortInfo.MASTER_SM_LID);
    boolean named = dut.has(master);
    if (smInfo == null
        || smInfo.status() != 0
        || (!named && smInfo.data(SmInfo.SM_STATE) != MASTER)) {
      remark("not judged through port %d: the DUT does not manage that subnet".formatted(port));
      return;
    }
    verifyData(smInfo, SmInfo.SM_STATE, MASTER);
    verifyData(smInfo, SmInfo.GUID, dut.guid());
    verify(
        smInfo,
        named,
        () -> "MasterSMLID %s at the tester's port".formatted(shown(dut.lid())),
        () -> "MasterSMLID " + shown(master));
    if (named) {
      endsOfPorts.put(port, found);
    }
  }

  private interface Ask {
    void send(MadPacketSpec request) throws TestException;
  }

  private EndPort read(Ask whom) throws TestException {
    whom.send(subnGet(NODE_INFO));
    MadPacketSpec nodeInfo = receiveMadOk();
    long number = nodeInfo.data(NodeInfo.LOCAL_PORT_NUM);
    MadPacketSpec linkInfo = readPortInfo(whom, number);
    boolean isSwitch = nodeInfo.data(NodeInfo.NODE_TYPE) == EndPort.SWITCH;
    MadPacketSpec portInfo = isSwitch ? readPortInfo(whom, 0) : linkInfo;
    List<Integer> pKeys = new ArrayList<>();
    int cap = (int) nodeInfo.data(NodeInfo.PARTITION_CAP);
    for (int block = 0; block * KEYS_PER_BLOCK < cap; block++) {
      whom.send(subnGet(P_KEY_TABLE).attributeModifier(block));
      addKeys(receiveMadOk(), pKeys);
    }
    return new EndPort(nodeInfo, portInfo, linkInfo, pKeys, readGuids(whom, nodeInfo, portInfo));
  }

  /// The first GUID is the PortGUID; others may be given to what shares the port.
  private Set<Long> readGuids(Ask whom, MadPacketSpec nodeInfo, MadPacketSpec portInfo)
      throws TestException {
    Set<Long> guids = new HashSet<>();
    guids.add(nodeInfo.data(NodeInfo.PORT_GUID));
    int cap = (int) portInfo.data(PortInfo.GUID_CAP);
    for (int block = 0; block * GUIDS_PER_BLOCK < cap; block++) {
      whom.send(subnGet(GUID_INFO).attributeModifier(block));
      MadPacketSpec guidInfo = receiveMadOk();
      for (int i = 0; i < GUIDS_PER_BLOCK; i++) {
        if (guidInfo.data(GuidInfo.GUID, i) != 0) {
          guids.add(guidInfo.data(GuidInfo.GUID, i));
        }
      }
    }
    return guids;
  }

  /// Asked by who knows extended speeds, where the port does.
  private MadPacketSpec readPortInfo(Ask whom, long number) throws TestException {
    whom.send(subnGet(PORT_INFO).attributeModifier(number));
    MadPacketSpec plain = receiveMadOk();
    if (plain.data(PortInfo.IS_EXTENDED_SPEEDS_SUPPORTED) == 0) {
      return plain;
    }
    long bit = Integer.toUnsignedLong(PortInfo.SM_SUPPORTS_EXTENDED_SPEEDS);
    whom.send(subnGet(PORT_INFO).attributeModifier(bit | number));
    return receiveMadOk();
  }

  private static void addKeys(MadPacketSpec block, List<Integer> pKeys) {
    for (int i = 0; i < KEYS_PER_BLOCK; i++) {
      if (block.data(PKeyTable.P_KEY_BASE, i) != 0) {
        pKeys.add((int) block.data(PKeyTable.P_KEY, i));
      }
    }
  }

  private boolean isNeighbour(EndPort tester, EndPort dut) throws TestException {
    int number = (int) tester.nodeInfo().data(NodeInfo.LOCAL_PORT_NUM);
    sendMadAlong(List.of(number), subnGet(NODE_INFO));
    MadPacketSpec neighbour = receiveMadIfAny();
    return neighbour != null && neighbour.data(NodeInfo.PORT_GUID) == dut.guid() && !dut.isSwitch();
  }

  private Ends ends() {
    return Objects.requireNonNull(ends, "repeatForSubnets comes first");
  }

  /// The tester's port.
  protected final EndPort tester() {
    return ends().tester;
  }

  /// The DUT's port, where SM and SA are.
  protected final EndPort dut() {
    return ends().dut;
  }

  /// Whether tester and DUT are the only end ports of the subnet.
  protected final boolean isSimpleLink() {
    return ends().isSimpleLink;
  }

  /// A P_Key of a partition that neither end is in.
  protected final int foreignPKey() {
    return IntStream.rangeClosed(0x8001, 0xFFFE)
        .filter(key -> !tester().isIn(key) && !dut().isIn(key))
        .findFirst()
        .orElseThrow();
  }

  // --- paths

  /// The path to a port: by the GUID in its DGID. Of several it is the one from the tester.
  ///
  /// @param name for messages
  protected final SaRecord pathTo(EndPort destination, String name, SaPacketSpec paths) {
    List<SaRecord> found = pathsTo(destination, paths);
    return found.stream()
        .filter(path -> path.gid(PathRecord.SGID).guid() == tester().guid())
        .findFirst()
        .or(() -> found.stream().findFirst())
        .orElseGet(() -> paths.missing("path to " + name));
  }

  private static List<SaRecord> pathsTo(EndPort destination, SaPacketSpec paths) {
    return paths.records().stream()
        .filter(path -> path.has(PathRecord.DGID))
        .filter(path -> path.gid(PathRecord.DGID).guid() == destination.guid())
        .toList();
  }

  /// The table has one path to the tester and one to the DUT and, in a SimpleLink, no others but to
  /// further GUIDs of these two ports.
  protected final boolean verifyPaths(SaPacketSpec paths) {
    int all = paths.records().size();
    int toTester = pathsTo(tester(), paths).size();
    int toDut = pathsTo(dut(), paths).size();
    long toOthers = paths.records().stream().filter(this::isToOther).count();
    if (paths.isCut() && toTester <= 1 && toDut <= 1 && !isSimpleLink()) {
      inconclusive("the stack below the tester did not deliver all of %d paths".formatted(all));
      return true;
    }
    return verify(
        paths,
        toTester == 1 && toDut == 1 && (toOthers == 0 || !isSimpleLink()),
        () ->
            "1 path to the tester, 1 path to the SM/SA"
                + (isSimpleLink() ? " and no other" : " among those to others"),
        () -> "%d to the tester, %d to the SM/SA, %d in all".formatted(toTester, toDut, all));
  }

  private boolean isToOther(SaRecord path) {
    long guid = path.gid(PathRecord.DGID).guid();
    return !path.has(PathRecord.DGID)
        || (!tester().guids().contains(guid) && !dut().guids().contains(guid));
  }

  /// DGID is that of a port, SGID the tester's.
  protected final void verifyGids(SaRecord path, EndPort destination) {
    verifyGid(path, PathRecord.DGID, destination.gid());
    verifyGid(path, PathRecord.SGID, tester().gid());
  }

  /// DLID is one of a port's, SLID one of the tester's.
  protected final void verifyLids(SaRecord path, EndPort destination) {
    verifyLid(path, PathRecord.DLID, destination);
    verifyLid(path, PathRecord.SLID, tester());
  }

  private void verifyLid(SaRecord path, Field field, EndPort port) {
    verify(
        path,
        field,
        port.has(path.data(field)),
        () ->
            field.name()
                + " "
                + shown(port.lid())
                + (port.lid() == port.lastLid() ? "" : " to " + shown(port.lastLid())),
        () -> field.name() + " " + shown(path.data(field)));
  }

  /// Mtu to the SM/SA: that of the tester's link; behind switches, which may have links with a
  /// smaller one, at most that of either end.
  protected final void verifyMtuToDut(SaRecord path) {
    long mtu = path.data(PathRecord.MTU);
    long greatest = isSimpleLink() ? tester().mtu() : Math.min(tester().mtu(), dut().mtu());
    verify(
        path,
        PathRecord.MTU,
        isSimpleLink() ? mtu == greatest : mtu > 0 && mtu <= greatest,
        () -> (isSimpleLink() ? "Mtu " : "Mtu of at most ") + greatest,
        () -> "Mtu " + mtu);
  }

  /// Mtu from the tester to itself: one that its port can send.
  protected final void verifyMtuToTester(SaRecord path) {
    long mtu = path.data(PathRecord.MTU);
    long greatest = tester().linkInfo().data(PortInfo.MTU_CAP);
    verify(
        path,
        PathRecord.MTU,
        mtu > 0 && mtu <= greatest,
        () -> "Mtu of 1 to " + greatest,
        () -> "Mtu " + mtu);
  }

  /// Rate from the tester to itself: the rate of its link.
  protected final void verifyRateToTester(SaRecord path) {
    verifyRate(path, tester().rate(), true);
  }

  /// Rate to the SM/SA: that of the tester's link; behind switches, which may have slower links, at
  /// most that of either end.
  protected final void verifyRateToDut(SaRecord path) {
    Optional<Rate> slower =
        tester().rate().flatMap(one -> dut().rate().map(other -> slower(one, other)));
    verifyRate(path, isSimpleLink() ? tester().rate() : slower, isSimpleLink());
  }

  private static Rate slower(Rate one, Rate other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  private void verifyRate(SaRecord path, Optional<Rate> limit, boolean exactly) {
    if (limit.isEmpty()) {
      inconclusive("width and speed of the link are reserved values, which have no Rate");
      return;
    }
    int code = (int) path.data(PathRecord.RATE);
    Optional<Rate> rate = Rate.of(code);
    verify(
        path,
        PathRecord.RATE,
        rate.filter(r -> exactly ? r == limit.get() : r.compareTo(limit.get()) <= 0).isPresent(),
        () ->
            (exactly ? "Rate " : "Rate of at most ")
                + "%d (%s)".formatted(limit.get().code(), limit.get()),
        () -> "Rate %d (%s)".formatted(code, rate.map(Rate::toString).orElse("reserved")));
  }

  /// The SM/SA's own rate is not below the tester's. Of a larger fabric the pages suppose it; it
  /// need not be so.
  protected final void verifyDutRate(SaPacketSpec about) {
    Optional<Rate> own = tester().rate();
    Optional<Rate> others = dut().rate();
    if (!isSimpleLink()) {
      notApplicable("the tester is not cabled straight to the SM/SA's port");
    } else if (own.isEmpty() || others.isEmpty()) {
      inconclusive("width and speed of the link are reserved values, which have no Rate");
    } else {
      verify(
          about,
          others.get().compareTo(own.get()) >= 0,
          () -> "a link of at least " + own.get() + " at the SM/SA's port",
          () -> others.get().toString());
    }
  }

  /// P_Key of a path to a port: a key of one of its two ends, of a partition that both are in.
  protected final void verifySharedPKey(SaRecord path, EndPort destination) {
    int pKey = (int) path.data(PathRecord.P_KEY);
    boolean isKeyOfEnd = tester().pKeys().contains(pKey) || destination.pKeys().contains(pKey);
    verify(
        path,
        PathRecord.P_KEY,
        isKeyOfEnd && tester().isIn(pKey) && destination.isIn(pKey),
        () -> "a P_Key that the ends of the path have in common",
        () -> "P_Key " + shown(pKey));
  }

  /// Every path of a table starts at the tester and leads where no other does.
  protected final void verifyEachPath(SaPacketSpec paths) {
    Set<Gid> destinations = new HashSet<>();
    for (SaRecord path : paths.records()) {
      verifyGid(path, PathRecord.SGID, tester().gid());
      verify(
          path,
          PathRecord.DGID,
          destinations.add(path.gid(PathRecord.DGID)),
          () -> "one path to each port",
          () -> "DGID " + path.gid(PathRecord.DGID) + " for the second time");
    }
  }
}
