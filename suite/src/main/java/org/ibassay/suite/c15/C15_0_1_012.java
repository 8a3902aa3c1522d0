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
import java.util.Set;
import java.util.stream.IntStream;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.SaTest;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.GuidInfo;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PKeyTable;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SmInfo;
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

  /// Both ends of the cable.
  ///
  /// @param isSimpleLink whether they are all end ports of the subnet
  private record Ends(DirectEndPort tester, DirectEndPort dut, boolean isSimpleLink) {}

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
    DirectEndPort tester = read(this::sendMadToTester);
    DirectEndPort dut = read(this::sendMad);
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

  private DirectEndPort read(Ask whom) throws TestException {
    whom.send(subnGet(NODE_INFO));
    MadPacketSpec nodeInfo = receiveMadOk();
    long number = nodeInfo.data(NodeInfo.LOCAL_PORT_NUM);
    MadPacketSpec linkInfo = readPortInfo(whom, number);
    boolean isSwitch = nodeInfo.data(NodeInfo.NODE_TYPE) == DirectEndPort.SWITCH;
    MadPacketSpec portInfo = isSwitch ? readPortInfo(whom, 0) : linkInfo;
    List<Integer> pKeys = new ArrayList<>();
    int cap = (int) nodeInfo.data(NodeInfo.PARTITION_CAP);
    for (int block = 0; block * KEYS_PER_BLOCK < cap; block++) {
      whom.send(subnGet(P_KEY_TABLE).attributeModifier(block));
      addKeys(receiveMadOk(), pKeys);
    }
    return new DirectEndPort(
        nodeInfo, portInfo, linkInfo, pKeys, readGuids(whom, nodeInfo, portInfo));
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

  private boolean isNeighbour(DirectEndPort tester, DirectEndPort dut) throws TestException {
    int number = (int) tester.nodeInfo().data(NodeInfo.LOCAL_PORT_NUM);
    sendMadAlong(List.of(number), subnGet(NODE_INFO));
    MadPacketSpec neighbour = receiveMadIfAny();
    return neighbour != null && neighbour.data(NodeInfo.PORT_GUID) == dut.guid() && !dut.isSwitch();
  }

  private Ends ends() {
    return Objects.requireNonNull(ends, "repeatForSubnets comes first");
  }

  /// The tester's port.
  protected final DirectEndPort tester() {
    return ends().tester;
  }

  /// The DUT's port, where SM and SA are.
  protected final DirectEndPort dut() {
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
}
