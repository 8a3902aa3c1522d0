package org.ibassay.link.sa;

import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.mad.Exchange;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.wire.sa.SaRequest;

/// A port to subnet administration: GMPs to queue pair 1 of the subnet manager's port. Q_Key and
/// partition are the link's affair: the well-known ones.
///
/// @param port carries the requests, as it carries SMPs
/// @param smLid the LID of the port where the SA answers
public record SaPort(MadPort port, int smLid) {

  /// The SA of the subnet's own manager, whose LID is MasterSMLID of the tester's port.
  ///
  /// @throws LinkException when the tester's port does not answer, or knows no subnet manager
  public static SaPort ofMaster(MadPort port, Label label)
      throws LinkException, InterruptedException {
    int smLid = TesterPort.read(port, label).smLid();
    if (smLid == 0) {
      throw new LinkException(
          "no subnet manager has configured the tester's port: its MasterSMLID is 0");
    }
    return new SaPort(port, smLid);
  }

  /// Asks, and waits for the answer.
  ///
  /// @param patience how long to wait until an answer begins to come, and how often to ask again;
  ///   where the stack below puts answers together, until it is there to its end
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
