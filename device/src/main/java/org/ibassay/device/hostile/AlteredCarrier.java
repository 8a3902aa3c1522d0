package org.ibassay.device.hostile;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import org.ibassay.link.Clock;
import org.ibassay.link.LinkException;
import org.ibassay.link.packet.Carrier;
import org.ibassay.wire.packet.LinkType;

/// Transport packets of a device that alters one field of them.
public final class AlteredCarrier implements Carrier {
  private final Carrier carrier;
  private final Alteration.OfPacket alteration;

  /// @param alteration the alteration of its packets
  public AlteredCarrier(Carrier carrier, Alteration.OfPacket alteration) {
    this.carrier = carrier;
    this.alteration = alteration;
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
  public void begin(String test) {
    carrier.begin(test);
  }

  @Override
  public void send(MemorySegment packet, int bytes) throws LinkException {
    carrier.send(packet, bytes);
  }

  @Override
  public int receive(MemorySegment into, long deadline) throws LinkException {
    int bytes = carrier.receive(into, deadline);
    if (bytes > 0) {
      byte[] altered = alteration.applied(link(), into.asSlice(0, bytes).toArray(JAVA_BYTE));
      MemorySegment.copy(altered, 0, into, JAVA_BYTE, 0, bytes);
    }
    return bytes;
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
