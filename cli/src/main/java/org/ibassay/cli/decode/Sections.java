package org.ibassay.cli.decode;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ibassay.link.capture.Erf;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NoticeDetails;
import org.ibassay.wire.cm.CmAttributes;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.ManagementClass;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.net.Arp;
import org.ibassay.wire.net.NeighborDiscovery;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.pm.PmAttributes;
import org.ibassay.wire.sa.ClassPortInfo;
import org.ibassay.wire.sa.InformInfo;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaAttributes;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaNotice;
import org.jspecify.annotations.Nullable;

/// Every header and attribute that can be shown.
final class Sections {
  /// The greatest number of an attribute that has a table, or of a generic trap, and more.
  private static final int NUMBERS = 1024;

  private static final Map<Header, Section> HEADERS = new EnumMap<>(Header.class);
  private static final Numbered ATTRIBUTES = new Numbered();
  private static final Numbered SA_ATTRIBUTES = new Numbered();
  private static final Numbered PM_ATTRIBUTES = new Numbered();
  private static final Numbered CM_ATTRIBUTES = new Numbered();

  /// What all classes have (13.4.8).
  private static final Numbered COMMON_ATTRIBUTES = new Numbered();

  private static final Numbered DETAILS = new Numbered();

  static final Section ERF = Section.of(Erf.LAYOUT);
  static final Section ERF_EXTENSIONS = Section.raw("ERF extension headers");
  static final Section ARP = Section.of(Arp.LAYOUT);
  static final Section NEIGHBOR_DISCOVERY = Section.of(NeighborDiscovery.LAYOUT);
  static final Section LINK_LAYER_ADDRESS = Section.of(NeighborDiscovery.OPTION);
  static final Section MAD_HEADER = Section.of(MadHeader.LAYOUT);

  /// A directed route's SMP has its own bits in the common header.
  static final Section DIRECTED_MAD_HEADER =
      MAD_HEADER
          .with(Section.of(Smp.LAYOUT, List.of(Smp.DIRECTION)), MadHeader.STATUS.name(), false)
          .with(
              Section.of(Smp.LAYOUT, List.of(Smp.HOP_POINTER, Smp.HOP_COUNT)),
              MadHeader.CLASS_SPECIFIC.name(),
              true);

  static final Section SMP = Section.of(Smp.LAYOUT, List.of(Smp.M_KEY));
  static final Section DIRECTED_SMP =
      Section.of(
          Smp.LAYOUT,
          List.of(Smp.M_KEY, Smp.DR_SLID, Smp.DR_DLID, Smp.INITIAL_PATH, Smp.RETURN_PATH));
  static final Section RMPP_HEADER = Section.of(RmppHeader.LAYOUT);
  static final Section SA_HEADER =
      Section.of(
              SaHeader.LAYOUT,
              List.of(SaHeader.SM_KEY, SaHeader.ATTRIBUTE_OFFSET, SaHeader.COMPONENT_MASK))
          .of(SaHeader.DATA);
  static final Section PAYLOAD = Section.raw("Payload");
  static final Section CLASS_HEADER = Section.raw("Class header");
  static final Section DATA = Section.raw("Data");
  static final Section RECORD_END = Section.raw("end of a record");
  static final Section RECORD_START = Section.raw("start of a record");
  static final Section BYTES = Section.raw("bytes");

  static {
    for (Header header : Header.values()) {
      HEADERS.put(header, Section.of(header.layout()));
    }
    Attribute.all().forEach(one -> ATTRIBUTES.put(one.id(), Section.of(one.layout())));
    SaAttributes.all().forEach(one -> SA_ATTRIBUTES.put(one.id(), Section.of(one.layout())));
    PmAttributes.all().forEach(one -> PM_ATTRIBUTES.put(one.id(), Section.of(one.layout())));
    CmAttributes.all().forEach(one -> CM_ATTRIBUTES.put(one.id(), Section.of(one.layout())));
    COMMON_ATTRIBUTES.put(ClassPortInfo.ATTRIBUTE.id(), Section.of(ClassPortInfo.COMMON));
    for (SaAttribute one : List.of(SaNotice.ATTRIBUTE, InformInfo.ATTRIBUTE)) {
      COMMON_ATTRIBUTES.put(one.id(), SA_ATTRIBUTES.get(one.id()));
    }
    for (int trap = 0; trap < NUMBERS; trap++) {
      int number = trap;
      NoticeDetails.of(trap).ifPresent(layout -> DETAILS.put(number, Section.of(layout)));
    }
  }

  private Sections() {}

  /// Sections by number, without an object a look-up.
  private static final class Numbered {
    private final @Nullable Section[] all = new Section[NUMBERS];

    void put(int number, @Nullable Section section) {
      all[number] = section;
    }

    @Nullable Section get(int number) {
      return number < NUMBERS ? all[number] : null;
    }

    List<Section> values() {
      List<Section> values = new ArrayList<>();
      for (Section section : all) {
        if (section != null) {
          values.add(section);
        }
      }
      return values;
    }
  }

  static Section of(Header header) {
    Section section = HEADERS.get(header);
    if (section == null) {
      throw new AssertionError(header);
    }
    return section;
  }

  /// An attribute of subnet management; null if it has no table.
  static @Nullable Section attribute(int id) {
    return ATTRIBUTES.get(id);
  }

  /// An attribute of subnet administration; null if it has no table.
  static @Nullable Section record(int id) {
    return SA_ATTRIBUTES.get(id);
  }

  /// An attribute of any other class; null if it has no table.
  static @Nullable Section general(int managementClass, int id) {
    Section own =
        switch (managementClass) {
          case ManagementClass.PERFORMANCE -> PM_ATTRIBUTES.get(id);
          case ManagementClass.COMMUNICATION -> CM_ATTRIBUTES.get(id);
          default -> null;
        };
    return own == null ? COMMON_ATTRIBUTES.get(id) : own;
  }

  /// What a Notice holds, by its trap's number; null if that is not known.
  static @Nullable Section details(int trap) {
    return DETAILS.get(trap);
  }

  /// All that have fields, in the order in which they come in a packet.
  static Set<Section> all() {
    Set<Section> all = new LinkedHashSet<>();
    all.add(ERF);
    all.addAll(HEADERS.values());
    all.addAll(
        List.of(
            ARP,
            NEIGHBOR_DISCOVERY,
            LINK_LAYER_ADDRESS,
            MAD_HEADER,
            DIRECTED_MAD_HEADER,
            SMP,
            DIRECTED_SMP,
            RMPP_HEADER,
            SA_HEADER));
    all.addAll(ATTRIBUTES.values());
    all.addAll(DETAILS.values());
    all.addAll(SA_ATTRIBUTES.values());
    all.addAll(COMMON_ATTRIBUTES.values());
    all.addAll(PM_ATTRIBUTES.values());
    all.addAll(CM_ATTRIBUTES.values());
    return all;
  }
}
