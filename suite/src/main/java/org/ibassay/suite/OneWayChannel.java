package org.ibassay.suite;

import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.Qp;

/// QPs of a service that acknowledges nothing.
///
/// @param <Q> a QP of the DUT
public abstract class OneWayChannel<Q extends Qp> extends QpChannel<Q> {
  OneWayChannel(TransportDut dut, DutMemory memory, PacketExchange packets) {
    super(dut, memory, packets);
  }

  /// Opens it with the DUT's QP in RTS, whatever state a test takes it to.
  abstract void openReady() throws TestException;

  /// A message of one packet to the DUT's QP that is right in every way.
  public abstract PacketOut message(byte[] payload);

  /// Has the DUT post a message to the tester's QP.
  abstract void post(DutWork work, long id, Buffer data) throws TestException;

  /// What a receive has to have room for before the payload, in bytes.
  abstract int bytesBefore();

  @Override
  final CarriageProbe probe(DutWork work) {
    return new OneWayProbe(this, work);
  }

  @Override
  public final boolean isSendingAgain() {
    return false;
  }

  @Override
  public final void close() throws TestException {
    abandon();
  }
}
