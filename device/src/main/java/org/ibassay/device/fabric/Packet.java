package org.ibassay.device.fabric;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.mad.Smp;

/// A management datagram in flight, with the contents of its headers. Packets are pooled: a
/// receiver forwards a packet or returns it by [Fabric#release].
public final class Packet {
  private final MemorySegment mad = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
  int bytes;
  int slid;
  int dlid;
  int destQp;

  /// How many switches have forwarded it by its DLID.
  int relays;

  Packet() {}

  /// All 256 bytes.
  public MemorySegment mad() {
    return mad;
  }

  /// How many bytes are sent; 256 except by a device that truncates or extends its responses.
  public int bytes() {
    return bytes;
  }

  /// Makes the packet shorter or longer; bytes after the first 256 have no contents.
  public void bytes(int count) {
    bytes = count;
  }

  public int slid() {
    return slid;
  }

  public int dlid() {
    return dlid;
  }

  public int destQp() {
    return destQp;
  }

  /// Sets the packet's addresses.
  public void address(int from, int to, int qp) {
    slid = from;
    dlid = to;
    destQp = qp;
    relays = 0;
  }

  /// Copies another packet.
  public void copyOf(Packet other) {
    MemorySegment.copy(other.mad, 0, mad, 0, Smp.BYTES_OF_MAD);
    bytes = other.bytes;
  }
}
