package org.ibassay.link.mad;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.capture.Tap.Direction;
import org.ibassay.link.rmpp.RmppLimits;
import org.ibassay.link.rmpp.RmppReceiver;
import org.ibassay.link.sa.SaAnswer;
import org.ibassay.link.sa.SaPort;
import org.ibassay.link.testing.ScriptedLink;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.PathRecord;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Responses of a stack that reassembles segments, as Linux does, and of one that delivers less
/// than it reports, as ibsim's wrapper does.
class JoinedAnswerTest {
  private static final SaRequest TABLE =
      SaRequest.of(SaMethod.GET_TABLE, PathRecord.ATTRIBUTE).with(PathRecord.NUMB_PATH, 1);
  private static final int EVERYTHING = Integer.MAX_VALUE;

  private final List<MemorySegment> captured = new ArrayList<>();

  private SaAnswer ask(int bytes, int delivers) throws LinkException, InterruptedException {
    ScriptedLink link =
        new ScriptedLink((device, sent) -> device.bring(1, answer(sent.mad(), bytes)));
    link.delivering(delivers);
    try (MadPort port = new MadPort(link, Route.SELF, this::see, Timing.DEFAULT)) {
      return new SaPort(port, 1).ask(TABLE, Timing.DEFAULT, Label.NONE);
    }
  }

  private long see(
      Direction direction, MemorySegment mad, int bytes, int lid, int qp, long at, Label label) {
    if (direction == Direction.RECEIVED) {
      captured.add(MemorySegment.ofArray(mad.toArray(ValueLayout.JAVA_BYTE)).asSlice(0, bytes));
    }
    return direction == Direction.RECEIVED ? captured.size() : 0;
  }

  /// A response as the kernel delivers it: the first segment's header, followed by data that counts
  /// up.
  private static byte[] answer(MemorySegment request, int bytes) {
    byte[] message = Arrays.copyOf(request.toArray(ValueLayout.JAVA_BYTE), bytes);
    for (int i = SaHeader.DATA; i < bytes; i++) {
      message[i] = (byte) i;
    }
    MemorySegment mad = MemorySegment.ofArray(message);
    MadHeader.METHOD.set(mad, 0, SaMethod.GET_TABLE_RESP);
    SaHeader.ATTRIBUTE_OFFSET.set(mad, 0, 8);
    RmppHeader.RMPP_VERSION.set(mad, 0, RmppHeader.VERSION);
    RmppHeader.TYPE.set(mad, 0, RmppHeader.TYPE_DATA);
    RmppHeader.ACTIVE.set(mad, 0, 1);
    RmppHeader.FIRST.set(mad, 0, 1);
    RmppHeader.SEGMENT_NUMBER.set(mad, 0, 1);
    return message;
  }

  @ParameterizedTest
  @ValueSource(ints = {120, 256, 257, 456, 1000, 64_056})
  void isTakenWhole(int bytes) throws Exception {
    SaAnswer answer = ask(bytes, EVERYTHING);

    assertThat(answer.outcome()).isEqualTo(SaAnswer.Outcome.ANSWERED);
    assertThat(answer.message().byteSize()).isEqualTo(bytes);
    assertThat(answer.missing()).isZero();
    assertThat(answer.transfer()).isNull();
    assertThat(answer.records(PathRecord.ATTRIBUTE).records()).hasSize((bytes - 56) / 64);
    assertThat(answer.message().get(ValueLayout.JAVA_BYTE, bytes - 1))
        .isEqualTo((byte) (bytes - 1));
  }

  @Test
  void whatWasNotDeliveredIsMissing() throws Exception {
    SaAnswer answer = ask(248, 224);

    assertThat(answer.message().byteSize()).isEqualTo(224);
    assertThat(answer.missing()).isEqualTo(24);
    assertThat(answer.records(PathRecord.ATTRIBUTE).records()).hasSize(2);
  }

  /// The capture has the MADs that must have been received; unknown fields are 0.
  @ParameterizedTest
  @ValueSource(ints = {120, 256, 257, 456, 1000})
  void isCapturedInSegments(int bytes) throws Exception {
    SaAnswer answer = ask(bytes, EVERYTHING);

    assertThat(captured).allSatisfy(mad -> assertThat(mad.byteSize()).isEqualTo(Smp.BYTES_OF_MAD));
    assertThat(captured).hasSize(Math.max(1, (bytes - 56 + 199) / 200));
    assertThat(answer.responseFrame()).isEqualTo(captured.size());
    if (captured.size() > 1) {
      assertThat(joined().mismatch(answer.message().asSlice(SaHeader.DATA))).isEqualTo(-1);
    }
  }

  private MemorySegment joined() {
    RmppReceiver receiver = new RmppReceiver(RmppLimits.DEFAULT, captured.getFirst(), 0);
    captured.forEach(mad -> receiver.accept(mad, 0));
    return receiver.takeMessage().bytes().asSlice(SaHeader.DATA);
  }

  @Test
  void smpsComeByThemselves() throws Exception {
    ScriptedLink link = ScriptedLink.answering(1);
    link.delivering(224);
    try (MadPort port = new MadPort(link, Route.SELF, Tap.NONE, Timing.DEFAULT)) {
      Exchange exchange = port.start(Requests.nodeInfo(), Route.SELF, Timing.DEFAULT, Label.NONE);
      port.await(exchange);
      assertThat(exchange.message().byteSize()).isEqualTo(Smp.BYTES_OF_MAD);
      port.release(exchange);
    }
  }
}
