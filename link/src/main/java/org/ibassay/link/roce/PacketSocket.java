package org.ibassay.link.roce;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// A packet socket of Linux (packet(7)), with the numbers and layouts of a 64-bit kernel. Methods
/// return the result of the C function, or `-errno` if it failed.
// This class consists of native calls.
@SuppressWarnings("restricted")
final class PacketSocket implements AutoCloseable {
  static final int EPERM = -1;
  static final int EINTR = -4;
  static final int EAGAIN = -11;
  static final int ENETDOWN = -100;

  private static final int AF_PACKET = 17;
  private static final int SOCK_RAW_NONBLOCK_CLOEXEC = 3 | 0x800 | 0x80000;
  private static final short ETH_P_ALL = 3;
  private static final int SOL_SOCKET = 1;
  private static final int SO_RCVBUF = 8;
  private static final int SOL_PACKET = 263;
  private static final int PACKET_ADD_MEMBERSHIP = 1;
  private static final int PACKET_MR_PROMISC = 1;
  private static final int PACKET_STATISTICS = 6;
  private static final int PACKET_AUXDATA = 8;
  private static final byte PACKET_OUTGOING = 4;
  private static final short POLLIN = 1;

  // struct sockaddr_ll
  private static final int ADDRESS_BYTES = 20;
  private static final int LL_PROTOCOL = 2;
  private static final int LL_INTERFACE = 4;
  private static final int LL_PACKET_TYPE = 10;

  // struct msghdr
  private static final int MESSAGE_BYTES = 56;
  private static final int MSG_NAME = 0;
  private static final int MSG_NAME_BYTES = 8;
  private static final int MSG_VECTOR = 16;
  private static final int MSG_VECTOR_COUNT = 24;
  private static final int MSG_CONTROL = 32;
  private static final int MSG_CONTROL_BYTES = 40;

  // struct cmsghdr with struct tpacket_auxdata
  private static final int CONTROL_BYTES = 64;
  private static final int CONTROL_LEVEL = 8;
  private static final int CONTROL_TYPE = 12;
  private static final int AUX = 16;
  private static final int AUX_STATUS = AUX;
  private static final int AUX_VLAN_TCI = AUX + 16;
  private static final int AUX_VLAN_TPID = AUX + 18;
  private static final int AUX_BYTES = AUX + 20;
  private static final int VLAN_VALID = 1 << 4;
  private static final int VLAN_TPID_VALID = 1 << 6;

  private static final int RECEIVE_BUFFER_BYTES = 8 << 20;

  private static final ValueLayout.OfShort BE_SHORT = JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);
  private static final Linker LINKER = Linker.nativeLinker();
  private static final Linker.Option WITH_ERRNO = Linker.Option.captureCallState("errno");
  private static final VarHandle ERRNO =
      Linker.Option.captureStateLayout().varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private static final MethodHandle SOCKET =
      function(JAVA_INT, "socket", JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle BIND = function(JAVA_INT, "bind", JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle SETSOCKOPT =
      function(JAVA_INT, "setsockopt", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle GETSOCKOPT =
      function(JAVA_INT, "getsockopt", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
  private static final MethodHandle SEND =
      function(JAVA_LONG, "send", JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
  private static final MethodHandle RECVMSG =
      function(JAVA_LONG, "recvmsg", JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle POLL = function(JAVA_INT, "poll", ADDRESS, JAVA_LONG, JAVA_INT);
  private static final MethodHandle CLOSE = function(JAVA_INT, "close", JAVA_INT);

  private final Arena arena = Arena.ofConfined();
  private final MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
  private final MemorySegment address = arena.allocate(ADDRESS_BYTES, 8);
  private final MemorySegment control = arena.allocate(CONTROL_BYTES, 8);
  private final MemorySegment vector = arena.allocate(16, 8);
  private final MemorySegment message = arena.allocate(MESSAGE_BYTES, 8);
  private final MemorySegment poll = arena.allocate(8, 8);
  private final MemorySegment statistics = arena.allocate(8, 4);
  private final MemorySegment length = arena.allocate(JAVA_INT);
  private int descriptor;

  private static MethodHandle function(
      MemoryLayout result, String name, MemoryLayout... parameters) {
    return LINKER.downcallHandle(
        LINKER.defaultLookup().findOrThrow(name),
        FunctionDescriptor.of(result, parameters),
        WITH_ERRNO);
  }

  /// Opens a socket that does not receive yet.
  ///
  /// @return [#EPERM] without the capability CAP_NET_RAW
  int open() {
    try {
      descriptor = result((int) SOCKET.invokeExact(state, AF_PACKET, SOCK_RAW_NONBLOCK_CLOEXEC, 0));
      return descriptor;
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  /// Starts receiving from an interface.
  int bind(int interfaceIndex) {
    option(SOL_SOCKET, SO_RCVBUF, RECEIVE_BUFFER_BYTES);
    int auxiliary = option(SOL_PACKET, PACKET_AUXDATA, 1);
    if (auxiliary < 0) {
      return auxiliary;
    }
    address.fill((byte) 0);
    address.set(JAVA_SHORT, 0, (short) AF_PACKET);
    address.set(BE_SHORT, LL_PROTOCOL, ETH_P_ALL);
    address.set(JAVA_INT, LL_INTERFACE, interfaceIndex);
    try {
      return result((int) BIND.invokeExact(state, descriptor, address, ADDRESS_BYTES));
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  /// Receives frames to other Ethernet addresses, too.
  int listenToAll(int interfaceIndex) {
    MemorySegment request = arena.allocate(16, 8);
    request.set(JAVA_INT, 0, interfaceIndex);
    request.set(JAVA_SHORT, 4, (short) PACKET_MR_PROMISC);
    return option(SOL_PACKET, PACKET_ADD_MEMBERSHIP, request);
  }

  private int option(int level, int name, int value) {
    MemorySegment number = arena.allocate(JAVA_INT);
    number.set(JAVA_INT, 0, value);
    return option(level, name, number);
  }

  private int option(int level, int name, MemorySegment value) {
    try {
      return result(
          (int)
              SETSOCKOPT.invokeExact(
                  state, descriptor, level, name, value, (int) value.byteSize()));
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  int send(MemorySegment frame, long bytes) {
    try {
      return result((long) SEND.invokeExact(state, descriptor, frame, bytes, 0));
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  /// Receives a frame; [#EAGAIN] if there is none.
  int receive(MemorySegment into) {
    vector.set(ADDRESS, 0, into);
    vector.set(JAVA_LONG, 8, into.byteSize());
    message.fill((byte) 0);
    message.set(ADDRESS, MSG_NAME, address);
    message.set(JAVA_INT, MSG_NAME_BYTES, ADDRESS_BYTES);
    message.set(ADDRESS, MSG_VECTOR, vector);
    message.set(JAVA_LONG, MSG_VECTOR_COUNT, 1);
    message.set(ADDRESS, MSG_CONTROL, control);
    message.set(JAVA_LONG, MSG_CONTROL_BYTES, CONTROL_BYTES);
    try {
      return result((long) RECVMSG.invokeExact(state, descriptor, message, 0));
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  /// Whether the last frame received was sent by this machine.
  boolean isOutgoing() {
    return address.get(ValueLayout.JAVA_BYTE, LL_PACKET_TYPE) == PACKET_OUTGOING;
  }

  /// The VLAN tag that the kernel removed from the last frame received, with its EtherType in the
  /// upper half; 0 if there was none.
  int strippedTag() {
    boolean auxiliary =
        message.get(JAVA_LONG, MSG_CONTROL_BYTES) >= AUX_BYTES
            && control.get(JAVA_INT, CONTROL_LEVEL) == SOL_PACKET
            && control.get(JAVA_INT, CONTROL_TYPE) == PACKET_AUXDATA;
    int status = auxiliary ? control.get(JAVA_INT, AUX_STATUS) : 0;
    if ((status & VLAN_VALID) == 0) {
      return 0;
    }
    int type = (status & VLAN_TPID_VALID) == 0 ? 0x8100 : control.get(JAVA_SHORT, AUX_VLAN_TPID);
    return (type << 16) | (control.get(JAVA_SHORT, AUX_VLAN_TCI) & 0xFFFF);
  }

  /// Waits until a frame can be received.
  int await(int millis) {
    poll.set(JAVA_INT, 0, descriptor);
    poll.set(JAVA_SHORT, 4, POLLIN);
    try {
      return result((int) POLL.invokeExact(state, poll, 1L, millis));
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  /// The number of frames dropped by the kernel for lack of space since the last call.
  int drops() {
    length.set(JAVA_INT, 0, 8);
    try {
      int asked =
          (int)
              GETSOCKOPT.invokeExact(
                  state, descriptor, SOL_PACKET, PACKET_STATISTICS, statistics, length);
      return asked < 0 ? result(asked) : statistics.get(JAVA_INT, 4);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  private int result(long returned) {
    return returned >= 0 ? (int) returned : -(int) ERRNO.get(state, 0L);
  }

  @Override
  public void close() {
    try {
      int _ = descriptor > 0 ? (int) CLOSE.invokeExact(state, descriptor) : 0;
    } catch (Throwable e) {
      throw impossible(e);
    }
    arena.close();
  }

  /// A method handle of a C function throws only if its arguments do not match.
  private static AssertionError impossible(Throwable e) {
    return new AssertionError(e);
  }
}
