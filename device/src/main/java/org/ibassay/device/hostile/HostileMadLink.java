package org.ibassay.device.hostile;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.ibassay.link.Clock;
import org.ibassay.link.LinkException;
import org.ibassay.link.impaired.PacketsInFlight;
import org.ibassay.link.mad.MadLink;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.Smp;

/// Management datagrams of a device that becomes hostile after some responses.
public final class HostileMadLink implements MadLink {
  private final MadLink link;
  private final Hostility hostility;
  private final SplittableRandom random;
  private final SpoiltMads spoilt;
  private final PacketsInFlight<byte[]> coming = new PacketsInFlight<>();
  private long right;
  private long floodAt = Long.MAX_VALUE;
  private int receivedBytes;

  /// @param right number of correct responses before
  /// @param seed seed of all random data
  public HostileMadLink(MadLink link, Hostility hostility, long right, long seed) {
    this.link = link;
    this.hostility = hostility;
    this.right = right;
    this.random = new SplittableRandom(seed);
    this.spoilt = new SpoiltMads(random);
  }

  @Override
  public Clock clock() {
    return link.clock();
  }

  @Override
  public boolean isSimulated() {
    return link.isSimulated();
  }

  @Override
  public boolean isLossless() {
    return link.isLossless();
  }

  @Override
  public long transactionBits() {
    return link.transactionBits();
  }

  @Override
  public void send(MemorySegment mad, int dlid, int destQp) throws LinkException {
    if (right <= 0 && isAck(mad)) {
      spoilt.next(mad).forEach(segment -> coming.add(clock().nanos() + spoilt.pace(), segment));
    } else {
      link.send(mad, dlid, destQp);
    }
  }

  @Override
  public Arrival receive(MemorySegment into, long deadline) throws LinkException {
    while (true) {
      byte[] next = coming.arrived(clock().nanos());
      if (next != null) {
        int bytes = Math.min(next.length, Smp.BYTES_OF_MAD);
        MemorySegment.copy(MemorySegment.ofArray(next), 0, into, 0, bytes);
        receivedBytes = next.length;
        return Arrival.MAD;
      }
      long until = Math.min(deadline, Math.min(coming.next(), floodAt));
      Arrival arrival = link.receive(into, until);
      if (arrival == Arrival.MAD) {
        receivedBytes = link.receivedBytes();
        if (isTesters(into) || right-- > 0) {
          return Arrival.MAD;
        }
        right = 0;
        spoil(into);
      } else if (clock().nanos() >= floodAt) {
        floodAt += Hostility.GAP_NANOS;
        coming.add(clock().nanos(), spoilt.unasked());
      } else if (until == deadline) {
        return arrival;
      }
    }
  }

  private void spoil(MemorySegment answer) {
    byte[] mad = answer.asSlice(0, Smp.BYTES_OF_MAD).toArray(JAVA_BYTE);
    Hostility now = hostility.once(random);
    if (now == Hostility.FLOOD) {
      floodAt = Math.min(floodAt, clock().nanos());
    }
    spoilt.of(now, mad).forEach(bytes -> coming.add(clock().nanos(), bytes));
  }

  private static boolean isAck(MemorySegment mad) {
    return MadHeader.MGMT_CLASS.get(mad, 0) == Gmp.SUBNET_ADMINISTRATION
        && RmppHeader.TYPE.get(mad, 0) == RmppHeader.TYPE_ACK
        && RmppHeader.ACTIVE.get(mad, 0) == 1;
  }

  /// Whether a response is from the tester's own port, not from the device.
  private static boolean isTesters(MemorySegment mad) {
    return MadHeader.MGMT_CLASS.get(mad, 0) == Smp.DIRECTED_ROUTE && Smp.HOP_COUNT.get(mad, 0) == 0;
  }

  @Override
  public boolean manage(boolean isSm) throws LinkException {
    return link.manage(isSm);
  }

  @Override
  public int sourceLid() {
    return link.sourceLid();
  }

  @Override
  public int receivedBytes() {
    return receivedBytes;
  }

  @Override
  public boolean showsSegments() {
    return link.showsSegments();
  }

  @Override
  public boolean reportsLength() {
    return link.reportsLength();
  }

  @Override
  public void close() {
    link.close();
  }
}
