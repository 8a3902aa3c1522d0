package org.ibassay.link.sa;

import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.mad.Exchange;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.wire.sa.SaRequest;

/// A port to subnet administration: GMPs to queue pair 1 of the subnet manager's port. The link
/// uses the well-known Q_Key and the default partition.
///
/// @param port sends the requests
/// @param smLid the LID of the port of the SA
public record SaPort(MadPort port, int smLid) {

  /// Returns the SA of the subnet's master SM, whose LID is MasterSMLID of the tester's port.
  ///
  /// @throws LinkException if the tester's port does not answer, or knows no subnet manager
  public static SaPort ofMaster(MadPort port, Label label)
      throws LinkException, InterruptedException {
    int smLid = TesterPort.read(port, label).smLid();
    if (smLid == 0) {
      throw new LinkException(
          "no subnet manager has configured the tester's port: its MasterSMLID is 0");
    }
    return new SaPort(port, smLid);
  }

  /// Sends a request, and waits for the response.
  ///
  /// @param patience how long to wait until a response begins, or until it is complete if the stack
  ///   below reassembles it; and the number of retries
  public SaAnswer ask(SaRequest request, Timing patience, Label label)
      throws LinkException, InterruptedException {
    Exchange exchange = port.start(request.mad(), new Route.Lid(smLid), patience, label);
    try {
      port.await(exchange);
      return SaAnswer.of(exchange);
    } finally {
      port.release(exchange);
    }
  }
}
