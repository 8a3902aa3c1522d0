package org.ibassay.link.roce;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.link.LinkException;

/// The network interfaces of this machine by getifaddrs(3), with the layouts of a 64-bit Linux.
///
/// [java.net.NetworkInterface] omits an interface that has no IP address, and a port that only
/// tests devices needs none.
// This class consists of native calls.
@SuppressWarnings("restricted")
final class KernelInterfaces {
  private static final int AF_PACKET = 17;
  private static final int IFF_UP = 1;

  // struct ifaddrs
  private static final int ENTRY_BYTES = 56;
  private static final int NEXT = 0;
  private static final int NAME = 8;
  private static final int FLAGS = 16;
  private static final int SOCKET_ADDRESS = 24;

  // struct sockaddr_ll
  private static final int LL_BYTES = 20;
  private static final int LL_FAMILY = 0;
  private static final int LL_INTERFACE = 4;
  private static final int LL_ADDRESS_BYTES = 11;
  private static final int LL_ADDRESS = 12;

  private static final int MAX_NAME_BYTES = 16;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final MethodHandle GETIFADDRS =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("getifaddrs"),
          FunctionDescriptor.of(JAVA_INT, ADDRESS));
  private static final MethodHandle FREEIFADDRS =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("freeifaddrs"), FunctionDescriptor.ofVoid(ADDRESS));

  private KernelInterfaces() {}

  /// An interface.
  ///
  /// @param index the kernel's index
  /// @param address the address of its link layer
  record Entry(String name, int index, boolean up, List<Byte> address) {}

  static List<Entry> list() throws LinkException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment first = arena.allocate(ADDRESS);
      if ((int) GETIFADDRS.invokeExact(first) != 0) {
        throw new LinkException("the kernel did not list the network interfaces of this machine");
      }
      MemorySegment list = first.get(ADDRESS, 0);
      List<Entry> entries = read(list);
      FREEIFADDRS.invokeExact(list);
      return entries;
    } catch (LinkException e) {
      throw e;
    } catch (Throwable e) {
      // A method handle of a C function throws only if its arguments do not match.
      throw new AssertionError(e);
    }
  }

  private static List<Entry> read(MemorySegment list) {
    List<Entry> entries = new ArrayList<>();
    MemorySegment next = list;
    while (next.address() != 0) {
      MemorySegment entry = next.reinterpret(ENTRY_BYTES);
      MemorySegment address = entry.get(ADDRESS, SOCKET_ADDRESS);
      // One entry of each interface has its link layer's address; the others have its IP addresses.
      if (address.address() != 0
          && address.reinterpret(Short.BYTES).get(JAVA_SHORT, LL_FAMILY) == AF_PACKET) {
        entries.add(entry(entry, address.reinterpret(LL_BYTES)));
      }
      next = entry.get(ADDRESS, NEXT);
    }
    return entries;
  }

  private static Entry entry(MemorySegment entry, MemorySegment address) {
    List<Byte> bytes = new ArrayList<>();
    // Longer addresses, such as IPoIB's, do not fit.
    int length = Math.min(address.get(JAVA_BYTE, LL_ADDRESS_BYTES), LL_BYTES - LL_ADDRESS);
    for (int i = 0; i < length; i++) {
      bytes.add(address.get(JAVA_BYTE, LL_ADDRESS + i));
    }
    return new Entry(
        entry.get(ADDRESS, NAME).reinterpret(MAX_NAME_BYTES).getString(0),
        address.get(JAVA_INT, LL_INTERFACE),
        (entry.get(JAVA_INT, FLAGS) & IFF_UP) != 0,
        bytes);
  }
}
