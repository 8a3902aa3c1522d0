package org.ibassay.device;

import static org.ibassay.device.variant.SimParameter.CABLED;
import static org.ibassay.device.variant.SimParameter.FROM_PORT;
import static org.ibassay.device.variant.SimParameter.PORTS;
import static org.ibassay.device.variant.SimParameter.PORT_STATE;
import static org.ibassay.device.variant.SimParameter.RESPONSE_MICROS;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.ibassay.device.cm.ConnectionService;
import org.ibassay.device.fabric.Fabric;
import org.ibassay.device.fabric.PhysicalState;
import org.ibassay.device.fabric.SimFrames;
import org.ibassay.device.fabric.SimMadLink;
import org.ibassay.device.rc.CableEnd;
import org.ibassay.device.rc.ChannelAdapter;
import org.ibassay.device.sma.Guids;
import org.ibassay.device.sma.ManagedNode;
import org.ibassay.device.sma.Port;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.device.variant.Variant;
import org.ibassay.link.mad.Route;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.cm.IpCmHeader;
import org.ibassay.wire.packet.LinkType;

/// A DUT and its testers: each cabled port of the DUT is connected to its own tester port, directly
/// (SimpleLink) or over a row of conforming switches. A tester is a conforming channel adapter with
/// one port.
final class SimFabric {
  /// LIDs of testers; those of DUTs are lower.
  private static final int FIRST_TESTER_LID = 0xA000;

  private static final int PORT_STATE_DOWN = 3;
  private static final int TESTER_PORT = 1;

  /// The two hosts on RoCE.
  private static final int TESTER = 1;

  private static final int DUT = 2;

  private final Fabric fabric = new Fabric();
  private final Variant variant;
  private final long seed;
  private final SimUri uri;
  private ManagedNode dut;
  private final int firstTesterLid;
  private final List<ManagedNode> testers = new ArrayList<>();
  private final List<SimSwitches> switches = new ArrayList<>();
  private final List<SimMadLink> links = new ArrayList<>();
  private final SimFrames frames;
  private Optional<ChannelAdapter> adapter;

  SimFabric(SimUri uri) {
    this(uri, FIRST_TESTER_LID, _ -> {});
  }

  /// @param prepared called with each tester before it receives any request
  private SimFabric(SimUri uri, int firstTesterLid, Consumer<ManagedNode> prepared) {
    this.uri = uri;
    this.firstTesterLid = firstTesterLid;
    variant = uri.variant();
    seed = uri.seed();
    boolean infiniband = variant.is(SimParameter.NATIVE_FRAMING);
    frames = new SimFrames(fabric, infiniband ? LinkType.INFINIBAND : LinkType.ETHERNET);
    for (int i = 0; i < variant.number(CABLED); i++) {
      links.add(tester(i, prepared));
      switches.add(new SimSwitches(fabric, variant, seed, testers.get(i), i));
    }
    Guids guids = dutGuids();
    Seams seams = uri.seams();
    dut = node(guids, seams);
    adapter = switchedOn(guids, seams);
  }

  /// Replaces the DUT in the fabric by one that was just powered on.
  void restart() {
    for (int i = 0; i < testers.size(); i++) {
      dut.jack(variant.number(FROM_PORT) + i).command(PhysicalState.DISABLED);
    }
    Guids guids = dutGuids();
    Seams seams = uri.seams();
    dut = node(guids, seams);
    adapter = switchedOn(guids, seams);
  }

  private Guids dutGuids() {
    return variant.kind() == NodeKind.SM
        ? Guids.ofManager(seed, variant.number(SimParameter.SM_GUID))
        : Guids.of(variant.kind(), seed, 0);
  }

  private ManagedNode node(Guids guids, Seams seams) {
    boolean managed = variant.kind() == NodeKind.SM;
    Variant started = managed ? variant.with(SimParameter.LID, 0) : variant;
    return ManagedNode.of(fabric, started, guids, FIRST_TESTER_LID, seams);
  }

  /// Cables the DUT, and starts its software.
  private Optional<ChannelAdapter> switchedOn(Guids guids, Seams seams) {
    for (int i = 0; i < testers.size(); i++) {
      cable(i, variant.number(FROM_PORT) + i);
    }
    Optional<ChannelAdapter> made =
        variant.kind().node() == NodeKind.CA
            ? Optional.of(adapter(guids, seams))
            : Optional.empty();
    if (variant.kind() == NodeKind.SM) {
      new Management(dut, guids, variant, seams).start();
    }
    return made;
  }

  private ChannelAdapter adapter(Guids guids, Seams seams) {
    int port = variant.number(FROM_PORT);
    CableEnd own = CableEnd.of(DUT, dut.lid(port), guids.port(port));
    ChannelAdapter made =
        new ChannelAdapter(fabric, variant, own, testerEnd(), seams.transport(), frames.inbox());
    new ConnectionService(fabric, variant, made, seams.cm).start();
    frames.connect(made::arrive);
    return made;
  }

  /// The addresses of the tester at the first cabled port.
  CableEnd testerEnd() {
    long guid = Guids.of(NodeKind.CA, seed, 1).port(TESTER_PORT);
    return CableEnd.of(TESTER, firstTesterLid, guid);
  }

  /// The tester's end of the link for transport packets.
  SimFrames frames() {
    return frames;
  }

  /// Returns the adapter that implements the transport, if the DUT is a channel adapter.
  Optional<ChannelAdapter> adapter() {
    return adapter;
  }

  /// The ServiceID at which the DUT accepts connections.
  OptionalLong service() {
    int port = variant.number(SimParameter.CM_PORT);
    return adapter.isEmpty() || port == 0
        ? OptionalLong.empty()
        : OptionalLong.of(IpCmHeader.TCP_SERVICE + port);
  }

  /// The P_Key of the DUT in a second partition.
  OptionalInt secondPKey() {
    return adapter.isPresent() && variant.is(SimParameter.SECOND_PARTITION)
        ? OptionalInt.of(Variant.SECOND_P_KEY)
        : OptionalInt.empty();
  }

  /// The TCP port at which `rping -s` listens, if that runs on the DUT's host instead of an agent.
  OptionalInt rpingPort() {
    return variant.is(SimParameter.PROGRAM)
        ? OptionalInt.of(variant.number(SimParameter.CM_PORT))
        : OptionalInt.empty();
  }

  /// Returns a fabric as a subnet manager finds it: testers have LIDs only if the DUT has one.
  ///
  /// @param prepared called with each tester before a subnet manager sends it a request
  static SimFabric unmanaged(SimUri uri, Consumer<ManagedNode> prepared) {
    int first = uri.variant().number(SimParameter.LID) == 0 ? 0 : FIRST_TESTER_LID;
    return new SimFabric(uri, first, prepared);
  }

  Fabric fabric() {
    return fabric;
  }

  ManagedNode dut() {
    return dut;
  }

  /// One for each cabled port of the DUT.
  List<SimMadLink> links() {
    return links;
  }

  /// One for each cabled port of the DUT.
  List<ManagedNode> testers() {
    return testers;
  }

  private SimMadLink tester(int index, Consumer<ManagedNode> prepared) {
    ManagedNode tester = testerNode(index);
    prepared.accept(tester);
    testers.add(tester);
    SimMadLink link = new SimMadLink(tester);
    tester.managedBy(TESTER_PORT, link.inbox());
    tester.servedBy(TESTER_PORT, link.inbox());
    tester.leaveToManager(Attribute.SM_INFO);
    tester.passOnRepresses();
    link.whenManaging(isSm -> tester.port(TESTER_PORT).put(PortInfo.IS_SM, isSm ? 1 : 0));
    if (variant.number(PORT_STATE) == PORT_STATE_DOWN) {
      tester.jack(1).command(PhysicalState.DISABLED);
    }
    return link;
  }

  private void cable(int index, int dutPort) {
    List<Port> ports = switches.get(index).cable(dut.port(dutPort), dut.jack(dutPort));
    ports.forEach(this::raise);
    if (dut.isSwitch() && variant.number(SimParameter.LID) != 0) {
      dut.relay(firstTesterLid + index, dutPort); // set together with the LID
    }
  }

  /// The route from each tester port to the DUT.
  Route toDut() {
    return switches.getFirst().toDut();
  }

  private ManagedNode testerNode(int index) {
    Map<SimParameter, Long> given =
        Map.of(
            PORTS,
            1L,
            RESPONSE_MICROS,
            0L,
            SimParameter.WIDTHS,
            31L,
            SimParameter.EXT_SPEEDS,
            15L,
            SimParameter.LID,
            variant.kind() == NodeKind.SM || firstTesterLid == 0 ? 0L : firstTesterLid + index);
    Guids guids = Guids.of(NodeKind.CA, seed, index + 1);
    boolean isInSecond = variant.kind() == NodeKind.SM && variant.is(SimParameter.SECOND_PARTITION);
    Variant tester =
        Variant.of(NodeKind.CA, given).with(SimParameter.SECOND_PARTITION, isInSecond ? 1 : 0);
    return ManagedNode.of(fabric, tester, guids, FIRST_TESTER_LID, new Seams(seed));
  }

  /// Sets a port whose link is up to the state that the URI specifies.
  private void raise(Port port) {
    int wanted = PortState.INITIALIZE + variant.number(PORT_STATE);
    if (wanted <= PortState.ACTIVE && port.value(PortInfo.PORT_STATE) == PortState.INITIALIZE) {
      port.put(PortInfo.PORT_STATE, wanted);
    }
  }
}
