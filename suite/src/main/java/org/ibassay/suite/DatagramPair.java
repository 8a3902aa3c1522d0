package org.ibassay.suite;

import org.ibassay.link.upper.AddressHandle;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.Datagram;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.link.upper.UdQp;
import org.ibassay.link.upper.UdSettings;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.OpCode;

/// A QP of unreliable datagrams at the DUT and one at the tester, and further ones at the DUT.
public final class DatagramPair extends OneWayChannel<UdQp> {
  /// What datagrams to the DUT's QP have to show.
  public static final int Q_KEY = 0x1BA5_5A11;

  /// What the DUT has to show to the tester's QP.
  public static final int TT_Q_KEY = 0x2C4D_3E5F;

  private static final int FIRST_QPN = 0x001BD0;
  private static final int HOP_LIMIT = 64;
  private static final int GRH_BYTES = 40;

  private int lastQpn = FIRST_QPN;
  private State state = State.RTS;

  DatagramPair(TransportDut dut, DutMemory memory, PacketExchange packets) {
    super(dut, memory, packets);
  }

  /// The state that the DUT's QP is taken to, from the next pair on.
  public void setState(State next) {
    state = next;
  }

  @Override
  public void open() throws TestException {
    open(state);
  }

  @Override
  void openReady() throws TestException {
    open(State.RTS);
  }

  private void open(State in) throws TestException {
    lastQpn++;
    begin(newQp(Q_KEY, in), lastQpn);
  }

  /// Opens one more QP of the DUT, which ends with the pair.
  ///
  /// @param qKey what datagrams to it have to show
  public UdQp openAnother(int qKey) throws TestException {
    UdQp another = newQp(qKey, state);
    add(another);
    return another;
  }

  private UdQp newQp(int qKey, State in) throws TestException {
    int gidIndex = dut.packetPort().path().gidIndex();
    UdSettings settings = new UdSettings(gidIndex, qKey, dutStartPsn(), in, DutWork.DEPTH);
    return dut.upper(upper -> upper.open(settings));
  }

  @Override
  public PacketOut message(byte[] payload) {
    return datagram(OpCode.UD_SEND_ONLY, payload);
  }

  @Override
  void post(DutWork work, long id, Buffer data) throws TestException {
    work.post(qp(), new Datagram(id, data, toTester(), ttQpn(), TT_Q_KEY, null, false));
  }

  @Override
  int bytesBefore() {
    return GRH_BYTES;
  }

  @Override
  public int startPsn() {
    return 0;
  }

  /// A datagram to the DUT's QP that is right in every way.
  public PacketOut datagram(OpCode opCode, byte[] payload) {
    return PacketOut.of(opCode).set(Deth.Q_KEY, Q_KEY).set(Deth.SRC_QP, ttQpn()).payload(payload);
  }

  /// Lets packets come for another QP of the tester from now on.
  public void listenAt(int qpn) {
    packets.begin(qp().qpn(), qpn);
  }

  /// A multicast group that hardly anybody else has.
  ///
  /// @param number 1 to 254
  public MulticastGroup group(int number) {
    return MulticastGroup.of(dut.packetPort().path(), number);
  }

  /// Another group than that of the number, with its MAC or LID.
  public MulticastGroup groupLike(int number) {
    return MulticastGroup.likeOf(dut.packetPort().path(), number);
  }

  /// Lets a QP of the DUT take part in a group.
  public void attach(UdQp member, MulticastGroup group) throws TestException {
    dut.tellUpper(upper -> upper.attach(member, group.address()));
  }

  /// Ends what [#attach] began.
  public void detach(UdQp member, MulticastGroup group) throws TestException {
    dut.tellUpper(upper -> upper.detach(member, group.address()));
  }

  /// Where the DUT's datagrams go: to the tester.
  public AddressHandle toTester() {
    return toTester(0, HOP_LIMIT);
  }

  /// Where the DUT's datagrams go: to the tester.
  public AddressHandle toTester(int trafficClass, int hopLimit) {
    return new AddressHandle(
        dut.packetPort().path().tester(),
        dut.packetPort().path().gidIndex(),
        trafficClass,
        hopLimit);
  }
}
