package org.ibassay.link.dut;

import java.util.Optional;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;

/// A device under test that a URI names and a driver has understood: all that the URI says is
/// valid. Nothing is open yet; whether the device can be reached shows when it is opened.
public interface DutTarget {
  /// The URI that was read.
  DutUri uri();

  /// Opens the device. Each call opens it anew.
  ///
  /// @param tap sees every packet
  /// @param timing how long to wait for answers and how often to ask
  /// @throws LinkException when the tester's side cannot reach out
  Dut open(Tap tap, Timing timing) throws LinkException, InterruptedException;

  /// The fabric around the tester's port, where the driver can reach nodes of it by directed route.
  default Optional<FabricAccess> fabric() {
    return Optional.empty();
  }
}
