package org.ibassay.decode;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.cc.CongestionLog;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.management.ManagementClass;
import org.ibassay.wire.sa.SaAttributes;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;

/// Dissects management datagrams, one at a time, in place in a segment.
final class MadDissector {
  private static final int NOWHERE = -1;

  private final MemorySegment segment;
  private final Parts parts;
  private int mad = NOWHERE;
  private int end;

  MadDissector(MemorySegment segment, Parts parts) {
    this.segment = segment;
    this.parts = parts;
  }

  /// There is no MAD in this packet.
  void clear() {
    mad = NOWHERE;
  }

  /// Adds a MAD's parts.
  ///
  /// @param from its offset; the common header is present
  /// @param to offset after its last byte
  void read(int from, int to) {
    mad = from;
    end = to;
    switch (managementClass()) {
      case Smp.LID_ROUTED -> smp(Sections.MAD_HEADER, Sections.SMP);
      case Smp.DIRECTED_ROUTE -> smp(Sections.DIRECTED_MAD_HEADER, Sections.DIRECTED_SMP);
      case Gmp.SUBNET_ADMINISTRATION -> administration();
      default -> general(managementClass());
    }
  }

  boolean isThere() {
    return mad >= 0;
  }

  /// Its offset in the segment.
  int start() {
    return mad;
  }

  /// The offset after its last byte.
  int end() {
    return end;
  }

  /// The components in the ComponentMask of a subnet administration MAD.
  List<String> components() {
    long mask = SaHeader.COMPONENT_MASK.get(segment, mad);
    return mask == 0
        ? List.of()
        : SaAttributes.of(attributeId()).stream()
            .flatMap(attribute -> attribute.in(mask).stream())
            .map(component -> component.name())
            .toList();
  }

  boolean isWhole() {
    return isThere() && end - mad == Smp.BYTES_OF_MAD;
  }

  int managementClass() {
    return (int) MadHeader.MGMT_CLASS.get(segment, mad);
  }

  int attributeId() {
    return (int) MadHeader.ATTRIBUTE_ID.get(segment, mad);
  }

  private void smp(Section header, Section smp) {
    parts.add(header, mad, end);
    parts.add(smp, mad, end);
    int data = mad + Smp.DATA;
    int dataEnd = Math.min(end, data + Smp.DATA_BYTES);
    Section attribute = Sections.attribute(attributeId());
    if (attribute == null) {
      parts.addRaw(Sections.DATA, data, dataEnd);
    } else {
      parts.add(attribute, data, dataEnd);
      details(data, dataEnd);
    }
  }

  /// The details of a generic Notice have a table for each kind of trap.
  private void details(int notice, int noticeEnd) {
    if (attributeId() == Attribute.NOTICE.id()
        && notice + Notice.LAYOUT.bytes() <= noticeEnd
        && Notice.IS_GENERIC.get(segment, notice) == 1) {
      Section details = Sections.details((int) Notice.TRAP_NUMBER_DEVICE_ID.get(segment, notice));
      if (details != null) {
        parts.add(details, notice, noticeEnd);
      }
    }
  }

  /// The bytes before a class's data are reserved, except for its own header.
  private void general(int mgmtClass) {
    parts.add(Sections.MAD_HEADER, mad, end);
    int afterHeader = mad + MadHeader.LAYOUT.bytes();
    int id = attributeId();
    int offset = ManagementClass.data(mgmtClass, id);
    if (offset == ManagementClass.UNKNOWN) {
      parts.addRaw(Sections.DATA, afterHeader, end);
      return;
    }
    int data = Math.min(mad + offset, end);
    reserved(Math.max(afterHeader, header(mgmtClass)), data);
    Section attribute = Sections.general(mgmtClass, id);
    if (attribute == null || isAfterFirstSegment(mgmtClass)) {
      parts.addRaw(Sections.DATA, data, end);
    } else if (attribute.isRaw()) {
      parts.addRaw(attribute, data, end);
    } else {
      parts.add(isLogOfCa(mgmtClass, data) ? Sections.congestionLogOfCa() : attribute, data, end);
    }
  }

  /// Adds the class's headers; returns their end.
  private int header(int mgmtClass) {
    int to = mad;
    if (ManagementClass.hasRmpp(mgmtClass)) {
      parts.add(Sections.RMPP_HEADER, mad, end);
      to += Sections.RMPP_HEADER.bytes;
    }
    Section own = Sections.header(mgmtClass);
    if (own != null) {
      parts.add(own, mad, end);
      to = mad + own.bytes;
    }
    return to;
  }

  /// Displayed only if they are not all zero.
  private void reserved(int from, int to) {
    for (int at = from; at < to; at++) {
      if (segment.get(ValueLayout.JAVA_BYTE, at) != 0) {
        parts.addRaw(Sections.RESERVED, from, to);
        return;
      }
    }
  }

  private boolean isAfterFirstSegment(int mgmtClass) {
    return ManagementClass.hasRmpp(mgmtClass)
        && mad + Sections.RMPP_HEADER.bytes <= end
        && RmppHeader.ACTIVE.get(segment, mad) == 1
        && (RmppHeader.TYPE.get(segment, mad) != RmppHeader.TYPE_DATA
            || RmppHeader.SEGMENT_NUMBER.get(segment, mad) > 1);
  }

  private boolean isLogOfCa(int mgmtClass, int data) {
    return mgmtClass == ManagementClass.CONGESTION_CONTROL
        && attributeId() == CongestionLog.ATTRIBUTE.id()
        && data < end
        && CongestionLog.LOG_TYPE.get(segment, data) == CongestionLog.CA_LOG;
  }

  private void administration() {
    parts.add(Sections.MAD_HEADER, mad, end);
    parts.add(Sections.RMPP_HEADER, mad, end);
    if (end < mad + SaHeader.DATA) {
      return;
    }
    boolean isSegment = RmppHeader.ACTIVE.get(segment, mad) == 1;
    if (isSegment && RmppHeader.TYPE.get(segment, mad) != RmppHeader.TYPE_DATA) {
      return;
    }
    parts.add(Sections.SA_HEADER, mad, end);
    int data = mad + SaHeader.DATA;
    Section section = Sections.record(attributeId());
    int method = (int) MadHeader.METHOD.get(segment, mad);
    if (section == null) {
      parts.addRaw(Sections.DATA, data, end);
    } else if (isSegment
        || method == SaMethod.GET_TABLE_RESP
        || method == SaMethod.GET_MULTI_RESP) {
      records(section, isSegment);
    } else {
      parts.add(section, data, end);
      details(data, end);
    }
  }

  /// Adds the records that are complete in this packet: a segment of a table may begin and end
  /// within a record.
  private void records(Section section, boolean isSegment) {
    int data = mad + SaHeader.DATA;
    int there = end - data;
    long before = 0;
    if (isSegment) {
      before = (Math.max(1, RmppHeader.SEGMENT_NUMBER.get(segment, mad)) - 1) * SaHeader.DATA_BYTES;
      long said = RmppHeader.PAYLOAD_LENGTH.get(segment, mad) - (SaHeader.DATA - RmppHeader.DATA);
      if (RmppHeader.LAST.get(segment, mad) == 1 && said >= 0) {
        there = (int) Math.min(there, said);
      }
    }
    long distance = SaHeader.ATTRIBUTE_OFFSET.get(segment, mad) * 8;
    if (distance < section.bytes) {
      distance = Math.max(section.bytes, there);
    }
    int at = (int) Math.min(there, (distance - before % distance) % distance);
    parts.addRaw(Sections.RECORD_END, data, data + at);
    while (at + section.bytes <= there) {
      parts.add(section, data + at, data + there, (int) ((before + at) / distance));
      at += (int) distance;
    }
    parts.addRaw(Sections.RECORD_START, data + at, data + there);
  }
}
