package org.ibassay.device.listen;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/// The C library's socket functions, with the numbers of Linux: Java's channels lack datagrams of
/// the local address family. Methods return the result of the C function, or `-errno` if it failed.
final class Libc {
  static final int AF_UNIX = 1;
  static final int SOCK_DGRAM_NONBLOCK_CLOEXEC = 2 | 0x800 | 0x80000;
  static final short POLLIN = 1;
  static final short POLLOUT = 4;

  static final int EINTR = -4;
  static final int EAGAIN = -11;
  static final int EADDRINUSE = -98;
  static final int ENOTCONN = -107;
  static final int ECONNREFUSED = -111;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final Linker.Option WITH_ERRNO = Linker.Option.captureCallState("errno");
  private static final VarHandle ERRNO =
      Linker.Option.captureStateLayout().varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private static final MethodHandle SOCKET =
      function("socket", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
  private static final MethodHandle BIND =
      function("bind", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
  private static final MethodHandle CONNECT =
      function("connect", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
  private static final MethodHandle RECVFROM =
      function(
          "recvfrom",
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS));
  private static final MethodHandle SENDTO =
      function(
          "sendto",
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT));
  private static final MethodHandle POLL =
      function("poll", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
  private static final MethodHandle SCHED_YIELD =
      function("sched_yield", FunctionDescriptor.of(JAVA_INT));
  private static final MethodHandle CLOSE =
      function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));

  private final MemorySegment state;

  /// @param memory for `errno`; not shared between threads
  Libc(SegmentAllocator memory) {
    state = memory.allocate(Linker.Option.captureStateLayout());
  }

  int socket() {
    try {
      return result((int) SOCKET.invokeExact(state, AF_UNIX, SOCK_DGRAM_NONBLOCK_CLOEXEC, 0));
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  int bind(int socket, MemorySegment address, int length) {
    try {
      return result((int) BIND.invokeExact(state, socket, address, length));
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  int connect(int socket, MemorySegment address, int length) {
    try {
      return result((int) CONNECT.invokeExact(state, socket, address, length));
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  /// @param address receives the sender's address; `NULL` if it is not needed
  /// @param length of `address`: its capacity before the call, its length after it
  int receive(int socket, MemorySegment into, MemorySegment address, MemorySegment length) {
    try {
      return result(
          (long) RECVFROM.invokeExact(state, socket, into, into.byteSize(), 0, address, length));
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  /// @param address `NULL` if the socket is connected
  int send(int socket, MemorySegment datagram, MemorySegment address, int length) {
    try {
      return result(
          (long)
              SENDTO.invokeExact(state, socket, datagram, datagram.byteSize(), 0, address, length));
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  /// @param entries `struct pollfd` each
  /// @param millis timeout; -1 for none
  int poll(MemorySegment entries, long count, int millis) {
    try {
      return result((int) POLL.invokeExact(state, entries, count, millis));
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  /// Yields the processor to other threads.
  void yieldProcessor() {
    try {
      int _ = (int) SCHED_YIELD.invokeExact(state);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  void close(int socket) {
    try {
      int _ = (int) CLOSE.invokeExact(state, socket);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  private int result(long returned) {
    return returned >= 0 ? (int) returned : -(int) ERRNO.get(state, 0L);
  }

  @SuppressWarnings("restricted") // native calls are what this class is for
  private static MethodHandle function(String name, FunctionDescriptor type) {
    MemorySegment address = LINKER.defaultLookup().findOrThrow(name);
    return LINKER.downcallHandle(address, type, WITH_ERRNO);
  }

  /// A method handle of a C function throws only if its arguments do not match.
  private static AssertionError impossible(Throwable e) {
    return new AssertionError(e);
  }
}
