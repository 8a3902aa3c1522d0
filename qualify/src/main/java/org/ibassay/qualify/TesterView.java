package org.ibassay.qualify;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.ibassay.link.Clock;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutDriver;
import org.ibassay.link.dut.DutTarget;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.upper.UpperTester;
import org.ibassay.wire.packet.LinkType;
import org.jspecify.annotations.Nullable;

/// Records what a tester observes of a DUT: each packet with its time, and each response of the
/// upper tester.
final class TesterView implements Tap, DutDriver {
  private final DutDriver driver;
  private final ByteArrayOutputStream seen = new ByteArrayOutputStream();

  /// @param driver opens the DUT
  TesterView(DutDriver driver) {
    this.driver = driver;
  }

  boolean isLike(TesterView other) {
    return Arrays.equals(seen.toByteArray(), other.seen.toByteArray());
  }

  @Override
  public long mad(
      Direction direction,
      MemorySegment mad,
      int bytes,
      int peerLid,
      int qp,
      long nanos,
      Label label) {
    return packet(direction, LinkType.INFINIBAND, mad, bytes, nanos, label);
  }

  @Override
  public long packet(
      Direction direction,
      LinkType link,
      MemorySegment packet,
      int bytes,
      long nanos,
      Label label) {
    note(direction + " at " + nanos);
    seen.writeBytes(packet.asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE));
    return 0;
  }

  @Override
  public String scheme() {
    return driver.scheme();
  }

  @Override
  public DutTarget parse(DutUri uri) throws DutUriException {
    return new SeenTarget(driver.parse(uri), this);
  }

  private record SeenTarget(DutTarget target, TesterView view) implements DutTarget {
    @Override
    public DutUri uri() {
      return target.uri();
    }

    @Override
    public Dut open(Tap tap, Timing timing) throws LinkException, InterruptedException {
      return new SeenDut(target.open(view, timing), view);
    }
  }

  private record SeenDut(Dut dut, TesterView sight) implements Dut {
    @Override
    public DutUri uri() {
      return dut.uri();
    }

    @Override
    public Clock clock() {
      return dut.clock();
    }

    @Override
    public List<MadPort> madPorts() {
      return dut.madPorts();
    }

    @Override
    public Optional<PacketPort> packetPort() {
      return dut.packetPort();
    }

    @Override
    public Optional<UpperTester> upperTester() {
      return dut.upperTester().map(sight::seen);
    }

    @Override
    public OptionalLong service() {
      return dut.service();
    }

    @Override
    public OptionalInt secondPKey() {
      return dut.secondPKey();
    }

    @Override
    public void close() {
      dut.close();
    }
  }

  private UpperTester seen(UpperTester upperTester) {
    return (UpperTester)
        Proxy.newProxyInstance(
            UpperTester.class.getClassLoader(),
            new Class<?>[] {UpperTester.class},
            (_, method, arguments) -> answer(upperTester, method, arguments));
  }

  private @Nullable Object answer(
      UpperTester upperTester, Method method, @Nullable Object @Nullable [] arguments)
      throws Throwable {
    try {
      @Nullable Object answer = method.invoke(upperTester, arguments);
      note(answer instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(answer));
      return answer;
    } catch (InvocationTargetException e) {
      note(String.valueOf(e.getTargetException()));
      throw e.getTargetException();
    }
  }

  private void note(String text) {
    seen.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }
}
