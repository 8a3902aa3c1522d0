package org.ibassay.link.umad;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import org.ibassay.link.LinkException;

/// The functions of `libibumad.so.3` that the driver calls. Results are those of C: negative
/// numbers are errors.
///
/// Each object has its own `errno` and is used by one thread at a time.
// This class consists of native calls.
@SuppressWarnings("restricted")
final class Libibumad {
  private static final String LIBRARY = "libibumad.so.3";
  private static final int PATH_BYTES = 256;
  private static final int O_NONBLOCK = 0x800;

  private static final MemoryLayout CALL_STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      CALL_STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  /// Constant method handles, which the compiler can inline; initialized on first use, after the
  /// library was found.
  private static final class Call {
    static final MethodHandle GET_CAS_NAMES = function("umad_get_cas_names", ADDRESS, JAVA_INT);
    static final MethodHandle GET_CA = function("umad_get_ca", ADDRESS, ADDRESS);
    static final MethodHandle RELEASE_CA = function("umad_release_ca", ADDRESS);
    static final MethodHandle GET_PORT = function("umad_get_port", ADDRESS, JAVA_INT, ADDRESS);
    static final MethodHandle RELEASE_PORT = function("umad_release_port", ADDRESS);
    static final MethodHandle GET_ISSM_PATH =
        function("umad_get_issm_path", ADDRESS, JAVA_INT, ADDRESS, JAVA_INT);
    static final MethodHandle OPEN_PORT = function("umad_open_port", ADDRESS, JAVA_INT);
    static final MethodHandle CLOSE_PORT = function("umad_close_port", JAVA_INT);
    static final MethodHandle REGISTER =
        function("umad_register", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_BYTE, ADDRESS);
    static final MethodHandle UNREGISTER = function("umad_unregister", JAVA_INT, JAVA_INT);
    static final MethodHandle SEND =
        function("umad_send", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, JAVA_INT);
    static final MethodHandle RECV = function("umad_recv", JAVA_INT, ADDRESS, ADDRESS, JAVA_INT);

    private static MethodHandle function(String name, MemoryLayout... parameters) {
      return Linker.nativeLinker()
          .downcallHandle(
              SymbolLookup.libraryLookup(LIBRARY, Arena.global()).findOrThrow(name),
              FunctionDescriptor.of(JAVA_INT, parameters),
              Linker.Option.captureCallState("errno"));
    }
  }

  /// Looked up in the order of a C program's calls: libraries that were preloaded come before the C
  /// library.
  private static final class File {
    static final MethodHandle OPEN =
        Linker.nativeLinker()
            .downcallHandle(
                address("open"),
                FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT),
                Linker.Option.captureCallState("errno"),
                Linker.Option.firstVariadicArg(2));
    static final MethodHandle CLOSE =
        Linker.nativeLinker()
            .downcallHandle(
                address("close"),
                FunctionDescriptor.of(JAVA_INT, JAVA_INT),
                Linker.Option.captureCallState("errno"));

    private static MemorySegment address(String name) {
      Linker linker = Linker.nativeLinker();
      MethodHandle dlsym =
          linker.downcallHandle(
              linker.defaultLookup().findOrThrow("dlsym"),
              FunctionDescriptor.of(ADDRESS, ADDRESS, ADDRESS));
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment anyLibrary = MemorySegment.NULL;
        return (MemorySegment) dlsym.invokeExact(anyLibrary, arena.allocateFrom(name));
      } catch (Throwable t) {
        throw impossible(t);
      }
    }
  }

  private final MemorySegment callState;

  private Libibumad(MemorySegment callState) {
    this.callState = callState;
  }

  /// Loads the library.
  ///
  /// @param arena lives as long as the object is used
  /// @throws LinkException if it is not installed
  static Libibumad load(Arena arena) throws LinkException {
    require(LIBRARY);
    LibraryExit.use();
    return new Libibumad(arena.allocate(CALL_STATE));
  }

  static void require(String library) throws LinkException {
    try {
      SymbolLookup.libraryLookup(library, Arena.global());
    } catch (IllegalArgumentException e) {
      throw new LinkException(
          library
              + " is not on this machine; install rdma-core's umad library (Debian and Ubuntu:"
              + " libibumad3, Fedora and Red Hat: libibumad, SUSE: libibumad3)",
          e);
    }
  }

  /// `errno` after the last call.
  int errno() {
    return (int) ERRNO.get(callState, 0L);
  }

  /// Returns C's text for an errno.
  static String errorText(int errno) {
    Linker linker = Linker.nativeLinker();
    MethodHandle strerror =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("strerror"),
            FunctionDescriptor.of(ADDRESS, JAVA_INT));
    try {
      MemorySegment text = (MemorySegment) strerror.invokeExact(errno);
      return text.reinterpret(PATH_BYTES).getString(0, StandardCharsets.UTF_8);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  int getCasNames(MemorySegment names, int most) {
    try {
      return (int) Call.GET_CAS_NAMES.invokeExact(callState, names, most);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  int getCa(MemorySegment name, MemorySegment ca) {
    try {
      return (int) Call.GET_CA.invokeExact(callState, name, ca);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  void releaseCa(MemorySegment ca) {
    try {
      int ignored = (int) Call.RELEASE_CA.invokeExact(callState, ca);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  int getPort(MemorySegment ca, int number, MemorySegment port) {
    try {
      return (int) Call.GET_PORT.invokeExact(callState, ca, number, port);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  void releasePort(MemorySegment port) {
    try {
      int ignored = (int) Call.RELEASE_PORT.invokeExact(callState, port);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  /// The file that sets a port's IsSM while it is open; empty if there is none.
  String issmFile(String ca, int number) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment path = arena.allocate(PATH_BYTES);
      int result =
          (int)
              Call.GET_ISSM_PATH.invokeExact(
                  callState, arena.allocateFrom(ca), number, path, PATH_BYTES);
      return result < 0 ? "" : path.getString(0);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  /// Calls `open` of the C library, or of a preloaded library.
  int open(String path) {
    try (Arena arena = Arena.ofConfined()) {
      return (int) File.OPEN.invokeExact(callState, arena.allocateFrom(path), O_NONBLOCK);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  /// Calls `close` of the C library, or of a preloaded library.
  void close(int file) {
    try {
      int ignored = (int) File.CLOSE.invokeExact(callState, file);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  /// The device file of a port; empty if there is none. libibumad reports only the issm file in the
  /// same directory.
  String umadFile(String ca, int number) {
    return issmFile(ca, number).replace("/issm", "/umad");
  }

  int openPort(String ca, int number) {
    try (Arena arena = Arena.ofConfined()) {
      return (int) Call.OPEN_PORT.invokeExact(callState, arena.allocateFrom(ca), number);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  void closePort(int id) {
    try {
      int ignored = (int) Call.CLOSE_PORT.invokeExact(callState, id);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  /// Registers an agent for the responses to its requests, and for some requests received.
  ///
  /// @param rmppVersion RMPP version that the kernel handles for it; 0 for none
  /// @param methods of requests that the agent receives, a bit each; NULL for none
  int register(int id, int mgmtClass, int classVersion, int rmppVersion, MemorySegment methods) {
    try {
      return (int)
          Call.REGISTER.invokeExact(
              callState, id, mgmtClass, classVersion, (byte) rmppVersion, methods);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  void unregister(int id, int agent) {
    try {
      int ignored = (int) Call.UNREGISTER.invokeExact(callState, id, agent);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  int send(int id, int agent, MemorySegment umad, int bytes, int timeoutMillis) {
    try {
      return (int) Call.SEND.invokeExact(callState, id, agent, umad, bytes, timeoutMillis, 0);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  int recv(int id, MemorySegment umad, MemorySegment bytes, int timeoutMillis) {
    try {
      return (int) Call.RECV.invokeExact(callState, id, umad, bytes, timeoutMillis);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  /// Downcalls throw no exceptions.
  private static IllegalStateException impossible(Throwable t) {
    return new IllegalStateException(t);
  }
}
