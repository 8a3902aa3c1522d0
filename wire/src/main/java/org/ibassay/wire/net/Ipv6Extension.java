package org.ibassay.wire.net;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.FLAG;
import static org.ibassay.wire.Form.HEX;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.jspecify.annotations.Nullable;

/// The extension headers that may precede UDP in an IPv6 packet, in the order of RFC 8200 4.1.
public enum Ipv6Extension {
  HOP_BY_HOP_OPTIONS(0, options("IPv6 Hop-by-Hop Options", "RFC 8200 4.3")),
  DESTINATION_OPTIONS(60, options("IPv6 Destination Options", "RFC 8200 4.6")),
  ROUTING(43, Routing.LAYOUT),
  FRAGMENT(44, Fragment.LAYOUT),
  /// Options for the final destination only.
  LAST_DESTINATION_OPTIONS(60, options("IPv6 Last Destination Options", "RFC 8200 4.6"));

  /// Length unit of all extension headers, in bytes.
  public static final int UNIT = 8;

  private static final Ipv6Extension[] ALL = values();
  private static final Layout.Table T = Layout.table("IPv6 extension header", "RFC 8200 4", 2);

  /// The protocol of the next header, as [Ipv4#PROTOCOL].
  public static final Field NEXT_HEADER = T.rw("Next Header", 0, 8, DECIMAL);

  /// In units of eight bytes, without the first eight; reserved in a Fragment header.
  public static final Field HDR_EXT_LEN = T.rw("Hdr Ext Len", 8, 8, DECIMAL);

  private final int number;

  // Immutable, but the checker cannot see that its lists are copies.
  @SuppressWarnings("ImmutableEnumChecker")
  private final Layout layout;

  Ipv6Extension(int number, Layout layout) {
    this.number = number;
    this.layout = layout;
  }

  /// The intermediate nodes that the packet visits on the way to its destination.
  public static final class Routing {
    private static final Layout.Table T = Layout.table("IPv6 Routing", "RFC 8200 4.4", 4);

    static {
      T.rw("Next Header", 0, 8, DECIMAL);
      T.rw("Hdr Ext Len", 8, 8, DECIMAL);
      T.rw("Routing Type", 16, 8, DECIMAL);
    }

    /// While it is not 0, the IPv6 header does not contain the final destination.
    public static final Field SEGMENTS_LEFT = T.rw("Segments Left", 24, 8, DECIMAL);

    static final Layout LAYOUT = T.build();

    private Routing() {}
  }

  /// The place of a fragment in the original packet.
  public static final class Fragment {
    private static final Layout.Table T = Layout.table("IPv6 Fragment", "RFC 8200 4.5", 8);

    static {
      T.rw("Next Header", 0, 8, DECIMAL);
    }

    /// In units of eight bytes.
    public static final Field FRAGMENT_OFFSET = T.rw("Fragment Offset", 16, 13, DECIMAL);

    /// Whether more fragments follow.
    public static final Field M = T.rw("M", 31, 1, FLAG);

    static {
      T.rw("Identification", 32, 32, HEX);
    }

    static final Layout LAYOUT = T.build();

    private Fragment() {}
  }

  private static Layout options(String name, String section) {
    Layout.Table t = Layout.table(name, section, 2);
    t.rw("Next Header", 0, 8, DECIMAL);
    t.rw("Hdr Ext Len", 8, 8, DECIMAL);
    return t.build();
  }

  /// Returns the next extension header.
  ///
  /// @param nextHeader Next Header of the preceding header
  /// @param before the previous extension header; null after the IPv6 header
  /// @return null if no extension header follows, or one that is not allowed at this place
  public static @Nullable Ipv6Extension next(int nextHeader, @Nullable Ipv6Extension before) {
    boolean follows = before == null;
    for (Ipv6Extension extension : ALL) {
      if (follows && extension.number == nextHeader) {
        return extension;
      }
      follows |= extension == before;
    }
    return null;
  }

  /// Returns the fixed part of the header; a variable part may follow.
  public Layout layout() {
    return layout;
  }

  /// Returns the whole length of a header, in bytes; its first eight bytes must be present.
  public int bytes(MemorySegment in, long at) {
    return this == FRAGMENT ? UNIT : UNIT * (1 + (int) HDR_EXT_LEN.get(in, at));
  }
}
