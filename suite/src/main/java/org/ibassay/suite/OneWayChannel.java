package org.ibassay.suite;

import org.ibassay.link.upper.Buffer;

/// A channel on which nothing is acknowledged.
interface OneWayChannel extends TestedChannel {
  /// Opens it with the DUT's QP in RTS, whatever state a test takes it to.
  void openReady() throws TestException;

  /// A message of one packet to the DUT's QP that is right in every way.
  PacketOut message(byte[] payload);

  /// Has the DUT post a message to the tester's QP.
  void post(DutWork work, long id, Buffer data) throws TestException;

  /// What a receive has to have room for before the payload, in bytes.
  int bytesBefore();

  /// PSN of the tester's first packet.
  int startPsn();

  /// PSN of the DUT's first packet.
  int dutStartPsn();
}
