package org.ibassay.suite;

/// # Every test of unreliable datagrams
///
/// ## Initialization
///
/// - I1: Find out how long a datagram takes to a QP of the DUT that is ready to receive.
public abstract class DatagramTest extends UnreliableTest<DatagramPair> {
  protected DatagramTest() {
    super(DatagramPair::new);
  }

  /// The QPs.
  protected final DatagramPair pair() {
    return tt().channel();
  }
}
