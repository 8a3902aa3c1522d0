package org.ibassay.suite;

import java.util.Objects;
import org.ibassay.link.Timing;
import org.ibassay.link.mad.Exchange;
import org.ibassay.link.mad.Route;
import org.ibassay.link.rmpp.RmppFailure;
import org.ibassay.link.sa.SaAnswer;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaAttributes;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaRequest;
import org.jspecify.annotations.Nullable;

/// Sends requests to subnet administration and receives its responses, one at a time. Checks in
/// each response what applies to all responses.
final class SaExchange {
  private final MadExchange mads;
  private final SaResponseRules rules;
  private @Nullable SaRequest request;
  private @Nullable RmppFailure brokenOff;

  /// @param versionStep where versions are checked
  /// @param transferStep where it is checked that a table is sent by RMPP
  /// @param tableStep where the length of a table is checked
  SaExchange(MadExchange mads, String versionStep, String transferStep, String tableStep) {
    this.mads = mads;
    this.rules = new SaResponseRules(mads.steps(), versionStep, transferStep, tableStep);
  }

  /// Sends a request; [#receive] waits for its response.
  ///
  /// @param lid LID of subnet administration
  void send(SaRequest saRequest, int lid) throws TestException {
    send(saRequest, lid, mads.steps().port().timing());
  }

  /// Sends a request without retries, because silence may be correct.
  void sendOnce(SaRequest saRequest, int lid) throws TestException {
    send(saRequest, lid, mads.steps().port().timing().once());
  }

  private void send(SaRequest saRequest, int lid, Timing timing) throws TestException {
    request = saRequest;
    mads.start(saRequest.mad(), name(saRequest), new Route.Lid(lid), timing);
  }

  private static String name(SaRequest request) {
    return SaMethod.name((int) MadHeader.METHOD.get(request.mad(), 0))
        + "("
        + attribute(request).name()
        + ")";
  }

  private static SaAttribute attribute(SaRequest request) {
    return SaAttributes.of((int) MadHeader.ATTRIBUTE_ID.get(request.mad(), 0)).orElseThrow();
  }

  private static SaAttribute answered(SaRequest request) {
    int method = (int) MadHeader.METHOD.get(request.mad(), 0);
    return SaAttributes.of(SaAttributes.answered(method, attribute(request).id())).orElseThrow();
  }

  /// Returns the response to the latest request.
  ///
  /// @throws TestException if there is none, if it is incomplete, or if it reports busy or a
  ///   redirection
  SaPacketSpec receive() throws TestException {
    SaPacketSpec response = mads.receive(this::taken);
    if (response == null) {
      throw mads.unusable(
          brokenOff == null
              ? "no response to " + mads.lastRequest()
              : "no complete response to " + mads.lastRequest() + ": " + brokenOff);
    }
    if (response.header(MadStatus.BUSY) == 1) {
      throw mads.unusable("subnet administration is busy: Status.Busy is 1 in " + response);
    }
    if (response.header(MadStatus.REDIRECT) == 1) {
      throw mads.unusable(response + " points to another port, where the DUT is not judged");
    }
    if (response.isTable() && response.status() == 0 && !response.hasLength()) {
      throw mads.unusable(response + " was received without RMPP, so its length is unknown");
    }
    return response;
  }

  /// Returns the response to the latest request, with any status; null if there is none.
  @Nullable SaPacketSpec receiveIfAny() throws TestException {
    return mads.receiveIfAny(this::taken);
  }

  private @Nullable SaPacketSpec taken(Exchange exchange) {
    brokenOff = exchange.brokenOff();
    if (brokenOff != null) {
      rules.verify(brokenOff, exchange.responseFrame(), mads.lastRequest());
    }
    if (exchange.state() != Exchange.State.ANSWERED) {
      return null;
    }
    SaRequest asked = Objects.requireNonNull(request, "a request is sent first");
    SaPacketSpec response = SaPacketSpec.of(SaAnswer.of(exchange), answered(asked));
    rules.verify(response);
    return response;
  }
}
