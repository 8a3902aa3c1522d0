package org.ibassay.suite;

import org.ibassay.link.upper.AddressHandle;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.Datagram;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.link.upper.UdQp;
import org.ibassay.link.upper.UdSettings;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.OpCode;

/// An unreliable datagram QP of the DUT and one of the tester, and optional further ones of the
/// DUT.
public final class DatagramPair extends OneWayChannel<UdQp> {
  /// Q_Key of datagrams to the DUT's QP.
  public static final int Q_KEY = 0x1BA5_5A11;

  /// Q_Key of datagrams to the tester's QP.
  public static final int TT_Q_KEY = 0x2C4D_3E5F;

  private static final int FIRST_QPN = 0x001BD0;
  private static final int HOP_LIMIT = 64;
  private static final int GRH_BYTES = 40;

  private int lastQpn = FIRST_QPN;
  private State state = State.RTS;

  DatagramPair(TransportDut dut, DutMemory memory, PacketExchange packets) {
    super(dut, memory, packets);
  }

  /// Sets the state of the DUT's QP, from the next pair on.
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

  /// Opens another QP of the DUT, which ends with the pair.
  ///
  /// @param qKey Q_Key of datagrams to it
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

  /// Returns a valid datagram to the DUT's QP.
  public PacketOut datagram(OpCode opCode, byte[] payload) {
    return PacketOut.of(opCode).set(Deth.Q_KEY, Q_KEY).set(Deth.SRC_QP, ttQpn()).payload(payload);
  }

  /// Receives packets for another QP of the tester from now on.
  public void listenAt(int qpn) {
    packets.begin(qp().qpn(), qpn);
  }

  /// Returns a multicast group that is hardly used by anyone else.
  ///
  /// @param number 1 to 254
  public MulticastGroup group(int number) {
    return MulticastGroup.of(dut.packetPort().path(), number);
  }

  /// Returns a different group from that of the number, with the same MAC address or LID.
  public MulticastGroup groupLike(int number) {
    return MulticastGroup.likeOf(dut.packetPort().path(), number);
  }

  /// Attaches a QP of the DUT to a group.
  public void attach(UdQp member, MulticastGroup group) throws TestException {
    dut.tellUpper(upper -> upper.attach(member, group.address()));
  }

  /// Detaches a QP of the DUT from a group.
  public void detach(UdQp member, MulticastGroup group) throws TestException {
    dut.tellUpper(upper -> upper.detach(member, group.address()));
  }

  /// Returns the address of the tester for the DUT's datagrams.
  public AddressHandle toTester() {
    return toTester(0, HOP_LIMIT);
  }

  /// Returns the address of the tester for the DUT's datagrams.
  public AddressHandle toTester(int trafficClass, int hopLimit) {
    return new AddressHandle(
        dut.packetPort().path().tester(),
        dut.packetPort().path().gidIndex(),
        trafficClass,
        hopLimit);
  }
}
