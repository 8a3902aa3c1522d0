package org.ibassay.suite;

import org.ibassay.link.packet.PacketPath;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.link.upper.UcQp;
import org.ibassay.link.upper.UcSettings;
import org.ibassay.wire.packet.OpCode;

/// The unreliable connection between tester and DUT, one at a time. Each has a new QP at either
/// end.
public final class UcConnection extends OneWayChannel<UcQp> {
  private AccessRights rights = AccessRights.ALL;

  UcConnection(TransportDut dut, DutMemory memory, PacketExchange packets) {
    super(dut, memory, packets);
  }

  /// Sets the rights that the DUT's QP grants to the tester, from the next connection on.
  public void setRights(AccessRights allowed) {
    rights = allowed;
  }

  @Override
  public void open() throws TestException {
    open(rights);
  }

  @Override
  void openReady() throws TestException {
    open(AccessRights.ALL);
  }

  private void open(AccessRights allowed) throws TestException {
    int peer = dut.packetPort().newQpn();
    begin(newQp(peer, allowed), peer);
  }

  /// Opens another QP of the DUT, connected to another QP of the tester, which ends with this
  /// connection.
  public UcQp openAnother() throws TestException {
    UcQp another = newQp(dut.packetPort().newQpn(), rights);
    add(another);
    return another;
  }

  private UcQp newQp(int peer, AccessRights allowed) throws TestException {
    PacketPath path = dut.packetPort().path();
    UcSettings settings =
        new UcSettings(
            path.tester(),
            peer,
            path.gidIndex(),
            dut.pathMtu(),
            startPsn(),
            startPsn(),
            allowed,
            DutWork.DEPTH);
    return dut.upper(upper -> upper.open(settings));
  }

  @Override
  public PacketOut message(byte[] payload) {
    return PacketOut.of(OpCode.UC_SEND_ONLY).payload(payload);
  }

  @Override
  void post(DutWork work, long id, Buffer data) throws TestException {
    work.post(new SendRequest.Send(id, data));
  }

  @Override
  int bytesBefore() {
    return 0;
  }
}
