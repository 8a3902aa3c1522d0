package org.ibassay.suite;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
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
    mads.start(saRequest.mad(), name(saRequest), new Route.Lid(lid), timing);
  }

  private static String name(SaRequest request) {
    int id = (int) MadHeader.ATTRIBUTE_ID.get(request.mad(), 0);
    return SaMethod.name((int) MadHeader.METHOD.get(request.mad(), 0))
        + "("
        + SaAttributes.of(id).orElseThrow().name()
        + ")";
  }

  /// Returns the attribute of the response to the latest request.
  private SaAttribute answered() {
    MemorySegment request =
        Objects.requireNonNull(mads.steps().body().request, "a request is sent first");
    int method = (int) MadHeader.METHOD.get(request, 0);
    int id = (int) MadHeader.ATTRIBUTE_ID.get(request, 0);
    return SaAttributes.of(SaAttributes.answered(method, id)).orElseThrow();
  }

  /// Returns the response to the latest request.
  ///
  /// @throws TestException if there is none, if it is incomplete, or if it reports busy or a
  ///   redirection
  SaPacketSpec receive() throws TestException {
    AtomicReference<@Nullable RmppFailure> brokenOff = new AtomicReference<>();
    SaPacketSpec response =
        mads.receive(exchange -> {
          brokenOff.set(exchange.brokenOff());
          return taken(exchange);
        });
    if (response == null) {
      throw mads.unusable(
          brokenOff.get() == null
              ? "no response to " + mads.lastRequest()
              : "no complete response to " + mads.lastRequest() + ": " + brokenOff.get());
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
    RmppFailure brokenOff = exchange.brokenOff();
    if (brokenOff != null) {
      rules.verify(brokenOff, exchange.responseFrame(), mads.lastRequest());
    }
    if (exchange.state() != Exchange.State.ANSWERED) {
      return null;
    }
    SaPacketSpec response = SaPacketSpec.of(SaAnswer.of(exchange), answered());
    rules.verify(response);
    return response;
  }
}
