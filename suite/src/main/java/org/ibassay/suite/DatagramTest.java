package org.ibassay.suite;

/// # Every test of unreliable datagrams
///
/// ## Initialization
///
/// - I1: Find out how long a datagram takes to a QP of the DUT that is ready to receive.
///
/// ## Always
///
/// - R1: The DUT keeps answering, whatever it is sent. Where it stops after a packet, it is
///   restarted: the check fails if that packet stops it in two fresh starts, and it keeps answering
///   in a third without that packet. [ia-alive#01]
public abstract class DatagramTest extends UnreliableTest<DatagramPair> {
  protected DatagramTest() {
    super(DatagramPair::new);
  }

  /// The QPs.
  protected final DatagramPair pair() {
    return tt().channel();
  }
}
