package org.ibassay.device.hostile;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.ibassay.link.Clock;
import org.ibassay.link.LinkException;
import org.ibassay.link.impaired.PacketsInFlight;
import org.ibassay.link.packet.Carrier;
import org.ibassay.wire.packet.LinkType;

/// Transport packets of a device that becomes hostile after some packets.
public final class HostileCarrier implements Carrier {
  private final Carrier carrier;
  private final Hostility hostility;
  private final SplittableRandom random;
  private final SpoiltPackets spoilt;
  private final PacketsInFlight<byte[]> coming = new PacketsInFlight<>();
  private long right;
  private long floodAt = Long.MAX_VALUE;
  private byte[] repeated = {};

  /// @param right number of correct packets before
  /// @param seed seed of all random data
  public HostileCarrier(Carrier carrier, Hostility hostility, long right, long seed) {
    this.carrier = carrier;
    this.hostility = hostility;
    this.right = right;
    this.random = new SplittableRandom(seed);
    this.spoilt = new SpoiltPackets(carrier.link(), random);
  }

  @Override
  public Clock clock() {
    return carrier.clock();
  }

  @Override
  public boolean isSimulated() {
    return carrier.isSimulated();
  }

  @Override
  public boolean isLossless() {
    return carrier.isLossless();
  }

  @Override
  public LinkType link() {
    return carrier.link();
  }

  @Override
  public void send(MemorySegment packet, int bytes) throws LinkException {
    carrier.send(packet, bytes);
  }

  @Override
  public int receive(MemorySegment into, long deadline) throws LinkException {
    while (true) {
      byte[] next = coming.arrived(clock().nanos());
      if (next != null) {
        MemorySegment.copy(MemorySegment.ofArray(next), 0, into, 0, next.length);
        return next.length;
      }
      long until = Math.min(deadline, Math.min(coming.next(), floodAt));
      int bytes = carrier.receive(into, until);
      if (bytes > 0) {
        if (right-- > 0) {
          return bytes;
        }
        right = 0;
        spoil(into.asSlice(0, bytes).toArray(JAVA_BYTE));
      } else if (clock().nanos() >= floodAt) {
        floodAt += Hostility.GAP_NANOS;
        repeated = spoilt.next(repeated);
        coming.add(clock().nanos(), repeated);
      } else if (until == deadline) {
        return 0;
      }
    }
  }

  private void spoil(byte[] packet) {
    Hostility now = hostility.once(random);
    if (now == Hostility.FLOOD || now == Hostility.ENDLESS) {
      repeated = now == Hostility.FLOOD ? spoilt.unasked(packet) : spoilt.middle(packet);
      floodAt = Math.min(floodAt, clock().nanos());
      return;
    }
    spoilt.of(now, packet).forEach(bytes -> coming.add(clock().nanos(), bytes));
  }

  @Override
  public long lost() throws LinkException {
    return carrier.lost();
  }

  @Override
  public void close() {
    carrier.close();
  }
}
