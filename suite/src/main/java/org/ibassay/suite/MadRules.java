package org.ibassay.suite;

import static org.ibassay.wire.mad.MadHeader.ATTRIBUTE_ID;
import static org.ibassay.wire.mad.MadHeader.ATTRIBUTE_MODIFIER;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.ibassay.link.mad.Exchange;
import org.ibassay.link.mad.Misfit;
import org.ibassay.link.mad.NearMiss;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.SaAttributes;
import org.ibassay.wire.sa.SaMethod;
import org.jspecify.annotations.Nullable;

/// The rules for every response in management datagrams.
final class MadRules {
  private final Steps steps;
  private final String lengthStep;
  private final String requestStep;
  private final String attributeStep;
  private final String aliveStep;
  private final @Nullable ClassRules classRules;

  /// @param classRules further rules of the management class; null for none
  MadRules(
      Steps steps,
      String lengthStep,
      String requestStep,
      String attributeStep,
      String aliveStep,
      @Nullable ClassRules classRules) {
    this.steps = steps;
    this.lengthStep = lengthStep;
    this.requestStep = requestStep;
    this.attributeStep = attributeStep;
    this.aliveStep = aliveStep;
    this.classRules = classRules;
  }

  void verify(Exchange exchange) throws TestException {
    boolean answered = exchange.state() == Exchange.State.ANSWERED;
    NearMiss miss = exchange.putRight();
    if (miss != null) {
      verifyBelongs(miss.request(), miss.mad(), miss.frame(), false);
    }
    if (answered || exchange.nearMiss() || exchange.misfit() != null) {
      verifyLength(exchange);
    }
    if (answered || exchange.nearMiss()) {
      verifyBelongs(exchange.request(), exchange.response(), exchange.responseFrame(), answered);
    }
    if (answered) {
      steps.stillAlive(aliveStep);
      MemorySegment request = Objects.requireNonNull(steps.body().request);
      MemorySegment response = exchange.response();
      steps
          .checks()
          .verifyAt(
              attributeStep,
              exchange.responseFrame(),
              isAttributeOf(request, response)
                  && ATTRIBUTE_MODIFIER.get(response, 0) == ATTRIBUTE_MODIFIER.get(request, 0),
              () -> firstOther(request, response, ATTRIBUTE_ID, ATTRIBUTE_MODIFIER),
              () -> echo(request),
              () -> echo(response));
      if (classRules != null) {
        classRules.verify(exchange.request(), response, exchange.responseFrame());
      }
    }
  }

  /// Whether a response has the AttributeID of its request; a GetMultiResp has that of its records,
  /// or that of its request if its status is not 0.
  private static boolean isAttributeOf(MemorySegment request, MemorySegment response) {
    long asked = ATTRIBUTE_ID.get(request, 0);
    long actual = ATTRIBUTE_ID.get(response, 0);
    int method = (int) MadHeader.METHOD.get(request, 0);
    long answered =
        isOfAdministration(request) ? SaAttributes.answered(method, (int) asked) : asked;
    return actual == answered || (actual == asked && MadHeader.STATUS.get(response, 0) != 0);
  }

  /// Checks that a response matches its request.
  private void verifyBelongs(
      MemorySegment request, MemorySegment response, long frame, boolean belongs) {
    steps
        .checks()
        .verifyAt(
            requestStep,
            frame,
            belongs,
            () -> otherIdentity(request, response),
            () -> identity(request, responseMethod(request)) + " in response to " + lastRequest(),
            () -> identity(response, MadHeader.METHOD.get(response, 0)));
  }

  private static int responseMethod(MemorySegment request) {
    int method = (int) MadHeader.METHOD.get(request, 0);
    return isOfAdministration(request) ? SaMethod.response(method) : Method.response(method);
  }

  private static boolean isOfAdministration(MemorySegment mad) {
    return MadHeader.MGMT_CLASS.get(mad, 0) == Gmp.SUBNET_ADMINISTRATION;
  }

  private static String identity(MemorySegment mad, long method) {
    return "TransactionID 0x%016X, MgmtClass 0x%02X, Method 0x%02X"
        .formatted(MadHeader.TRANSACTION_ID.get(mad, 0), MadHeader.MGMT_CLASS.get(mad, 0), method);
  }

  /// @throws TestException if bytes of the data are missing, so that nothing can be checked
  private void verifyLength(Exchange exchange) throws TestException {
    if (!steps.port().reportsLength()) {
      steps
          .body()
          .log
          .notApplicable(
              lengthStep, "the stack below the tester does not report how long a MAD is");
      return;
    }
    Misfit misfit = exchange.misfit();
    steps
        .checks()
        .verifyAt(
            lengthStep,
            misfit == null ? exchange.responseFrame() : misfit.frame(),
            misfit == null,
            () -> Smp.BYTES_OF_MAD + " bytes in response to " + lastRequest(),
            () -> String.valueOf(misfit));
    if (misfit != null && misfit.bytes() < endOfData(exchange.request())) {
      throw new TestException(
          TestException.Cause.DUT,
          "step %s: the response to %s is truncated to %d bytes"
              .formatted(steps.current(), lastRequest(), misfit.bytes()));
    }
  }

  /// The number of bytes that carry data; an SMP has only reserved bytes after its data.
  private static int endOfData(MemorySegment request) {
    long mgmtClass = MadHeader.MGMT_CLASS.get(request, 0);
    boolean isSmp = mgmtClass == Smp.LID_ROUTED || mgmtClass == Smp.DIRECTED_ROUTE;
    return isSmp ? Smp.DATA + Smp.DATA_BYTES : Smp.BYTES_OF_MAD;
  }

  /// The first of TransactionID and MgmtClass that differs. Bits of a TransactionID that are not
  /// the tester's do not count.
  private @Nullable WrongField otherIdentity(MemorySegment request, MemorySegment response) {
    long wrongBits =
        MadHeader.TRANSACTION_ID.get(request, 0) ^ MadHeader.TRANSACTION_ID.get(response, 0);
    return (wrongBits & steps.port().transactionBits()) == 0
        ? firstOther(request, response, MadHeader.MGMT_CLASS)
        : firstOther(request, response, MadHeader.TRANSACTION_ID);
  }

  /// The first of these header fields that differs from the request; null for none.
  private static @Nullable WrongField firstOther(
      MemorySegment request, MemorySegment response, Field... fields) {
    for (Field field : fields) {
      long expected = field.get(request, 0);
      long actual = field.get(response, 0);
      if (actual != expected) {
        return WrongField.inMad(field, 0, 0, expected, actual);
      }
    }
    return null;
  }

  private static String echo(MemorySegment mad) {
    return "AttributeID 0x%04X, AttributeModifier 0x%08X"
        .formatted(ATTRIBUTE_ID.get(mad, 0), ATTRIBUTE_MODIFIER.get(mad, 0));
  }

  /// The latest request and its place, for messages.
  String lastRequest() {
    Body body = steps.body();
    String where = body.place.coordinates().isEmpty() ? "" : " (" + body.place + ")";
    return body.requestName + where;
  }
}
