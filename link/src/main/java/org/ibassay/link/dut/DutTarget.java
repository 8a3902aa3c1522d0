package org.ibassay.link.dut;

import java.util.Optional;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;

/// A device under test with a valid URI, not open yet. Whether it can be reached is only known when
/// it is opened.
public interface DutTarget {
  /// The parsed URI.
  DutUri uri();

  /// Opens the device; each call opens it anew.
  ///
  /// @param tap receives every packet
  /// @param timing timeouts and retries
  /// @throws LinkException if the tester's side fails
  Dut open(Tap tap, Timing timing) throws LinkException, InterruptedException;

  /// The fabric at the tester's port, if the driver can reach its nodes by directed route.
  default Optional<FabricAccess> fabric() {
    return Optional.empty();
  }
}
