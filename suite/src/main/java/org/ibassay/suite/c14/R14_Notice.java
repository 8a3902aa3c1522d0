package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.NOTICE;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.mad.MadStatus.OK;

import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.Reading;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.attribute.PortInfo;

/// # SubnGet(Notice) returns the oldest notice of a queue, and leaves the queue unchanged
///
/// - Section: 13.4.8
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r14-notice#01, ia-r14-notice#02, ia-r14-notice#03, ia-r14-notice#04
///
/// SubnGet(Notice) returns the oldest notice of a queue and the number of notices in it, and leaves
/// the queue unchanged. A device without IsNoticeSupported does not have the attribute.
///
/// ## Notes
///
/// - This test is the suite's own. Which events are queued, and how many, is open: an empty queue
///   conforms. A notice that is queued between the two requests increases NoticeCount.
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
///
/// ## Procedure
///
/// - A1: SendMad(SubnGet(PortInfo)); SendMad(SubnGet(Notice)).
/// - A2: If IsNoticeSupported == 0: verify AttributeID, AttributeModifier and Status.Code of an
///   attribute that the device does not have. The remaining steps then do not apply.
///   [ia-r14-notice#01]
/// - A3: Verify AttributeID, AttributeModifier and Status.Code == 0. [ia-r14-notice#02]
/// - A4: Verify that Type is 0x7F, an empty notice, if NoticeCount is 0, and not 0x7F otherwise.
///   [ia-r14-notice#03]
/// - A5: SendMad(SubnGet(Notice)); verify that NoticeCount has not decreased, and that everything
///   else is unchanged if there was a notice. [ia-r14-notice#04]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    effect = Effect.READS)
public final class R14_Notice extends MadTest {
  private static final long EMPTY = 0x7F;

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    return portStatesAreUp();
  }

  @Override
  public boolean execute() throws TestException {
    repeatForPorts(port -> procedure());
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("A1");
    sendMad(subnGet(PORT_INFO));
    boolean isSupported = receiveMadOk().data(PortInfo.IS_NOTICE_SUPPORTED) == 1;
    MadPacketSpec get = subnGet(NOTICE);
    sendMad(get);
    if (!isSupported) {
      step("A2");
      MadPacketSpec absent = receiveMadIfAny();
      if (absent == null) {
        reading(0, Reading.UNSUPPORTED_ATTRIBUTE_CODE, "silence");
      } else {
        verifyEcho(absent, get);
        noteStatusCode(absent, Reading.UNSUPPORTED_ATTRIBUTE_CODE);
      }
      leaveOut("IsNoticeSupported is 0", "A3", "A5");
      return;
    }
    leaveOut("IsNoticeSupported is 1", "A2", "A2");
    step("A3");
    MadPacketSpec notice = receiveMad();
    verifyEcho(notice, get);
    needs(verifyStatusCode(notice, OK), "there is no Notice to be looked at");
    step("A4");
    verifyFilled(notice);
    step("A5");
    sendMad(get);
    verifyKept(notice, receiveMadOk());
  }

  private void verifyFilled(MadPacketSpec notice) {
    boolean isEmpty = notice.data(Notice.TYPE) == EMPTY;
    long count = notice.data(Notice.NOTICE_COUNT);
    verify(
        notice,
        isEmpty == (count == 0),
        () -> "Type 0x7F where NoticeCount is 0, and there only",
        () -> "Type %s, NoticeCount %d".formatted(shown(notice.data(Notice.TYPE)), count));
  }

  private void verifyKept(MadPacketSpec first, MadPacketSpec second) {
    long before = first.data(Notice.NOTICE_COUNT);
    long after = second.data(Notice.NOTICE_COUNT);
    boolean isKept =
        before == 0
            || second.copy().setData(Notice.NOTICE_COUNT, before).data().mismatch(first.data()) < 0;
    verify(
        second,
        after >= before && isKept,
        () -> "NoticeCount of %d or more, and the same notice".formatted(before),
        () -> "NoticeCount %d%s".formatted(after, isKept ? "" : ", another notice"));
  }
}
