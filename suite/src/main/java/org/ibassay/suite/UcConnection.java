package org.ibassay.suite;

import java.util.Objects;
import org.ibassay.link.packet.PacketPath;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.link.upper.UcQp;
import org.ibassay.link.upper.UcSettings;
import org.ibassay.wire.packet.OpCode;
import org.jspecify.annotations.Nullable;

/// The unreliable connection between tester and DUT, one at a time. Each has a new QP at either
/// end.
public final class UcConnection implements OneWayChannel {
  private final TransportDut dut;
  private final DutMemory memory;
  private final PacketExchange packets;
  private AccessRights rights = AccessRights.ALL;
  private int startPsn;
  private int ttQpn;
  private @Nullable UcQp qp;

  /// @param memory freed when the connection is closed
  /// @param packets between the two QPs
  UcConnection(TransportDut dut, DutMemory memory, PacketExchange packets) {
    this.dut = dut;
    this.memory = memory;
    this.packets = packets;
  }

  /// The DUT's QP.
  public UcQp qp() {
    return Objects.requireNonNull(qp, "the connection is not open");
  }

  /// The tester's QP.
  public int ttQpn() {
    return ttQpn;
  }

  @Override
  public int startPsn() {
    return startPsn;
  }

  @Override
  public int dutStartPsn() {
    return startPsn;
  }

  @Override
  public boolean isOpen() {
    return qp != null;
  }

  @Override
  public boolean isSendingAgain() {
    return false;
  }

  /// Where both sides begin to count, from the next connection on.
  void setStartPsn(int psn) {
    startPsn = psn;
  }

  /// What the DUT's QP lets the tester do, from the next connection on.
  public void setRights(AccessRights allowed) {
    rights = allowed;
  }

  @Override
  public void open() throws TestException {
    open(rights);
  }

  @Override
  public void openReady() throws TestException {
    open(AccessRights.ALL);
  }

  private void open(AccessRights allowed) throws TestException {
    PacketPath path = dut.packetPort().path();
    ttQpn = dut.packetPort().newQpn();
    UcSettings settings =
        new UcSettings(
            path.tester(),
            ttQpn,
            path.gidIndex(),
            dut.pathMtu(),
            startPsn,
            startPsn,
            allowed,
            DutWork.DEPTH);
    UcQp opened = dut.upper(upper -> upper.open(settings));
    qp = opened;
    packets.begin(opened.qpn(), ttQpn);
  }

  @Override
  public void close() throws TestException {
    abandon();
  }

  @Override
  public void abandon() throws TestException {
    UcQp open = qp;
    if (open != null) {
      qp = null;
      dut.tellUpper(upper -> upper.close(open));
      packets.end();
    }
    memory.free();
    packets.discard();
  }

  @Override
  public PacketOut message(byte[] payload) {
    return PacketOut.of(OpCode.UC_SEND_ONLY).payload(payload);
  }

  @Override
  public void post(DutWork work, long id, Buffer data) throws TestException {
    work.post(new SendRequest.Send(id, data));
  }

  @Override
  public int bytesBefore() {
    return 0;
  }
}
