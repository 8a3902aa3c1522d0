package org.ibassay.link.roce;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Optional;
import org.ibassay.link.Clock;
import org.ibassay.link.LinkException;
import org.ibassay.link.TimeOfDay;
import org.ibassay.link.packet.Carrier;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.Mac;
import org.ibassay.wire.net.Vlan;
import org.ibassay.wire.packet.LinkType;

/// Ethernet frames through an interface of this machine, which its kernel continues to use.
final class PacketSocketCarrier implements Carrier {
  private static final int FRAME_BYTES = 1 << 16;
  private static final int ADDRESSES_BYTES = 12;
  private static final int TAG_BYTES = Vlan.LAYOUT.bytes();
  private static final ValueLayout.OfShort BE_SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final String name;
  private final PacketSocket socket;
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment frame = arena.allocate(FRAME_BYTES);
  private long lost;

  private PacketSocketCarrier(String name, PacketSocket socket) {
    this.name = name;
    this.socket = socket;
  }

  /// Opens the interface.
  ///
  /// @param mac the tester's address, if it is not the interface's own
  /// @throws LinkException without the capability CAP_NET_RAW, or if the kernel reports an error
  static PacketSocketCarrier open(EthernetInterface local, Optional<Mac> mac) throws LinkException {
    PacketSocket socket = new PacketSocket();
    int failure = prepare(socket, local, mac);
    if (failure < 0) {
      socket.close();
      throw failure == PacketSocket.EPERM
          ? new LinkException(
              "raw Ethernet frames on %s need the capability CAP_NET_RAW; run as root, or"
                      .formatted(local.name())
                  + " \"setcap cap_net_raw+ep\" the java program")
          : refused(local.name(), "be opened", failure);
    }
    return new PacketSocketCarrier(local.name(), socket);
  }

  private static int prepare(PacketSocket socket, EthernetInterface local, Optional<Mac> mac) {
    int result = socket.open();
    if (result >= 0) {
      result = socket.bind(local.index());
    }
    if (result >= 0 && mac.isPresent() && !mac.get().equals(local.mac())) {
      result = socket.listenToAll(local.index());
    }
    return result;
  }

  @Override
  public Clock clock() {
    return TimeOfDay.CLOCK;
  }

  @Override
  public boolean isSimulated() {
    return false;
  }

  @Override
  public LinkType link() {
    return LinkType.ETHERNET;
  }

  /// Pads short frames with zeros, because not every adapter does.
  @Override
  public void send(MemorySegment packet, int bytes) throws LinkException {
    int length = Math.max(bytes, Ethernet.MIN_BYTES);
    MemorySegment.copy(packet, 0, frame, 0, bytes);
    frame.asSlice(bytes, length - bytes).fill((byte) 0);
    int result = socket.send(frame, length);
    while (result == PacketSocket.EINTR) {
      result = socket.send(frame, length);
    }
    if (result < 0) {
      throw refused(name, "send a frame of " + length + " bytes", result);
    }
  }

  @Override
  public int receive(MemorySegment into, long deadline) throws LinkException {
    while (true) {
      int bytes = socket.receive(frame);
      if (bytes > 0 && !socket.isOutgoing()) {
        return deliver(into, bytes);
      }
      if (bytes == PacketSocket.EAGAIN) {
        long wait = deadline - Math.min(deadline, clock().nanos());
        if (wait == 0) {
          return 0;
        }
        socket.await(Math.clamp(wait / NANOS_PER_MILLI, 1, Integer.MAX_VALUE));
      } else if (bytes < 0 && bytes != PacketSocket.EINTR) {
        throw refused(name, "receive", bytes);
      }
    }
  }

  /// Reinserts a VLAN tag that the kernel removed.
  private int deliver(MemorySegment into, int bytes) {
    int tag = socket.strippedTag();
    int shift = tag == 0 ? 0 : TAG_BYTES;
    int kept = (int) Math.min(bytes, into.byteSize() - shift);
    if (shift == 0 || kept < ADDRESSES_BYTES) {
      MemorySegment.copy(frame, 0, into, 0, kept);
      return kept;
    }
    MemorySegment.copy(frame, 0, into, 0, ADDRESSES_BYTES);
    Ethernet.TYPE.set(into, 0, tag >>> 16);
    MemorySegment.copy(
        frame, ADDRESSES_BYTES, into, ADDRESSES_BYTES + shift, kept - ADDRESSES_BYTES);
    into.set(BE_SHORT, Ethernet.LAYOUT.bytes(), (short) tag);
    return kept + shift;
  }

  @Override
  public long lost() throws LinkException {
    int drops = socket.drops();
    if (drops < 0) {
      throw refused(name, "say what was lost", drops);
    }
    lost += drops;
    return lost;
  }

  private static LinkException refused(String name, String what, int failure) {
    return new LinkException(
        "interface %s cannot %s: %s"
            .formatted(
                name, what, failure == PacketSocket.ENETDOWN ? "it is down" : "errno " + -failure));
  }

  @Override
  public void close() {
    socket.close();
    arena.close();
  }
}
