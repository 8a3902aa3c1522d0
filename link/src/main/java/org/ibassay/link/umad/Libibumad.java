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
import org.ibassay.link.LinkException;
import org.jspecify.annotations.Nullable;

/// The functions of `libibumad.so.3` that the driver calls. Results are as in C: negative numbers
/// are errors.
///
/// Offsets of structure members are those of rdma-core's `umad.h` and the kernel's
/// `ib_user_mad.h` on a 64-bit machine.
// Native calls are what this class is for.
@SuppressWarnings("restricted")
final class Libibumad {
  static final int CA_NAME_BYTES = 20;
  static final int MAX_CAS = 64;

  private static final String LIBRARY = "libibumad.so.3";
  private static final Linker LINKER = Linker.nativeLinker();
  private static final MemoryLayout CALL_STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      CALL_STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private static @Nullable Libibumad loaded;

  private final SymbolLookup symbols;
  private final MemorySegment callState = Arena.global().allocate(CALL_STATE);
  private final MethodHandle getCasNames;
  private final MethodHandle getCa;
  private final MethodHandle releaseCa;
  private final MethodHandle getPort;
  private final MethodHandle releasePort;
  private final MethodHandle openPort;
  private final MethodHandle closePort;
  private final MethodHandle register;
  private final MethodHandle send;
  private final MethodHandle recv;

  private Libibumad(SymbolLookup symbols) {
    this.symbols = symbols;
    getCasNames = function("umad_get_cas_names", ADDRESS, JAVA_INT);
    getCa = function("umad_get_ca", ADDRESS, ADDRESS);
    releaseCa = function("umad_release_ca", ADDRESS);
    getPort = function("umad_get_port", ADDRESS, JAVA_INT, ADDRESS);
    releasePort = function("umad_release_port", ADDRESS);
    openPort = function("umad_open_port", ADDRESS, JAVA_INT);
    closePort = function("umad_close_port", JAVA_INT);
    register = function("umad_register", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_BYTE, ADDRESS);
    send = function("umad_send", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, JAVA_INT);
    recv = function("umad_recv", JAVA_INT, ADDRESS, ADDRESS, JAVA_INT);
  }

  /// Loads the library once.
  ///
  /// @throws LinkException when it is not installed
  static synchronized Libibumad load() throws LinkException {
    Libibumad library = loaded;
    if (library == null) {
      try {
        library = new Libibumad(SymbolLookup.libraryLookup(LIBRARY, Arena.global()));
      } catch (IllegalArgumentException e) {
        throw new LinkException(
            LIBRARY
                + " cannot be loaded; it comes with rdma-core (Debian: package libibumad3,"
                + " Red Hat: libibumad)",
            e);
      }
      library.init();
      loaded = library;
    }
    return library;
  }

  private void init() throws LinkException {
    int result = call(function("umad_init"));
    if (result < 0) {
      throw new LinkException(LIBRARY + " does not find the kernel's MAD interface: umad_init " + result);
    }
  }

  private MethodHandle function(String name, MemoryLayout... parameters) {
    MemorySegment address =
        symbols
            .find(name)
            .orElseThrow(() -> new IllegalArgumentException(LIBRARY + " lacks " + name));
    return LINKER.downcallHandle(
        address,
        FunctionDescriptor.of(JAVA_INT, parameters),
        Linker.Option.captureCallState("errno"));
  }

  /// `errno` after the last call.
  int errno() {
    return (int) ERRNO.get(callState, 0L);
  }

  int getCasNames(MemorySegment names, int most) {
    try {
      return (int) getCasNames.invokeExact(callState, names, most);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  int getCa(MemorySegment name, MemorySegment ca) {
    try {
      return (int) getCa.invokeExact(callState, name, ca);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  void releaseCa(MemorySegment ca) {
    try {
      int ignored = (int) releaseCa.invokeExact(callState, ca);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  int getPort(MemorySegment ca, int number, MemorySegment port) {
    try {
      return (int) getPort.invokeExact(callState, ca, number, port);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  void releasePort(MemorySegment port) {
    try {
      int ignored = (int) releasePort.invokeExact(callState, port);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  int openPort(MemorySegment ca, int number) {
    try {
      return (int) openPort.invokeExact(callState, ca, number);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  void closePort(int id) {
    try {
      int ignored = (int) closePort.invokeExact(callState, id);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  int register(int id, int mgmtClass, int classVersion) {
    try {
      return (int)
          register.invokeExact(
              callState, id, mgmtClass, classVersion, (byte) 0, MemorySegment.NULL);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  int send(int id, int agent, MemorySegment umad, int bytes, int timeoutMillis) {
    try {
      return (int) send.invokeExact(callState, id, agent, umad, bytes, timeoutMillis, 0);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  int recv(int id, MemorySegment umad, MemorySegment bytes, int timeoutMillis) {
    try {
      return (int) recv.invokeExact(callState, id, umad, bytes, timeoutMillis);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  private int call(MethodHandle function) {
    try {
      return (int) function.invokeExact(callState);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  /// Downcalls throw nothing of their own.
  private static IllegalStateException impossible(Throwable t) {
    return new IllegalStateException(t);
  }
}
