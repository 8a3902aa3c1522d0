package org.ibassay.link.impaired;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import org.ibassay.link.Clock;
import org.ibassay.link.LinkException;
import org.ibassay.link.mad.MadLink;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;
import org.jspecify.annotations.Nullable;

/// Management datagrams over a bad link. Packets to the tester's own port never leave the tester
/// and are not impaired.
final class ImpairedMadLink implements MadLink {
  /// MADs in flight are dropped after the port was idle for this long, as on a real link.
  static final long LIFETIME = 1_000_000_000;

  private record OutgoingMad(MemorySegment mad, int dlid, int destQp) {}

  private record IncomingMad(MemorySegment mad, int bytes, @Nullable MemorySegment whole) {}

  private final MadLink link;
  private final Fate fate;
  private final PacketsInFlight<OutgoingMad> going = new PacketsInFlight<>();
  private final PacketsInFlight<IncomingMad> coming = new PacketsInFlight<>();
  private @Nullable IncomingMad last;

  ImpairedMadLink(MadLink link, Fate fate) {
    this.link = link;
    this.fate = fate;
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
  public long transactionBits() {
    return link.transactionBits();
  }

  @Override
  public void begin(String test) {
    link.begin(test);
    fate.begin(test);
  }

  @Override
  public void send(MemorySegment mad, int dlid, int destQp) throws LinkException {
    forgetWhatWasBefore();
    if (staysInTester(mad)) {
      link.send(mad, dlid, destQp);
      return;
    }
    OutgoingMad copy = new OutgoingMad(copy(mad), dlid, destQp);
    for (long later : fate.next()) {
      going.add(clock().nanos() + later, copy);
    }
    sendWhatIsDue();
  }

  @Override
  public Arrival receive(MemorySegment into, long deadline) throws LinkException {
    forgetWhatWasBefore();
    while (true) {
      sendWhatIsDue();
      IncomingMad arrived = coming.arrived(clock().nanos());
      if (arrived != null) {
        last = arrived;
        MemorySegment.copy(arrived.mad, 0, into, 0, Smp.BYTES_OF_MAD);
        return Arrival.MAD;
      }
      long until = Math.min(deadline, Math.min(going.next(), coming.next()));
      switch (link.receive(into, until)) {
        case UNDELIVERED -> {
          return Arrival.UNDELIVERED;
        }
        case MAD -> arrive(into);
        case NOTHING -> {
          if (until == deadline) {
            return Arrival.NOTHING;
          }
        }
      }
    }
  }

  private void forgetWhatWasBefore() {
    if (fate.isAnew()) {
      going.clear();
      coming.clear();
    }
  }

  private void arrive(MemorySegment mad) {
    MemorySegment whole = link.whole();
    IncomingMad copy =
        new IncomingMad(copy(mad), link.receivedBytes(), whole == null ? null : copyOf(whole));
    if (staysInTester(mad)) {
      coming.add(clock().nanos(), copy);
      return;
    }
    for (long later : fate.next()) {
      coming.add(clock().nanos() + later, copy);
    }
  }

  private void sendWhatIsDue() throws LinkException {
    long now = clock().nanos();
    going.forgetBefore(now - LIFETIME);
    for (OutgoingMad next = going.arrived(now); next != null; next = going.arrived(now)) {
      link.send(next.mad, next.dlid, next.destQp);
    }
  }

  private static boolean staysInTester(MemorySegment mad) {
    return MadHeader.MGMT_CLASS.get(mad, 0) == Smp.DIRECTED_ROUTE && Smp.HOP_COUNT.get(mad, 0) == 0;
  }

  private static MemorySegment copy(MemorySegment mad) {
    return copyOf(mad.asSlice(0, Smp.BYTES_OF_MAD));
  }

  private static MemorySegment copyOf(MemorySegment bytes) {
    return MemorySegment.ofArray(bytes.toArray(JAVA_BYTE));
  }

  @Override
  public int receivedBytes() {
    return last == null ? 0 : last.bytes;
  }

  @Override
  public boolean hearsTraps() {
    return link.hearsTraps();
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
  public boolean hearsReports() {
    return link.hearsReports();
  }

  @Override
  public boolean reportsLength() {
    return link.reportsLength();
  }

  @Override
  public boolean showsSegments() {
    return link.showsSegments();
  }

  @Override
  public @Nullable MemorySegment whole() {
    return last == null ? null : last.whole;
  }

  @Override
  public void close() {
    link.close();
  }
}
