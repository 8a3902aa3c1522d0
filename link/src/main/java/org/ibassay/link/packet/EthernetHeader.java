package org.ibassay.link.packet;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.Mac;
import org.ibassay.wire.net.Vlan;

/// Writes and checks the Ethernet header of a station's frames, with its VLAN tag.
record EthernetHeader(Station station) {
  private static final int BYTES = Ethernet.LAYOUT.bytes();
  private static final int TAGGED_BYTES = BYTES + Vlan.LAYOUT.bytes();

  /// Writes the header.
  ///
  /// @param type EtherType of the content
  /// @return length of the header in bytes
  int write(MemorySegment out, Mac to, int type) {
    Ethernet.DESTINATION.set(out, 0, to.value());
    Ethernet.SOURCE.set(out, 0, station.mac().value());
    if (station.vlan().isEmpty()) {
      Ethernet.TYPE.set(out, 0, type);
      return BYTES;
    }
    Ethernet.TYPE.set(out, 0, Ethernet.VLAN);
    Vlan.PCP.set(out, BYTES, 0);
    Vlan.DEI.set(out, BYTES, 0);
    Vlan.VID.set(out, BYTES, station.vlan().getAsInt());
    Vlan.TYPE.set(out, BYTES, type);
    return TAGGED_BYTES;
  }

  /// Returns the offset of a frame's content; -1 if the frame has another type, has fewer than
  /// `least` bytes of content, or is not addressed to the station or a group in its VLAN.
  int contentOf(MemorySegment in, int bytes, int type, int least) {
    if (bytes < TAGGED_BYTES || !isReceived(in)) {
      return -1;
    }
    int own = station.vlan().orElse(0);
    boolean tagged = Ethernet.TYPE.get(in, 0) == Ethernet.VLAN;
    long vid = tagged ? Vlan.VID.get(in, BYTES) : 0;
    long found = tagged ? Vlan.TYPE.get(in, BYTES) : Ethernet.TYPE.get(in, 0);
    int at = tagged ? TAGGED_BYTES : BYTES;
    return vid == own && found == type && bytes - at >= least ? at : -1;
  }

  private boolean isReceived(MemorySegment in) {
    Mac to = new Mac(Ethernet.DESTINATION.get(in, 0));
    return to.isGroup() || to.equals(station.mac());
  }

  /// The source address of a frame.
  static Mac source(MemorySegment in) {
    return new Mac(Ethernet.SOURCE.get(in, 0));
  }
}
