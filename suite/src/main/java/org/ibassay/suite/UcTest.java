package org.ibassay.suite;

/// # Every test of unreliable connections
///
/// ## Initialization
///
/// - I1: Find out how long a SEND takes to a QP of the DUT that is ready to receive.
public abstract class UcTest extends UnreliableTest<UcConnection> {
  protected UcTest() {
    super(UcConnection::new);
  }

  /// The connection with the DUT.
  protected final UcConnection connection() {
    return tt().channel();
  }
}
