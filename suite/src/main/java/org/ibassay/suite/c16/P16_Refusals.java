package org.ibassay.suite.c16;

import java.time.Duration;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.PmTest;
import org.ibassay.suite.Reading;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.pm.PmAttributes;
import org.ibassay.wire.pm.PmClassPortInfo;
import org.ibassay.wire.pm.PortCounters;

/// # Performance management rejects unsupported attributes and methods
///
/// - Section: 13.4.7
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: a LID at both ends, and an Active link
/// - Assertions: ia-p16-refusals#01, ia-p16-refusals#02, ia-p16-refusals#03, ia-p16-refusals#04,
///   ia-p16-refusals#05, ia-p16-refusals#06, ia-p16-refusals#07
///
/// The agent rejects attributes and methods that do not exist, ignores MADs that are no requests,
/// and continues to respond.
///
/// ## Notes
///
/// - This test is the suite's own.
/// - The code for an attribute that does not exist is the reading `unsupported-attribute-code`, for
///   a method `pma-unknown-method`. An AttributeModifier other than 0 is the reading
///   `modifier-ignored`.
/// - Optional attributes are those of 16.1.4, annex A10 and annex A13, and PortSamplesControl,
///   PortSamplesResult and ExtendedSpeeds counters. Which of them a device has only its responses
///   show.
///
/// ## Procedure
///
/// - 1: Repeat all steps for each port that a tester port reaches. SubnGet(PortInfo) at both ends:
///   LID is not 0, PortState is Active. All requests go to QP1 of the DUT's LID.
///   SendMad(PerformanceGet) of the attributes 0x0000, 0x00FE and 0x7FFF; verify that it is
///   rejected with code 3 or 2, or gets no response. [ia-p16-refusals#01]
/// - 2: Repeat for each optional attribute: SendMad(PerformanceGet) with PortSelect as the port
///   that receives it. Verify Status.Code 0, 2 or 3. [ia-p16-refusals#02]
/// - 3: Methods 0x12 and 0x7F with PortCounters: verify that Status.Code is 2 or 3, or that there
///   is no response. [ia-p16-refusals#03]
/// - 4: A PerformanceGetResp(PortCounters): verify that there is no response. [ia-p16-refusals#04]
/// - 5: SendMad(PerformanceGet(PortCounters)) with AttributeModifier 1, 0x10000 and 0x80000000:
///   verify Status.Code 0 or 7. [ia-p16-refusals#05]
/// - 6: SendMad(PerformanceGet(PortCounters)): verify Status.Code == 0. [ia-p16-refusals#05]
/// - 7: PerformanceSet(PortCounters) of SymbolErrorCounter to 9, then PerformanceGet(PortCounters)
///   with the TransactionID of step 6; where packets may be duplicated, wait for 100 ms before it.
///   Verify that there is a response, with SymbolErrorCounter as in a PerformanceGet(PortCounters)
///   after it. If there is none, a PerformanceGet(PortCounters) with another TransactionID must get
///   one. [ia-p16-refusals#06]
/// - 7.1: PerformanceSet(PortCounters) of SymbolErrorCounter to 4, with the TransactionID of the
///   Set of step 7. Verify that there is a response, of a device that writes what a Set has with
///   SymbolErrorCounter 4, as in a PerformanceGet(PortCounters) after it. [ia-p16-refusals#07]
/// - 8: PerformanceSet(PortCounters) of SymbolErrorCounter to its value in step 6.
@Td(
    dut = {DutKind.CA, DutKind.ROUTER, DutKind.SWITCH},
    effect = Effect.CHANGES)
public final class P16_Refusals extends PmTest {
  private static final int[] ATTRIBUTES = {0x0000, 0x00FE, 0x7FFF};
  private static final int[] METHODS = {0x12, 0x7F};
  private static final long[] MODIFIERS = {1, 0x1_0000, 0x8000_0000L};
  private static final long SYMBOL_ERRORS = 9;
  private static final long FEWER_ERRORS = 4;
  private static final Duration DUPLICATES = Duration.ofMillis(100);

  @Override
  protected void procedure(int port) throws TestException {
    step("1");
    throughQp1(() -> refusals(port));
  }

  private void refusals(int port) throws TestException {
    for (int attribute : ATTRIBUTES) {
      at("AttributeID", attribute, () -> verifyUnknown(attribute));
    }
    for (GmpAttribute attribute : PmAttributes.all()) {
      if (!attribute.equals(PmClassPortInfo.ATTRIBUTE)
          && !attribute.equals(PortCounters.ATTRIBUTE)) {
        at("AttributeID", attribute.id(), () -> verifyOptional(attribute, port));
      }
    }
    for (int method : METHODS) {
      at("Method", method, () -> verifyMethod(method, port));
    }
    step("4");
    sendMadOnce(counters(Method.GET_RESP, port));
    MadPacketSpec answer = receiveMadIfAny();
    verify(
        answer == null ? 0 : answer.frame(),
        answer == null,
        () -> "no response to PerformanceGetResp(PortCounters)",
        () -> String.valueOf(answer));
    for (long modifier : MODIFIERS) {
      at("AttributeModifier", modifier, () -> noteModifier(modifier, port));
    }
    step("6");
    sendMad(counters(Method.GET, port));
    MadPacketSpec read = receiveMad();
    needs(verifyStatusOk(read), "PortCounters was not read");
    step("7");
    MadPacketSpec set = exchangeOk(symbolErrors(port, SYMBOL_ERRORS));
    verifyTransactionId(port, read.header(MadHeader.TRANSACTION_ID));
    step("7.1");
    verifySetAgain(port, set);
    step("8");
    exchangeOk(symbolErrors(port, read.data(PortCounters.SYMBOL_ERROR_COUNTER)));
  }

  private void noteModifier(long modifier, int port) throws TestException {
    step("5");
    sendMad(counters(Method.GET, port).attributeModifier(modifier));
    MadPacketSpec modified = receiveMad();
    boolean isIgnored = modified.status() == MadStatus.OK;
    if (!isIgnored) {
      verifyStatusCode(modified, MadStatus.INVALID_FIELD);
    }
    reading(modified.frame(), Reading.MODIFIER_IGNORED, isIgnored ? "ignored" : "code-7");
  }

  private static MadPacketSpec symbolErrors(int port, long value) {
    PortCounter counter = PortCounter.PLAIN.getFirst();
    return CounterAttribute.PLAIN.set(port, counter.mask(), _ -> value);
  }

  private void verifyTransactionId(int port, long earlier) throws TestException {
    if (!isExclusive()) {
      waitFor(DUPLICATES);
    }
    MadPacketSpec again = counters(Method.GET, port).setHeader(MadHeader.TRANSACTION_ID, earlier);
    sendMad(again);
    MadPacketSpec answer = receiveMadIfAny();
    MadPacketSpec read = read(PortCounters.ATTRIBUTE, port);
    long expected = read.data(PortCounters.SYMBOL_ERROR_COUNTER);
    if (answer == null && !isExclusive()) {
      sendMad(again);
      answer = receiveMadIfAny();
    }
    MadPacketSpec last = answer;
    verify(
        last == null ? again : last,
        last != null,
        () -> "a response to a request with the TransactionID of an earlier one",
        () -> "none; with another TransactionID, there is one");
    if (last != null) {
      long is = last.data(PortCounters.SYMBOL_ERROR_COUNTER);
      verify(
          last,
          is == expected
              || (!isExclusive()
                  && (is >= SYMBOL_ERRORS || (is < expected && expected < SYMBOL_ERRORS))),
          () -> "SymbolErrorCounter " + expected,
          () -> "SymbolErrorCounter " + is);
    }
  }

  /// @param earlier response to an earlier Set
  private void verifySetAgain(int port, MadPacketSpec earlier) throws TestException {
    boolean isWritten = isStored(earlier, PortCounters.SYMBOL_ERROR_COUNTER, SYMBOL_ERRORS);
    if (!isExclusive()) {
      waitFor(DUPLICATES);
    }
    MadPacketSpec again = symbolErrors(port, FEWER_ERRORS);
    sendMad(again.setHeader(MadHeader.TRANSACTION_ID, earlier.header(MadHeader.TRANSACTION_ID)));
    MadPacketSpec answer = receiveMadIfAny();
    MadPacketSpec read = read(PortCounters.ATTRIBUTE, port);
    verify(
        answer == null ? again : answer,
        answer != null,
        () -> "a response to a Set with the TransactionID of an earlier one",
        () -> "none; a Get gets one");
    if (isWritten && answer != null) {
      verifyErrors(answer, PortCounters.SYMBOL_ERROR_COUNTER, FEWER_ERRORS);
      verifyErrors(read, PortCounters.SYMBOL_ERROR_COUNTER, FEWER_ERRORS);
    }
  }

  private static MadPacketSpec counters(int method, int port) {
    return MadPacketSpec.performance(method, PortCounters.ATTRIBUTE.id())
        .setData(PortCounters.PORT_SELECT, port);
  }

  private void verifyUnknown(int attribute) throws TestException {
    step("1");
    sendMadOnce(MadPacketSpec.performance(Method.GET, attribute));
    MadPacketSpec answer = receiveMadIfAny();
    if (answer == null) {
      reading(0, Reading.UNSUPPORTED_ATTRIBUTE_CODE, "silence");
    } else {
      noteStatusCode(answer, Reading.UNSUPPORTED_ATTRIBUTE_CODE);
    }
  }

  private void verifyOptional(GmpAttribute attribute, int port) throws TestException {
    step("2");
    sendMadOnce(performanceGet(attribute).setData(PortCounters.PORT_SELECT, port));
    MadPacketSpec answer = receiveMadIfAny();
    if (answer == null) {
      reading(0, Reading.UNSUPPORTED_ATTRIBUTE_CODE, "silence");
    } else if (answer.status() != MadStatus.OK) {
      noteStatusCode(answer, Reading.UNSUPPORTED_ATTRIBUTE_CODE);
    } else {
      verifyStatusOk(answer);
    }
  }

  private void verifyMethod(int method, int port) throws TestException {
    step("3");
    sendMadOnce(counters(method, port));
    MadPacketSpec answer = receiveMadIfAny();
    if (answer == null) {
      reading(0, Reading.PMA_UNKNOWN_METHOD, "silence");
    } else {
      noteStatusCode(answer, Reading.PMA_UNKNOWN_METHOD);
    }
  }
}
