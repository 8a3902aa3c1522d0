package org.ibassay.suite;

import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.Qp;

/// QPs of a service without acknowledges.
///
/// @param <Q> a QP of the DUT
public abstract class OneWayChannel<Q extends Qp> extends QpChannel<Q> {
  OneWayChannel(TransportDut dut, DutMemory memory, PacketExchange packets) {
    super(dut, memory, packets);
  }

  /// Opens the channel with the DUT's QP in RTS, whatever state the test sets.
  abstract void openReady() throws TestException;

  /// Returns a valid one-packet message to the DUT's QP.
  public abstract PacketOut message(byte[] payload);

  /// Posts a message to the tester's QP on the DUT.
  abstract void post(DutWork work, long id, Buffer data) throws TestException;

  /// Returns the space that a receive needs before the payload, in bytes.
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
