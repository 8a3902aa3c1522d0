package org.ibassay.link.impaired;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import org.ibassay.link.Clock;
import org.ibassay.link.LinkException;
import org.ibassay.link.packet.Carrier;
import org.ibassay.wire.packet.LinkType;

/// Whole packets over a bad link.
final class ImpairedCarrier implements Carrier {
  private final Carrier carrier;
  private final Fate fate;
  private final PacketsInFlight<MemorySegment> going = new PacketsInFlight<>();
  private final PacketsInFlight<MemorySegment> coming = new PacketsInFlight<>();

  ImpairedCarrier(Carrier carrier, Fate fate) {
    this.carrier = carrier;
    this.fate = fate;
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
  public LinkType link() {
    return carrier.link();
  }

  @Override
  public void begin(String test) {
    carrier.begin(test);
    fate.begin(test);
  }

  @Override
  public void send(MemorySegment packet, int bytes) throws LinkException {
    forgetWhatWasBefore();
    pass(packet, bytes, going);
    sendWhatIsDue();
  }

  @Override
  public int receive(MemorySegment into, long deadline) throws LinkException {
    forgetWhatWasBefore();
    while (true) {
      sendWhatIsDue();
      MemorySegment arrived = coming.arrived(clock().nanos());
      if (arrived != null) {
        MemorySegment.copy(arrived, 0, into, 0, arrived.byteSize());
        return (int) arrived.byteSize();
      }
      long until = Math.min(deadline, Math.min(going.next(), coming.next()));
      int bytes = carrier.receive(into, until);
      if (bytes > 0) {
        pass(into, bytes, coming);
      } else if (until == deadline) {
        return 0;
      }
    }
  }

  private void forgetWhatWasBefore() {
    if (fate.isAnew()) {
      going.clear();
      coming.clear();
    }
  }

  private void pass(MemorySegment packet, int bytes, PacketsInFlight<MemorySegment> way) {
    MemorySegment copy = MemorySegment.ofArray(packet.asSlice(0, bytes).toArray(JAVA_BYTE));
    for (long later : fate.next()) {
      way.add(clock().nanos() + later, copy);
    }
  }

  private void sendWhatIsDue() throws LinkException {
    long now = clock().nanos();
    going.forgetBefore(now - ImpairedMadLink.LIFETIME);
    for (MemorySegment next = going.arrived(now); next != null; next = going.arrived(now)) {
      carrier.send(next, (int) next.byteSize());
    }
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
