package org.ibassay.runner;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.link.testing.ScriptedDut;
import org.ibassay.link.testing.ScriptedLink;
import org.ibassay.link.testing.ScriptedLink.Sent;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;

/// Answers Gets from a table for the tester itself, the DUT at the far end of its link, and ports
/// with a LID. A request that is not in the table is not answered.
final class FakeFabric {
  static final String TESTER = "tester";
  static final String DUT = "dut";

  private record Question(String who, int attribute) {}

  private final Map<Question, MemorySegment> answers = new HashMap<>();
  private final ScriptedLink link = new ScriptedLink(this::take);
  private long needsKey;
  private long delay;
  private Runnable afterAnswer = () -> {};

  /// Number of requests that a locked DUT did not answer.
  int violations;

  /// The highest number of requests whose answers the tester did not have yet.
  int mostUnderWay;

  private int underWay;

  /// The port with a LID.
  static String lid(int lid) {
    return "LID " + lid;
  }

  FakeFabric with(String who, Attribute attribute, Field field, long value) {
    MemorySegment data =
        answers.computeIfAbsent(
            new Question(who, attribute.id()),
            q -> MemorySegment.ofArray(new byte[Smp.DATA_BYTES]));
    field.set(data, 0, value);
    return this;
  }

  /// The DUT answers only requests with this key.
  FakeFabric lockedBy(long key) {
    needsKey = key;
    return with(DUT, Attribute.PORT_INFO, PortInfo.M_KEY, key)
        .with(DUT, Attribute.PORT_INFO, PortInfo.M_KEY_PROTECT_BITS, 2);
  }

  /// Each answer takes that many nanoseconds.
  FakeFabric answeringAfter(long nanos) {
    delay = nanos;
    return this;
  }

  /// The link uses real time.
  FakeFabric inRealTime() {
    link.inRealTime();
    return this;
  }

  /// The tester stalls once, for that long, before it looks for an answer.
  FakeFabric holdingUp(long time) {
    link.holdUp(time);
    return this;
  }

  /// An event after each answer.
  FakeFabric afterAnswer(Runnable event) {
    afterAnswer = event;
    return this;
  }

  Dut open() {
    MadPort port =
        new MadPort(link, new Route.Directed(List.of(1)), Tap.NONE, new Timing(1_000_000, 1));
    return new ScriptedDut(uri(), port);
  }

  private static DutUri uri() {
    try {
      return DutUri.parse("fake:dut");
    } catch (DutUriException e) {
      throw new AssertionError(e);
    }
  }

  private void take(ScriptedLink to, Sent sent) {
    MemorySegment answer = MemorySegment.ofArray(ScriptedLink.response(sent));
    String who = who(answer, sent.dlid());
    boolean isLocked = who.equals(DUT) && needsKey != 0 && Smp.M_KEY.get(answer, 0) != needsKey;
    MemorySegment data =
        answers.get(new Question(who, (int) MadHeader.ATTRIBUTE_ID.get(answer, 0)));
    violations += isLocked ? 1 : 0;
    if (data == null || isLocked) {
      return;
    }
    if (MadHeader.MGMT_CLASS.get(answer, 0) == Smp.DIRECTED_ROUTE) {
      Smp.DIRECTION.set(answer, 0, 1);
    }
    answer.asSlice(Smp.DATA, Smp.DATA_BYTES).copyFrom(data);
    mostUnderWay = Math.max(mostUnderWay, ++underWay);
    to.after(delay, () -> underWay--);
    to.bring(delay, answer.toArray(ValueLayout.JAVA_BYTE));
    afterAnswer.run();
  }

  private static String who(MemorySegment mad, int dlid) {
    if (MadHeader.MGMT_CLASS.get(mad, 0) == Smp.LID_ROUTED) {
      return lid(dlid);
    }
    return Smp.HOP_COUNT.get(mad, 0) == 0 ? TESTER : DUT;
  }
}
