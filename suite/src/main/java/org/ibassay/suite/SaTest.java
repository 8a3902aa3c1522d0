package org.ibassay.suite;

import static org.ibassay.wire.mad.RmppStatus.BAD_TYPE;
import static org.ibassay.wire.mad.RmppStatus.FIRST_AND_SEGMENT_NUMBER;
import static org.ibassay.wire.mad.RmppStatus.ILLEGAL_STATUS;
import static org.ibassay.wire.mad.RmppStatus.LAST_AND_PAYLOAD_LENGTH;
import static org.ibassay.wire.mad.RmppStatus.UNSUPPORTED_VERSION;

import java.math.BigInteger;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.ibassay.link.Exchange;
import org.ibassay.link.Route;
import org.ibassay.link.Timing;
import org.ibassay.link.rmpp.RmppFailure;
import org.ibassay.link.rmpp.RmppMessage;
import org.ibassay.link.sa.SaAnswer;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaAttributes;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;
import org.jspecify.annotations.Nullable;

/// # Every test of subnet administration
///
/// ## Always
///
/// - R3: A response of subnet administration has BaseVersion 1 and ClassVersion 2. [ia-sa#01]
/// - R4: A table comes by RMPP, as one whole transfer: RMPPFlags.Active is 1, segments are numbered
///   from 1, First and Last are where they belong. What is not a table comes without RMPP.
///   [ia-sa#02]
/// - R5: What a table's PayloadLengths say is what comes, and it is a whole number of records,
///   AttributeOffset apart. [ia-sa#03]
public abstract class SaTest extends MadTest {
  /// What a receiver gives a transfer up for when its segments contradict each other; the other
  /// reasons may be lost packets, or the tester's own limits.
  private static final Set<Integer> CONTRADICTIONS =
      Set.of(
          UNSUPPORTED_VERSION,
          BAD_TYPE,
          ILLEGAL_STATUS,
          FIRST_AND_SEGMENT_NUMBER,
          LAST_AND_PAYLOAD_LENGTH);

  private @Nullable SaRequest asked;
  private @Nullable RmppFailure brokenOff;

  /// The LID of the port where subnet administration answers.
  protected abstract int saLid();

  // --- requests and answers

  /// A request for the one record that has these components.
  protected final SaRequest subnAdmGet(SaAttribute attribute) {
    return SaRequest.of(SaMethod.GET, attribute);
  }

  /// A request for all records that have these components.
  protected final SaRequest subnAdmGetTable(SaAttribute attribute) {
    return SaRequest.of(SaMethod.GET_TABLE, attribute);
  }

  /// A request to make or to change a record.
  protected final SaRequest subnAdmSet(SaAttribute attribute) {
    return SaRequest.of(SaMethod.SET, attribute);
  }

  /// A request to delete a record.
  protected final SaRequest subnAdmDelete(SaAttribute attribute) {
    return SaRequest.of(SaMethod.DELETE, attribute);
  }

  /// Sends a request to subnet administration; [#receiveSa] waits for its answer.
  protected final void sendMad(SaRequest request) throws TestException {
    send(request, port().timing());
  }

  /// Sends a request once, come what may: it would mean something else the second time.
  protected final void sendMadOnce(SaRequest request) throws TestException {
    send(request, port().timing().once());
  }

  private void send(SaRequest request, Timing timing) throws TestException {
    asked = request;
    start(request.mad(), name(request), new Route.Lid(saLid()), timing);
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

  /// The answer of subnet administration to what was sent last.
  ///
  /// @throws TestException when there is none, when it did not come whole, or when it only says
  ///   that the SA is busy or elsewhere
  protected final SaPacketSpec receiveSa() throws TestException {
    SaPacketSpec response = receiveSaIfAny();
    if (response == null) {
      throw unusable(
          brokenOff == null
              ? "no answer to " + lastRequest()
              : "no whole answer to " + lastRequest() + ": " + brokenOff);
    }
    if (response.header(MadStatus.BUSY) == 1) {
      throw unusable("subnet administration is busy, says " + response);
    }
    if (response.header(MadStatus.REDIRECT) == 1) {
      throw unusable(response + " points to another port, where the DUT is not judged");
    }
    if (response.isTable() && response.status() == 0 && !hasLength(response)) {
      throw unusable(response + " came without RMPP, so its length is not known");
    }
    return response;
  }

  private TestException unusable(String why) {
    return new TestException(TestException.Cause.DUT, "step " + body().step + ": " + why);
  }

  /// The answer of subnet administration to what was sent last, or null when none came.
  protected final @Nullable SaPacketSpec receiveSaIfAny() throws TestException {
    return receive(this::taken);
  }

  private @Nullable SaPacketSpec taken(Exchange exchange) {
    brokenOff = exchange.brokenOff();
    if (brokenOff != null) {
      verifyTransfer(brokenOff, exchange.responseFrame());
    }
    if (exchange.state() != Exchange.State.ANSWERED) {
      return null;
    }
    SaRequest request = Objects.requireNonNull(asked, "sendMad comes first");
    SaPacketSpec response = SaPacketSpec.of(SaAnswer.of(exchange), attribute(request));
    verifyVersions(response);
    verifyTransfer(response);
    if (hasLength(response)) {
      verifyLength(response);
    }
    return response;
  }

  // --- what holds of every answer

  private void verifyVersions(SaPacketSpec response) {
    long base = response.header(MadHeader.BASE_VERSION);
    long ofClass = response.header(MadHeader.CLASS_VERSION);
    verifyAt(
        "R3",
        response.frame(),
        base == 1 && ofClass == SaHeader.CLASS_VERSION,
        () ->
            base == 1
                ? WrongField.inMad(MadHeader.CLASS_VERSION, 0, 0, SaHeader.CLASS_VERSION, ofClass)
                : WrongField.inMad(MadHeader.BASE_VERSION, 0, 0, 1, base),
        () -> "BaseVersion 1, ClassVersion 2 in " + response,
        () -> "BaseVersion " + shown(base) + ", ClassVersion " + shown(ofClass));
  }

  private void verifyTransfer(RmppFailure failure, long frame) {
    if (!failure.byPeer() && CONTRADICTIONS.contains(failure.status())) {
      verifyAt(
          "R4",
          frame,
          false,
          () -> "segments that fit together in answer to " + lastRequest(),
          failure::toString);
    }
  }

  /// A table that is only a status may come either way.
  private void verifyTransfer(SaPacketSpec response) {
    long active = response.header(RmppHeader.ACTIVE);
    long expected = response.isTable() ? 1 : 0;
    if (!response.isTable() || response.status() == 0) {
      verifyAt(
          "R4",
          response.frame(),
          active == expected,
          () -> WrongField.inMad(RmppHeader.ACTIVE, 0, 0, expected, active),
          () -> "RMPPFlags.Active " + expected + " in " + response,
          () -> "RMPPFlags.Active " + active);
    }
  }

  /// Only RMPP tells how long a table is.
  private static boolean hasLength(SaPacketSpec response) {
    return response.isTable() && response.status() == 0 && response.header(RmppHeader.ACTIVE) == 1;
  }

  private void verifyLength(SaPacketSpec table) {
    RmppMessage transfer = table.transfer();
    if (transfer != null) {
      long declared = transfer.declaredLength();
      long actual = transfer.actualLength();
      verifyAt(
          "R5",
          table.frame(),
          declared == 0 || declared == actual,
          () -> "PayloadLength %d, or 0, in the first segment of %s".formatted(actual, table),
          () -> "PayloadLength " + declared);
    }
    if (!table.isLengthKnown()) {
      body()
          .log
          .inconclusive(
              "R5", "the stack below the tester does not tell how long %s is".formatted(table));
      return;
    }
    verifyAt(
        "R5",
        table.frame(),
        table.hasWholeRecords(),
        () ->
            "a whole number of %ss of at least %d bytes in %s"
                .formatted(table.attribute().name(), table.attribute().layout().bytes(), table),
        () ->
            "AttributeOffset %d, %s"
                .formatted(table.distance() / 8, counted(table.dataBytes(), "byte")));
  }

  // --- checks

  /// `MADHeader:Status` is 0; of an answer that fails this, nothing else means anything.
  ///
  /// @throws TestException when it is not, after the check was made
  protected final void verifyStatusOk(SaPacketSpec response) throws TestException {
    if (!verifyStatus(response, SaStatus.OK)) {
      throw unusable(lastRequest() + " was answered with status " + response.statusText());
    }
  }

  /// `MADHeader:Status` has a certain class-specific part, and is 0 else.
  ///
  /// @param expected one of [SaStatus]
  protected final boolean verifyStatus(SaPacketSpec response, int expected) {
    return verify(
        response,
        response.status() == SaStatus.inStatus(expected),
        () ->
            WrongField.inMad(
                MadHeader.STATUS, 0, 0, SaStatus.inStatus(expected), response.status()),
        () ->
            "MADHeader:Status 0x%04X (%s)"
                .formatted(SaStatus.inStatus(expected), SaStatus.name(expected)),
        () -> "MADHeader:Status " + response.statusText());
  }

  /// A condition holds; the texts are made only when it does not.
  protected final boolean verify(
      SaPacketSpec about, boolean passed, Supplier<String> expected, Supplier<String> actual) {
    return verify(about.frame(), passed, expected, actual);
  }

  private boolean verify(
      SaPacketSpec about,
      boolean passed,
      Supplier<@Nullable WrongField> field,
      Supplier<String> expected,
      Supplier<String> actual) {
    return verifyAt(body().step, about.frame(), passed, field, expected, actual);
  }

  /// A condition on a component holds. Where that did not come the check is inconclusive.
  ///
  /// @param expected completes "expected ..."
  /// @param actual what came instead; of which record is added
  protected final boolean verify(
      SaRecord record,
      Field component,
      boolean passed,
      Supplier<String> expected,
      Supplier<String> actual) {
    return verify(record, component, null, passed, expected, actual);
  }

  /// The same.
  ///
  /// @param only the one value that would do; null where several would
  protected final boolean verify(
      SaRecord record,
      Field component,
      @Nullable Long only,
      boolean passed,
      Supplier<String> expected,
      Supplier<String> actual) {
    BigInteger value = only == null ? null : WrongField.unsigned(only);
    return verify(
        record, component, 0, passed, () -> record.wrong(component, 0, value), expected, actual);
  }

  private boolean verify(
      SaRecord record,
      Field component,
      int index,
      boolean passed,
      Supplier<@Nullable WrongField> field,
      Supplier<String> expected,
      Supplier<String> actual) {
    if (!record.has(component, index)) {
      inconclusive(record.whyNot(component));
      return true;
    }
    return verifyAt(
        body().step, record.frame(), passed, field, expected, () -> actual.get() + " in " + record);
  }

  /// There are no records: a status that says so or, of a table, none in it; or the request is
  /// refused as one that cannot be met.
  protected final boolean verifyNoRecords(SaPacketSpec response) {
    return verify(
        response,
        response.hasNoRecords() || response.isRefusal(),
        () -> "no records in " + response,
        () ->
            "status "
                + response.statusText()
                + (response.isTable()
                    ? " and " + counted(response.records().size(), "record")
                    : " in " + response.record()));
  }

  /// A component of a record has the value expected.
  protected final boolean verifyData(SaRecord record, Field component, long expected) {
    return verifyData(record, component, 0, expected);
  }

  /// Element `index` of a repeated component of a record has the value expected.
  protected final boolean verifyData(SaRecord record, Field component, int index, long expected) {
    String element = component.count() == 1 ? "" : "[%d]".formatted(index);
    long actual = record.data(component, index);
    return verify(
        record,
        component,
        index,
        actual == expected,
        () -> record.wrong(component, index, WrongField.unsigned(expected)),
        () -> component.name() + element + " " + shown(component, expected),
        () -> component.name() + element + " " + shown(component, actual));
  }

  /// A component of a record is the GID expected.
  protected final boolean verifyGid(SaRecord record, Field component, Gid expected) {
    Gid actual = record.gid(component);
    return verify(
        record,
        component,
        0,
        actual.equals(expected),
        () -> record.wrong(component, 0, expected.number()),
        () -> component.name() + " " + expected,
        () -> component.name() + " " + actual);
  }
}
