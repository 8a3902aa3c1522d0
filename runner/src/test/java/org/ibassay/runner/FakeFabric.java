package org.ibassay.runner;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ibassay.link.Clock;
import org.ibassay.link.Dut;
import org.ibassay.link.DutUri;
import org.ibassay.link.DutUriException;
import org.ibassay.link.MadLink;
import org.ibassay.link.MadPort;
import org.ibassay.link.Route;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;

/// Answers Gets from a table: the tester itself, the DUT behind it, and whoever has a LID. What is
/// not in the table is silent.
final class FakeFabric implements MadLink {
  static final String TESTER = "tester";
  static final String DUT = "dut";

  private record Question(String who, int attribute) {}

  private final Map<Question, MemorySegment> answers = new HashMap<>();
  private final Deque<MemorySegment> queue = new ArrayDeque<>();
  private long needsKey;
  private boolean isReal;
  private Runnable afterAnswer = () -> {};
  private long nanos;
  private long heldUp;

  /// How many requests a locked DUT was silent to.
  int violations;

  /// Whoever has a LID.
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

  /// The DUT is silent but to this key.
  FakeFabric lockedBy(long key) {
    needsKey = key;
    return with(DUT, Attribute.PORT_INFO, PortInfo.M_KEY, key)
        .with(DUT, Attribute.PORT_INFO, PortInfo.M_KEY_PROTECT_BITS, 2);
  }

  /// Time is taken for real.
  FakeFabric inRealTime() {
    isReal = true;
    return this;
  }

  /// The tester does not run for so long, once, while it waits.
  FakeFabric holdingUp(long time) {
    heldUp = time;
    return this;
  }

  /// Something that happens after each answer.
  FakeFabric afterAnswer(Runnable event) {
    afterAnswer = event;
    return this;
  }

  Dut open() {
    MadPort port =
        new MadPort(this, new Route.Directed(List.of(1)), Tap.NONE, new Timing(1_000_000, 1));
    return new Opened(uri(), port);
  }

  private static DutUri uri() {
    try {
      return DutUri.parse("fake:dut");
    } catch (DutUriException e) {
      throw new AssertionError(e);
    }
  }

  private record Opened(DutUri uri, MadPort port) implements Dut {
    @Override
    public Clock clock() {
      return port.clock();
    }

    @Override
    public List<MadPort> madPorts() {
      return List.of(port);
    }

    @Override
    public void close() {}
  }

  @Override
  public Clock clock() {
    return () -> nanos;
  }

  @Override
  public boolean isSimulated() {
    return !isReal;
  }

  @Override
  public void send(MemorySegment mad, int dlid, int destQp) {
    MemorySegment answer = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
    answer.copyFrom(mad.asSlice(0, Smp.BYTES_OF_MAD));
    String who = who(answer, dlid);
    boolean isLocked = who.equals(DUT) && needsKey != 0 && Smp.M_KEY.get(answer, 0) != needsKey;
    MemorySegment data =
        answers.get(new Question(who, (int) MadHeader.ATTRIBUTE_ID.get(answer, 0)));
    violations += isLocked ? 1 : 0;
    if (data == null || isLocked) {
      return;
    }
    MadHeader.METHOD.set(answer, 0, Method.GET_RESP);
    if (MadHeader.MGMT_CLASS.get(answer, 0) == Smp.DIRECTED_ROUTE) {
      Smp.DIRECTION.set(answer, 0, 1);
    }
    answer.asSlice(Smp.DATA, Smp.DATA_BYTES).copyFrom(data);
    queue.add(answer);
    afterAnswer.run();
  }

  private static String who(MemorySegment mad, int dlid) {
    if (MadHeader.MGMT_CLASS.get(mad, 0) == Smp.LID_ROUTED) {
      return lid(dlid);
    }
    return Smp.HOP_COUNT.get(mad, 0) == 0 ? TESTER : DUT;
  }

  @Override
  public Arrival receive(MemorySegment into, long deadline) {
    MemorySegment answer = queue.poll();
    if (answer == null) {
      nanos = Math.max(nanos, deadline) + heldUp;
      heldUp = 0;
      return Arrival.NOTHING;
    }
    into.asSlice(0, Smp.BYTES_OF_MAD).copyFrom(answer);
    return Arrival.MAD;
  }

  @Override
  public int receivedBytes() {
    return Smp.BYTES_OF_MAD;
  }

  @Override
  public void close() {}
}
