package org.ibassay.wire.attribute;

import static org.ibassay.wire.Form.BYTES;
import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.FLAG;
import static org.ibassay.wire.Form.GID;
import static org.ibassay.wire.Form.HEX;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Optional;
import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// The contents of [Notice#DATA_DETAILS], by generic trap number (13.4.9, 14.2.5.1). Each table
/// starts at the Notice's first byte.
///
/// Trap 144 follows OpenSM, which includes the additions of later releases.
public final class NoticeDetails {
  private static final int START = Notice.DATA_DETAILS.bitOffset();

  private static final Map<Integer, Layout> BY_TRAP =
      Map.ofEntries(
          Map.entry(64, gid(64)),
          Map.entry(65, gid(65)),
          Map.entry(66, gid(66)),
          Map.entry(67, gid(67)),
          Map.entry(128, linkState()),
          Map.entry(129, port(129)),
          Map.entry(130, port(130)),
          Map.entry(131, port(131)),
          Map.entry(144, capabilityMask()),
          Map.entry(145, systemImageGuid()),
          Map.entry(256, badMKey()),
          Map.entry(257, badKey(257)),
          Map.entry(258, badKey(258)),
          Map.entry(259, badPKeyAtSwitch()));

  private NoticeDetails() {}

  /// Returns the table for a trap number, if it is known.
  public static Optional<Layout> of(int trap) {
    return Optional.ofNullable(BY_TRAP.get(trap));
  }

  /// Returns the table for a Notice, if it is generic and its trap number is known.
  ///
  /// @param notice starts with the attribute's first byte
  public static Optional<Layout> of(MemorySegment notice) {
    return notice.byteSize() * 8 >= START && Notice.IS_GENERIC.get(notice, 0) == 1
        ? of((int) Notice.TRAP_NUMBER_DEVICE_ID.get(notice, 0))
        : Optional.empty();
  }

  private static Layout.Table table(int trap) {
    return Layout.table("Trap " + trap, "14.2.5.1", Notice.LAYOUT.bytes());
  }

  private static Layout gid(int trap) {
    Layout.Table t = table(trap);
    t.ro("GIDADDR", START + 48, 128, GID);
    return t.build();
  }

  private static Layout linkState() {
    Layout.Table t = table(128);
    t.ro("LIDADDR", START, 16, HEX);
    return t.build();
  }

  private static Layout port(int trap) {
    Layout.Table t = table(trap);
    t.ro("LIDADDR", START + 16, 16, HEX);
    t.ro("PORTNO", START + 32, 8, DECIMAL);
    return t.build();
  }

  private static Layout capabilityMask() {
    Layout.Table t = table(144);
    t.ro("LIDADDR", START + 16, 16, HEX);
    t.ro("OtherLocalChanges", START + 47, 1, FLAG);
    t.ro("CAPABILITYMASK", START + 48, 32, HEX);
    Field changes = t.ro("ChangeFlags", START + 80, 16, HEX);
    t.bit(changes, "NodeDescriptionChange", 0);
    t.bit(changes, "LinkWidthEnabledChange", 1);
    t.bit(changes, "LinkSpeedEnabledChange", 2);
    t.bit(changes, "SMPriorityChange", 3);
    t.bit(changes, "HierarchyInfoChange", 4);
    t.bit(changes, "CapabilityMask2Change", 5);
    t.ro("CAPABILITYMASK2", START + 96, 16, HEX);
    return t.build();
  }

  private static Layout systemImageGuid() {
    Layout.Table t = table(145);
    t.ro("LIDADDR", START + 16, 16, HEX);
    t.ro("SYSTEMIMAGEGUID", START + 48, 64, HEX);
    return t.build();
  }

  private static Layout badMKey() {
    Layout.Table t = table(256);
    t.ro("LIDADDR", START + 16, 16, HEX);
    t.ro("DRSLID", START + 32, 16, HEX);
    t.ro("METHOD", START + 48, 8, HEX);
    t.ro("ATTRIBUTEID", START + 64, 16, HEX);
    t.ro("ATTRIBUTEMODIFIER", START + 80, 32, HEX);
    t.ro("MKEY", START + 112, 64, HEX);
    t.ro("DRNotice", START + 184, 1, FLAG);
    t.ro("DRPathTruncated", START + 185, 1, FLAG);
    t.ro("DRHopCount", START + 186, 6, DECIMAL);
    t.repeated("DRNoticeReturnPath", START + 192, 8, 30, 8, Access.RO, BYTES);
    return t.build();
  }

  private static Layout badKey(int trap) {
    Layout.Table t = table(trap);
    t.ro("LIDADDR1", START + 16, 16, HEX);
    t.ro("LIDADDR2", START + 32, 16, HEX);
    t.ro("KEY", START + 48, 32, HEX);
    t.ro("SL", START + 80, 4, DECIMAL);
    t.ro("QP1", START + 88, 24, HEX);
    t.ro("QP2", START + 120, 24, HEX);
    t.ro("GIDADDR1", START + 144, 128, GID);
    t.ro("GIDADDR2", START + 272, 128, GID);
    return t.build();
  }

  private static Layout badPKeyAtSwitch() {
    Layout.Table t = table(259);
    t.ro("DataValid", START, 16, HEX);
    t.ro("LIDADDR1", START + 16, 16, HEX);
    t.ro("LIDADDR2", START + 32, 16, HEX);
    t.ro("PKEY", START + 48, 16, HEX);
    t.ro("SL", START + 64, 4, DECIMAL);
    t.ro("QP1", START + 72, 24, HEX);
    t.ro("QP2", START + 104, 24, HEX);
    t.ro("GIDADDR1", START + 128, 128, GID);
    t.ro("GIDADDR2", START + 256, 128, GID);
    t.ro("SWLIDADDR", START + 384, 16, HEX);
    t.ro("PORTNO", START + 400, 8, DECIMAL);
    return t.build();
  }
}
