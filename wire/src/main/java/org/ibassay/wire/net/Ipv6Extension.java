package org.ibassay.wire.net;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.FLAG;
import static org.ibassay.wire.Form.HEX;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.jspecify.annotations.Nullable;

/// The extension headers that may stand between an IPv6 header and UDP, in the order in which a
/// sender writes them (RFC 8200 4.1).
public enum Ipv6Extension {
  HOP_BY_HOP_OPTIONS(0, options("IPv6 Hop-by-Hop Options", "RFC 8200 4.3")),
  DESTINATION_OPTIONS(60, options("IPv6 Destination Options", "RFC 8200 4.6")),
  ROUTING(43, Routing.LAYOUT),
  FRAGMENT(44, Fragment.LAYOUT),
  /// Options of those that a routing header does not name.
  LAST_DESTINATION_OPTIONS(60, options("IPv6 Last Destination Options", "RFC 8200 4.6"));

  /// All are made of so many bytes.
  public static final int UNIT = 8;

  private static final Ipv6Extension[] ALL = values();
  private static final Layout.Table T = Layout.table("IPv6 extension header", "RFC 8200 4", 2);

  /// The protocol of the next header, as [Ipv4#PROTOCOL].
  public static final Field NEXT_HEADER = T.rw("Next Header", 0, 8, DECIMAL);

  /// In units of eight bytes, without the first eight; reserved in a fragment's.
  public static final Field HDR_EXT_LEN = T.rw("Hdr Ext Len", 8, 8, DECIMAL);

  private final int number;

  // Immutable, but has lists, of which the checker cannot know that they are copies.
  @SuppressWarnings("ImmutableEnumChecker")
  private final Layout layout;

  Ipv6Extension(int number, Layout layout) {
    this.number = number;
    this.layout = layout;
  }

  /// Where the packet goes before its destination.
  public static final class Routing {
    private static final Layout.Table T = Layout.table("IPv6 Routing", "RFC 8200 4.4", 4);

    static {
      T.rw("Next Header", 0, 8, DECIMAL);
      T.rw("Hdr Ext Len", 8, 8, DECIMAL);
      T.rw("Routing Type", 16, 8, DECIMAL);
    }

    /// While it is not 0 the IPv6 header does not hold the last destination.
    public static final Field SEGMENTS_LEFT = T.rw("Segments Left", 24, 8, DECIMAL);

    static final Layout LAYOUT = T.build();

    private Routing() {}
  }

  /// Which part of a packet that was taken apart.
  public static final class Fragment {
    private static final Layout.Table T = Layout.table("IPv6 Fragment", "RFC 8200 4.5", 8);

    static {
      T.rw("Next Header", 0, 8, DECIMAL);
    }

    /// In units of eight bytes.
    public static final Field FRAGMENT_OFFSET = T.rw("Fragment Offset", 16, 13, DECIMAL);

    /// Whether more follow.
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

  /// The next extension header.
  ///
  /// @param nextHeader what the header before says of it
  /// @param before the previous extension header; null after the IPv6 header
  /// @return null where no extension header follows, or none that may stand there
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

  /// Its fields that are the same in all of its kind; more may follow.
  public Layout layout() {
    return layout;
  }

  /// Its whole length, in bytes, of which the first eight must be there.
  public int bytes(MemorySegment in, long at) {
    return this == FRAGMENT ? UNIT : UNIT * (1 + (int) HDR_EXT_LEN.get(in, at));
  }
}
