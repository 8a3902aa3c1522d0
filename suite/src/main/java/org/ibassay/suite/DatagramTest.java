package org.ibassay.suite;

/// # Every test of unreliable datagrams
///
/// ## Initialization
///
/// - I1: Measure the time until a datagram is received at a QP of the DUT that is ready to receive.
///
/// ## Always
///
/// - R1: The DUT remains responsive after every packet. If it stops responding after a packet, it
///   is restarted: the check fails if that packet stops it after each of two restarts, and it stays
///   responsive after a third without that packet. [ia-alive#01]
public abstract class DatagramTest extends UnreliableTest<DatagramPair> {
  protected DatagramTest() {
    super(DatagramPair::new);
  }

  /// The QPs.
  protected final DatagramPair pair() {
    return tt().channel();
  }
}
