package org.ibassay.suite.c16;

import java.time.Duration;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Reading;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.pm.PortSamplesControl;
import org.ibassay.wire.pm.PortSamplesResult;

/// # PortSamplesControl stores what a Set specifies and keeps what it declares
///
/// - Section: 16.1.3.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: a LID at both ends, and an Active link
/// - Assertions: ia-p16-samples-control#01, ia-p16-samples-control#02, ia-p16-samples-control#03,
///   ia-p16-samples-control#04, ia-p16-samples-control#05, ia-p16-samples-control#06,
///   ia-p16-samples-control#07
///
/// A Set of PortSamplesControl stores its read-write components and starts a sample. Its read-only
/// components declare what can be sampled, and no Set changes them.
///
/// ## Notes
///
/// - This test is the suite's own.
/// - Whether a device has PortSamplesControl only its response shows. A device with no counter for
///   the quantities of every device (bit 0 of its CounterMask) cannot be tested.
/// - CounterWidth 0 to 4 are 16, 20, 24, 28 and 32 bits. SampleStatus 3 is reserved.
/// - OpCode belongs to optional quantities and is not judged.
///
/// ## Procedure
///
/// - 1: Repeat all steps for each port that a tester port reaches. SubnGet(PortInfo) at both ends:
///   LID is not 0, PortState is Active. All requests go to QP1 of the DUT's LID.
/// - 2: SendMad(PerformanceGet(ClassPortInfo)), to which there is a response.
///   SendMad(PerformanceGet(PortSamplesControl)) with PortSelect as the port that receives it.
///   Verify Status.Code 0; or 2 or 3, or no response: then no later step applies.
///   [ia-p16-samples-control#01]
/// - 3: Verify PortSelect as in the request, CounterWidth at most 4, SampleStatus not 3, and all
///   reserved bits 0. [ia-p16-samples-control#02]
/// - 4: PerformanceSet(PortSamplesControl) with SampleStart and SampleInterval of 10 ms, a Tag, a
///   CounterSelect from 1 to 5 for each counter, and all bits of the read-only components inverted.
///   Verify that the response has Status.Code 0 and these SampleStart, SampleInterval, Tag and
///   CounterSelect. [ia-p16-samples-control#03]
/// - 5: Verify that it has the read-only components of step 2. [ia-p16-samples-control#04]
/// - 6: Wait until the sample is over. PerformanceGet(PortSamplesControl) with all read-write bits
///   inverted except OpCode and PortSelect; verify the components of steps 4 and 5, and that
///   SampleStatus is 0: a Get stores nothing and starts no sample.
///   PerformanceGet(PortSamplesResult): verify its Tag and that SampleStatus is 0.
///   [ia-p16-samples-control#05]
/// - 7: Steps 4 to 6 with SampleStart 0, twice the SampleInterval, an inverted Tag, and each
///   CounterSelect of the next counter. [ia-p16-samples-control#03, ia-p16-samples-control#04,
///   ia-p16-samples-control#05]
/// - 8: PerformanceGet and PerformanceSet of PortSamplesControl with PortSelect NUM_PORTS + 1 and
///   254, as far as there is no such port, and another Tag. Verify Status.Code 7, and that
///   PortSamplesResult has the Tag of step 7 and SampleStatus 0. [ia-p16-samples-control#06]
/// - 9: PerformanceSet(PortSamplesResult) with another Tag: verify Status.Code 2 or 3, or no
///   response, and that PortSamplesResult is unchanged. [ia-p16-samples-control#07]
@Td(
    dut = {DutKind.CA, DutKind.ROUTER, DutKind.SWITCH},
    effect = Effect.CHANGES)
public final class P16_SamplesControl extends SampleTest {
  private static final Duration SHORT = Duration.ofMillis(10);
  private static final Duration LIMIT = Duration.ofSeconds(2);
  private static final long TAG = 0xA55A;
  private static final long OTHER_TAG = 0x1234;
  private static final long TAG_MASK = 0xFFFF;
  private static final int MOST_WIDTH = 4;
  private static final int RESERVED_STATUS = 3;
  private static final int QUANTITIES = 5;
  private static final int MOST_PORTS = 254;

  @Override
  void sample(int port, SampleControl control) throws TestException {
    int numPorts = (int) nodeInfo().data(NodeInfo.NUM_PORTS);
    verifyDeclared(port, control.read());
    long ticks = control.ticks(SHORT);
    verifyStored(port, control, control.set(port, ticks, ticks, TAG, i -> 1 + i % QUANTITIES));
    step("7");
    verifyStored(
        port,
        control,
        control.set(port, 0, 2 * ticks, TAG ^ TAG_MASK, i -> 1 + (i + 1) % QUANTITIES));
    if (numPorts == MOST_PORTS) {
      leaveOut("each PortSelect is that of a port of the DUT", "8", "8");
    }
    for (int missing : new int[] {numPorts + 1, MOST_PORTS}) {
      if (missing > numPorts && missing <= MOST_PORTS) {
        at("PortSelect", missing, () -> verifyMissing(missing, control));
      }
    }
    verifyReadOnly();
  }

  private void verifyDeclared(int port, MadPacketSpec read) {
    verifyData(read, PortSamplesControl.PORT_SELECT, port);
    long width = read.data(PortSamplesControl.COUNTER_WIDTH);
    verify(
        read,
        width <= MOST_WIDTH,
        () -> "CounterWidth from 0 to " + MOST_WIDTH,
        () -> "CounterWidth " + width);
    long status = read.data(PortSamplesControl.SAMPLE_STATUS);
    verify(
        read,
        status != RESERVED_STATUS,
        () -> "SampleStatus from 0 to 2",
        () -> "SampleStatus " + status);
    verifyReserved(read, PortSamplesControl.ATTRIBUTE);
  }

  private void verifyStored(int port, SampleControl control, MadPacketSpec set)
      throws TestException {
    for (Field field : PortSamplesControl.ATTRIBUTE.layout().fields()) {
      if (field.access() == Access.RO) {
        set.setData(field, ~control.read().data(field) & mask(field));
      }
    }
    step("4");
    MadPacketSpec response = start(set);
    if (response.status() == MadStatus.OK) {
      verifyWritten(response, set, control);
      step("5");
      verifyDeclarations(response, control);
    }
    step("6");
    needs(isDoneBy(now() + LIMIT.toNanos()), "the sample does not end");
    MadPacketSpec get = performanceGet(PortSamplesControl.ATTRIBUTE);
    for (Field field : PortSamplesControl.ATTRIBUTE.layout().fields()) {
      boolean isStored = field.access() == Access.RW && !field.equals(PortSamplesControl.OP_CODE);
      for (int i = 0; isStored && i < field.count(); i++) {
        get.setData(field, i, ~set.data(field, i) & mask(field));
      }
    }
    MadPacketSpec read = exchangeOk(get.setData(PortSamplesControl.PORT_SELECT, port));
    verifyWritten(read, set, control);
    verifyDeclarations(read, control);
    verifyData(read, PortSamplesControl.SAMPLE_STATUS, SampleControl.DONE);
    verifyResult(set.data(PortSamplesControl.TAG));
  }

  private static long mask(Field field) {
    return field.width() == Long.SIZE ? -1 : field.max();
  }

  private void verifyWritten(MadPacketSpec read, MadPacketSpec set, SampleControl control) {
    verifyData(read, PortSamplesControl.SAMPLE_START, set.data(PortSamplesControl.SAMPLE_START));
    verifyData(
        read, PortSamplesControl.SAMPLE_INTERVAL, set.data(PortSamplesControl.SAMPLE_INTERVAL));
    verifyData(read, PortSamplesControl.TAG, set.data(PortSamplesControl.TAG));
    for (int counter : control.counters()) {
      long select = set.data(PortSamplesControl.COUNTER_SELECT, counter);
      verifyData(read, PortSamplesControl.COUNTER_SELECT, counter, select);
    }
  }

  private void verifyDeclarations(MadPacketSpec read, SampleControl control) {
    for (Field field : PortSamplesControl.ATTRIBUTE.layout().fields()) {
      if (field.access() == Access.RO && !field.equals(PortSamplesControl.SAMPLE_STATUS)) {
        verifyData(read, field, control.read().data(field));
      }
    }
  }

  private void verifyResult(long tag) throws TestException {
    MadPacketSpec result = result();
    verifyData(result, PortSamplesResult.TAG, tag);
    verifyData(result, PortSamplesResult.SAMPLE_STATUS, SampleControl.DONE);
  }

  private void verifyMissing(int port, SampleControl control) throws TestException {
    step("8");
    sendMad(
        performanceGet(PortSamplesControl.ATTRIBUTE).setData(PortSamplesControl.PORT_SELECT, port));
    verifyStatusCode(receiveMad(), MadStatus.INVALID_FIELD);
    sendMad(control.set(port, 0, control.ticks(LIMIT), OTHER_TAG, _ -> 1));
    verifyStatusCode(receiveMad(), MadStatus.INVALID_FIELD);
    verifyResult(TAG ^ TAG_MASK);
  }

  private void verifyReadOnly() throws TestException {
    step("9");
    MadPacketSpec before = result();
    sendMadOnce(
        performanceSet(PortSamplesResult.ATTRIBUTE).setData(PortSamplesResult.TAG, OTHER_TAG));
    MadPacketSpec answer = receiveMadIfAny();
    if (answer == null) {
      reading(0, Reading.UNSUPPORTED_ATTRIBUTE_CODE, "silence");
    } else {
      noteStatusCode(answer, Reading.UNSUPPORTED_ATTRIBUTE_CODE);
    }
    MadPacketSpec after = result();
    for (Field field : PortSamplesResult.ATTRIBUTE.layout().fields()) {
      for (int i = 0; i < field.count(); i++) {
        long expected = before.data(field, i);
        long actual = after.data(field, i);
        verify(
            after,
            actual == expected,
            () -> "%s %d".formatted(field.name(), expected),
            () -> "%s %d".formatted(field.name(), actual));
      }
    }
  }
}
