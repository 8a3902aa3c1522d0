package org.ibassay.suite;

/// # Every test of unreliable connections
///
/// ## Initialization
///
/// - I1: Measure the time until a SEND is received at a QP of the DUT that is ready to receive.
///
/// ## Always
///
/// - R1: The DUT remains responsive after every packet. If it stops responding after a packet, it
///   is restarted: the check fails if that packet stops it after each of two restarts, and it stays
///   responsive after a third without that packet. [ia-alive#01]
public abstract class UcTest extends UnreliableTest<UcConnection> {
  protected UcTest() {
    super(UcConnection::new);
  }

  /// The connection with the DUT.
  protected final UcConnection connection() {
    return tt().channel();
  }
}
