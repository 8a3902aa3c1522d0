package org.ibassay.suite;

/// # Every test of unreliable connections
///
/// ## Initialization
///
/// - I1: Find out how long a SEND takes to a QP of the DUT that is ready to receive.
///
/// ## Always
///
/// - R1: The DUT keeps answering, whatever it is sent. Where it stops after a packet, it is
///   restarted: the check fails if that packet stops it in two fresh starts, and it keeps answering
///   in a third without that packet. [ia-alive#01]
public abstract class UcTest extends UnreliableTest<UcConnection> {
  protected UcTest() {
    super(UcConnection::new);
  }

  /// The connection with the DUT.
  protected final UcConnection connection() {
    return tt().channel();
  }
}
