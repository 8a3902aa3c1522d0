package org.ibassay.audit;

import org.ibassay.wire.packet.Operation;
import org.jspecify.annotations.Nullable;

/// The packets of an unreliable connection from one address to one QP.
final class UcFlow {
  private static final int RECENT = 64;

  final Tally tally;

  /// All flows between the same two addresses.
  final Hosts between;

  /// Whether a packet was seen since it began.
  boolean any;

  /// PSN of the first packet since it began.
  int firstPsn;

  /// PSN of the packet with the highest PSN.
  int psn;

  @Nullable Operation operation;
  int partition;
  long nanos;

  /// The path MTU, from the last full packet; 0 if unknown.
  int pmtu;

  /// Parameters from communication management; usually null.
  @Nullable Said said;

  final Flow.Message message = new Flow.Message();
  private final @Nullable Packet[] recent = new @Nullable Packet[RECENT];

  UcFlow(Tally tally, Hosts between) {
    this.tally = tally;
    this.between = between;
  }

  /// Returns the packet sent with a PSN, if it was among the last.
  @Nullable Packet recent(int wanted) {
    Packet found = recent[wanted & (RECENT - 1)];
    return found != null && found.psn == wanted ? found : null;
  }

  void remember(AuditedPacket seen) {
    int place = seen.psn & (RECENT - 1);
    Packet packet = recent[place];
    if (packet == null) {
      packet = new Packet();
      recent[place] = packet;
    }
    packet.read(seen);
  }

  /// Drops all packets: the next one belongs to another connection.
  void begin() {
    any = false;
    pmtu = 0;
    said = said == null ? null : said.anew();
    message.forget();
    for (Packet packet : recent) {
      if (packet != null) {
        packet.psn = -1;
      }
    }
  }

  /// A packet that was seen.
  static final class Packet {
    /// -1 for none.
    int psn;

    private int number;
    private int bytes;
    private boolean whole;
    private long address;
    private long announced;

    void read(AuditedPacket seen) {
      psn = seen.psn;
      number = seen.number;
      bytes = seen.bytes;
      whole = seen.whole;
      address = seen.address();
      announced = seen.announced();
    }

    /// Whether it may be a duplicate in the capture.
    boolean isSame(AuditedPacket seen) {
      return number == seen.number
          && (bytes == seen.bytes || !whole || !seen.whole)
          && address == seen.address()
          && announced == seen.announced();
    }
  }
}
