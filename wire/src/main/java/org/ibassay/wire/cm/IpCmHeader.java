package org.ibassay.wire.cm;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.GID;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.ibassay.wire.sa.Gid;

/// The header of a REQ's private data if the ServiceID is in the range of the IP CM service (annex
/// A11). The layout follows Linux (`cma.c`) and tshark, which agree.
public final class IpCmHeader {
  /// ServiceIDs of the IP CM service for TCP ports: this prefix, with the port in the low 16 bits.
  public static final long TCP_SERVICE = 0x0000_0000_0106_0000L;

  private static final long IPV4_MASK = 0xFFFF_FFFFL;
  private static final Layout.Table T = Layout.table("IPCMHeader", "A11.3", 36);

  public static final Field MAJ_V = T.rw("MajV", 0, 4, DECIMAL);
  public static final Field MIN_V = T.rw("MinV", 4, 4, DECIMAL);

  /// 4 or 6.
  public static final Field IPV = T.rw("IPV", 8, 4, DECIMAL);

  public static final Field SOURCE_PORT = T.rw("SourcePort", 16, 16, DECIMAL);

  /// An IPv4 address is stored in the last four bytes.
  public static final Field SOURCE_IP = T.rw("SourceIP", 32, 128, GID);

  public static final Field DESTINATION_IP = T.rw("DestinationIP", 160, 128, GID);

  public static final Layout LAYOUT = T.build();

  private IpCmHeader() {}

  /// Writes the whole header; unused fields are 0.
  ///
  /// @param header where to write it
  /// @param source source address; an IPv4 address either mapped to IPv6 or in the last four bytes
  /// @param destination destination address, in the form of the source address
  public static void write(MemorySegment header, int sourcePort, Gid source, Gid destination) {
    IPV.set(header, 0, source.prefix() == 0 ? 4 : 6);
    SOURCE_PORT.set(header, 0, sourcePort);
    plain(source).set(SOURCE_IP, header, 0);
    plain(destination).set(DESTINATION_IP, header, 0);
  }

  /// Returns an IPv4-mapped GID in the header's form, without the mapping's prefix; any other GID
  /// unchanged.
  public static Gid plain(Gid mapped) {
    return mapped.prefix() == 0 ? new Gid(0, mapped.guid() & IPV4_MASK) : mapped;
  }

  /// Whether all reserved bits are 0.
  public static boolean hasZeroReserved(MemorySegment header) {
    byte[] mask = LAYOUT.mask(Access.RESERVED);
    for (int i = 0; i < mask.length; i++) {
      if ((header.get(ValueLayout.JAVA_BYTE, i) & mask[i]) != 0) {
        return false;
      }
    }
    return true;
  }

  /// Whether a ServiceID is one of the IP CM service for a TCP port.
  public static boolean isTcpService(long serviceId) {
    return (serviceId & ~0xFFFFL) == TCP_SERVICE;
  }
}
