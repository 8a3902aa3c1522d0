package org.ibassay.link.capture;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.FLAG;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// The header of a packet in Endace's Extensible Record Format, which is link type
/// [CaptureReader#ERF].
public final class Erf {
  private static final Layout.Table T = Layout.table("ERF", "Endace ERF", 16);

  /// Time of reception, in seconds since 1970 and a 32-bit fraction. Unlike all other fields it is
  /// little-endian, so its bytes must be reversed after reading.
  public static final Field TIMESTAMP = T.ro("Timestamp", 0, 64, HEX);

  /// Whether an extension header of eight bytes follows, whose first bit has the same meaning.
  public static final Field MORE = T.ro("ExtensionHeader", 64, 1, FLAG);

  /// The type of the record: [#INFINIBAND] or others.
  public static final Field TYPE = T.ro("Type", 65, 7, DECIMAL);

  public static final Field FLAGS = T.ro("Flags", 72, 8, HEX);
  public static final Field CAPTURE_INTERFACE = T.part(FLAGS, "CaptureInterface", 6, 2, DECIMAL);
  public static final Field VARYING_LENGTH = T.bit(FLAGS, "VaryingLength", 2);
  public static final Field TRUNCATED = T.bit(FLAGS, "Truncated", 3);
  public static final Field RX_ERROR = T.bit(FLAGS, "RXError", 4);
  public static final Field DS_ERROR = T.bit(FLAGS, "DSError", 5);

  /// Length of the whole record in bytes: this header, extension headers, the captured part of the
  /// packet, and padding.
  public static final Field RECORD_LENGTH = T.ro("RecordLength", 80, 16, DECIMAL);

  /// Number of packets lost since the previous record.
  public static final Field LOSS_COUNTER = T.ro("LossCounter", 96, 16, DECIMAL);

  /// Length of the packet on the wire, in bytes.
  public static final Field WIRE_LENGTH = T.ro("WireLength", 112, 16, DECIMAL);

  public static final Layout LAYOUT = T.build();

  /// Length of an extension header, in bytes.
  public static final int EXTENSION_BYTES = 8;

  /// A value of [#TYPE]: a packet from its LRH on.
  public static final int INFINIBAND = 21;

  private Erf() {}
}
