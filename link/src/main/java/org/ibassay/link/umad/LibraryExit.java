package org.ibassay.link.umad;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;

/// The end of a process that has used libibumad. A preloaded library (libumad2sim) tells its server
/// when it is unloaded, and waits for an answer without limit: if the server hangs, so does the
/// process, while no Java thread runs any more.
public final class LibraryExit {
  /// Time that unloading may take.
  private static final int SECONDS = 5;

  private static volatile boolean isUsed;
  private static volatile boolean isHung;

  private LibraryExit() {}

  static void use() {
    isUsed = true;
  }

  /// Records that the library, or a port that it opened, no longer responds.
  public static void suspect() {
    isHung = true;
  }

  /// Called last. If the library hangs, ends the process at once, without unloading it; otherwise
  /// lets a signal end the process if unloading takes longer than 5 s. Does nothing if the library
  /// was not used.
  ///
  /// @param code exit code
  public static void prepare(int code) {
    if (isUsed) {
      if (isHung) {
        call("_exit", FunctionDescriptor.ofVoid(JAVA_INT), code);
      } else {
        call("alarm", FunctionDescriptor.of(JAVA_INT, JAVA_INT), SECONDS);
      }
    }
  }

  @SuppressWarnings("restricted") // its arguments match the C library
  private static void call(String name, FunctionDescriptor type, int argument) {
    Linker linker = Linker.nativeLinker();
    MethodHandle function = linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type);
    try {
      function.invoke(argument);
    } catch (Throwable t) {
      throw new IllegalStateException(name, t);
    }
  }
}
