package org.ibassay.device.fabric;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.mad.Smp;

/// A management datagram under way, with what its headers would say. Packets are pooled: whoever
/// takes one passes it on or gives it back by [Fabric#release].
public final class Packet {
  private final MemorySegment mad = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
  int bytes;
  int slid;
  int dlid;
  int destQp;

  /// How many switches have relayed it by its DLID.
  int relays;

  Packet() {}

  /// All 256 bytes.
  public MemorySegment mad() {
    return mad;
  }

  /// How many bytes are sent; 256 but from a device that cuts its answers, or makes them too long.
  public int bytes() {
    return bytes;
  }

  /// Makes the packet shorter or longer; nobody is told what is beyond its 256 bytes.
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

  /// Addresses the packet.
  public void address(int from, int to, int qp) {
    slid = from;
    dlid = to;
    destQp = qp;
    relays = 0;
  }

  /// Takes over another packet's bytes.
  public void copyOf(Packet other) {
    MemorySegment.copy(other.mad, 0, mad, 0, Smp.BYTES_OF_MAD);
    bytes = other.bytes;
  }
}
