package org.ibassay.device.listen;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.ibassay.link.LinkException;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;

/// A replacement of `libumad2sim.so` in a program: two sockets, one for control requests, one for
/// MADs.
final class TestClient implements AutoCloseable {
  private final Bench bench;
  private final int process;
  private final UnixSocket control;
  private final UnixSocket mads;
  private final MemorySegment request;
  final MadDatagram out;
  final MadDatagram in;
  private int number;

  TestClient(Bench bench, int process) throws LinkException {
    this.bench = bench;
    this.process = process;
    control = UnixSocket.bound(bench.arena, bench.libc, bench.name + ":ctl" + process);
    mads = UnixSocket.bound(bench.arena, bench.libc, bench.name + ":in" + process);
    request = bench.arena.allocate(Control.BYTES, 8);
    out = new MadDatagram(bench.arena.allocate(MadDatagram.BYTES, 8));
    in = new MadDatagram(bench.arena.allocate(MadDatagram.BYTES, 8));
    if (!control.connect(bench.name + ":ctl")) {
      throw new AssertionError("no server");
    }
  }

  /// Sends a control request.
  ///
  /// @return type of the answer
  int ask(int type) {
    request.set(JAVA_INT, Control.MAGIC_AT, Control.MAGIC);
    request.set(JAVA_INT, Control.CLIENT_AT, number);
    request.set(JAVA_INT, Control.TYPE_AT, type);
    control.send(request);
    bench.server.turn(0);
    return control.receive(request) == Control.BYTES ? request.get(JAVA_INT, Control.TYPE_AT) : -1;
  }

  /// The data of the control request and then of the answer.
  MemorySegment data() {
    return request.asSlice(Control.DATA_AT, Control.DATA_BYTES);
  }

  /// @return whether it succeeded
  boolean attach(String host) {
    return attach(host, false);
  }

  boolean attach(String host, boolean asSm) {
    MemorySegment data = data().fill((byte) 0);
    data.set(JAVA_INT, 0, process);
    data.set(JAVA_INT, 8, asSm ? 1 : 0);
    byte[] name = host.getBytes(StandardCharsets.UTF_8);
    MemorySegment.copy(name, 0, data, JAVA_BYTE, 12, name.length);
    if (ask(Control.CONNECT) != Control.CONNECT) {
      return false;
    }
    number = data().get(JAVA_INT, 0);
    mads.connect(bench.name + ":out" + number);
    return true;
  }

  /// The number of the client's slot in the server.
  int number() {
    return number;
  }

  /// Tries to direct MADs to the socket of another client.
  ///
  /// @return whether the system allows it
  boolean aimAt(int other) {
    return mads.connect(bench.name + ":out" + other);
  }

  void becomeSm() {
    data().set(JAVA_INT, 0, 1);
    ask(Control.SET_IS_SM);
  }

  /// Begins a MAD: a Get by the directed route to a node.
  ///
  /// @param hops egress ports
  MemorySegment smp(int method, int attribute, int modifier, long transaction, int... hops) {
    MemorySegment mad = mad(out).fill((byte) 0);
    header(mad, Smp.DIRECTED_ROUTE, 1, method, attribute, transaction);
    MadHeader.ATTRIBUTE_MODIFIER.set(mad, 0, modifier);
    Smp.HOP_COUNT.set(mad, 0, hops.length);
    for (int i = 0; i < hops.length; i++) {
      Smp.INITIAL_PATH.set(mad, 0, i + 1, hops[i]);
    }
    Smp.DR_SLID.set(mad, 0, Smp.PERMISSIVE_LID);
    Smp.DR_DLID.set(mad, 0, Smp.PERMISSIVE_LID);
    out.address(Smp.PERMISSIVE_LID, Smp.PERMISSIVE_LID, 0);
    out.length(Smp.BYTES_OF_MAD);
    return mad;
  }

  /// Begins a MAD that is routed by LID.
  MemorySegment routed(int mgmtClass, int method, int attribute, long transaction, int dlid) {
    MemorySegment mad = mad(out).fill((byte) 0);
    header(mad, mgmtClass, mgmtClass == Smp.LID_ROUTED ? 1 : 2, method, attribute, transaction);
    out.address(0, dlid, mgmtClass == Smp.LID_ROUTED ? 0 : 1);
    out.length(Smp.BYTES_OF_MAD);
    return mad;
  }

  private static void header(
      MemorySegment mad, int mgmtClass, int version, int method, int attribute, long transaction) {
    MadHeader.BASE_VERSION.set(mad, 0, 1);
    MadHeader.MGMT_CLASS.set(mad, 0, mgmtClass);
    MadHeader.CLASS_VERSION.set(mad, 0, version);
    MadHeader.METHOD.set(mad, 0, method);
    MadHeader.ATTRIBUTE_ID.set(mad, 0, attribute);
    MadHeader.TRANSACTION_ID.set(mad, 0, transaction);
  }

  /// Sends the MAD begun, and lets the server serve.
  void send() {
    post();
    bench.server.turn(0);
  }

  /// Sends the MAD begun.
  void post() {
    mads.send(out.bytes());
  }

  /// Sends any bytes to the socket for MADs.
  void sendRaw(MemorySegment bytes) {
    mads.send(bytes);
    bench.server.turn(0);
  }

  /// Sends any bytes to the socket for control requests; the answer is ignored.
  void controlRaw(MemorySegment bytes) {
    control.send(bytes);
    bench.server.turn(0);
    control.receive(request);
  }

  /// Whether a MAD was received, which is then in [#in].
  boolean receives() {
    return mads.receive(in.bytes()) == MadDatagram.BYTES;
  }

  static MemorySegment mad(MadDatagram datagram) {
    return datagram.bytes().asSlice(MadDatagram.MAD, Smp.BYTES_OF_MAD);
  }

  /// The MAD received last.
  MemorySegment received() {
    return mad(in);
  }

  /// Ends like a killed process, without disconnecting.
  void vanish() {
    control.close();
    mads.close();
  }

  @Override
  public void close() {
    vanish();
  }

  /// Whether the node at the end of a route responds.
  boolean answers(int... route) {
    smp(Method.GET, Attribute.NODE_INFO.id(), 0, 0x1234, route);
    send();
    return receives() && status() == 0;
  }

  /// The status of the last MAD: 0, [MadDatagram#TIMED_OUT], or -1 for another.
  int status() {
    int word = in.bytes().get(JAVA_INT, 16);
    return word == 0 ? 0 : word == Integer.reverseBytes(110) ? MadDatagram.TIMED_OUT : -1;
  }

  /// The source LID of the last MAD.
  int sourceLid() {
    return Short.toUnsignedInt(Short.reverseBytes((short) in.bytes().get(JAVA_INT, 4)));
  }
}
