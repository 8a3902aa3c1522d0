package org.ibassay.audit;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.ibassay.link.capture.CaptureReader;
import org.ibassay.wire.packet.LinkType;
import org.ibassay.wire.packet.TransportPacket;

/// Audits all packets of a capture.
public final class CaptureAudit {
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private static final int ERF_HEADER_BYTES = 16;
  private static final int ERF_EXTENSION_BYTES = 8;
  private static final int ERF_TYPE_AT = 8;
  private static final int ERF_LENGTH_AT = 14;
  private static final int ERF_INFINIBAND = 21;
  private static final int ERF_TYPE_MASK = 0x7F;
  private static final int ERF_EXTENDED = 0x80;

  private final CaptureReader capture;
  private final Audit audit;
  private TransportPacket packet = new TransportPacket(MemorySegment.NULL);
  private LinkType link = LinkType.ETHERNET;
  private long from;
  private int bytes;

  private CaptureAudit(CaptureReader capture, boolean complete) {
    this.capture = capture;
    this.audit = new Audit(complete);
  }

  /// Reads a capture to its end.
  ///
  /// @param capture positioned before its first packet
  /// @param complete see [Audit#Audit(boolean)]
  public static AuditReport of(CaptureReader capture, boolean complete) {
    CaptureAudit all = new CaptureAudit(capture, complete);
    while (capture.next()) {
      all.take();
    }
    return all.audit.finish();
  }

  private void take() {
    MemorySegment in = capture.segment();
    // The next part of the capture may be mapped at the address of the previous one, and is then
    // equal.
    if (!packet.segment().equals(in) || !packet.segment().scope().isAlive()) {
      packet = new TransportPacket(in);
    }
    if (!unwrap(in)) {
      return;
    }
    packet.read(link, from, bytes);
    audit.take(packet, capture.frame(), capture.nanos());
  }

  private boolean unwrap(MemorySegment in) {
    from = capture.offset();
    bytes = capture.captured();
    link = LinkType.INFINIBAND;
    return switch (capture.linkType()) {
      case CaptureReader.ETHERNET -> {
        link = LinkType.ETHERNET;
        yield true;
      }
      case CaptureReader.INFINIBAND -> true;
      case CaptureReader.ERF -> unwrapErf(in);
      default -> {
        audit.unknownLink();
        yield false;
      }
    };
  }

  private boolean unwrapErf(MemorySegment in) {
    if (bytes < ERF_HEADER_BYTES) {
      return false;
    }
    int type = in.get(JAVA_BYTE, from + ERF_TYPE_AT);
    int length = in.get(SHORT, from + ERF_LENGTH_AT) & 0xFFFF;
    int header = ERF_HEADER_BYTES;
    boolean more = (type & ERF_EXTENDED) != 0;
    while (more && header + ERF_EXTENSION_BYTES <= bytes) {
      more = (in.get(JAVA_BYTE, from + header) & ERF_EXTENDED) != 0;
      header += ERF_EXTENSION_BYTES;
    }
    from += header;
    bytes = Math.min(bytes - header, length);
    return (type & ERF_TYPE_MASK) == ERF_INFINIBAND && bytes >= 0;
  }
}
