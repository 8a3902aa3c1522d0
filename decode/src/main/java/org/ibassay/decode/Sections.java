package org.ibassay.decode;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.ibassay.decode.Section.Meaning;
import org.ibassay.link.capture.Erf;
import org.ibassay.wire.Layout;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NoticeDetails;
import org.ibassay.wire.cc.CongestionLog;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.management.GmpAttributes;
import org.ibassay.wire.net.Arp;
import org.ibassay.wire.net.Ipv6Extension;
import org.ibassay.wire.net.NeighborDiscovery;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.sa.SaAttributes;
import org.ibassay.wire.sa.SaHeader;
import org.jspecify.annotations.Nullable;

/// All headers and attributes that can be displayed.
final class Sections {
  /// Greater than the number of any attribute with a table, and of any generic trap.
  private static final int NUMBERS = 1024;

  /// Vendor attributes have numbers from here to 0xFFFF.
  private static final int VENDORS = 0xFF00;

  private static final Map<Header, Section> HEADERS = new EnumMap<>(Header.class);
  private static final Map<Ipv6Extension, Section> EXTENSIONS = new EnumMap<>(Ipv6Extension.class);
  private static final Map<Ipv6Extension, Section> EXTENSION_DATA =
      new EnumMap<>(Ipv6Extension.class);
  private static final Numbered ATTRIBUTES = new Numbered();
  private static final Numbered SA_ATTRIBUTES = new Numbered();

  /// All other classes. Each is created for its first MAD: creating all of them would delay every
  /// start.
  private static final @Nullable General[] GENERAL = new General[0x100];

  /// Classes share tables.
  private static final IdentityHashMap<Layout, Section> OF_GENERAL = new IdentityHashMap<>();

  private static final Numbered DETAILS = new Numbered();

  static final Section ERF = Section.of(Erf.LAYOUT);
  static final Section ERF_EXTENSIONS = Section.raw("ERF extension headers");
  static final Section IPV4_OPTIONS = Section.raw("IPv4 options");
  static final Section ARP = Section.of(Arp.LAYOUT);
  static final Section NEIGHBOR_DISCOVERY = Section.of(NeighborDiscovery.LAYOUT);
  static final Section LINK_LAYER_ADDRESS = Section.of(NeighborDiscovery.OPTION);
  static final Section MAD_HEADER = Section.of(MadHeader.LAYOUT);

  /// In an SMP by directed route, the common header has other fields.
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
  static final Section RESERVED = Section.raw("Reserved");
  static final Section DATA = Section.raw("Data");
  static final Section RECORD_END = Section.raw("end of a record");
  static final Section RECORD_START = Section.raw("start of a record");
  static final Section BYTES = Section.raw("bytes");

  static {
    for (Header header : Header.values()) {
      HEADERS.put(header, ofHeader(header));
    }
    for (Ipv6Extension extension : Ipv6Extension.values()) {
      EXTENSIONS.put(extension, Section.of(extension.layout()));
      EXTENSION_DATA.put(extension, Section.raw(extension.layout().name() + " data"));
    }
    Attribute.all().forEach(one -> ATTRIBUTES.put(one.id(), Section.of(one.layout())));
    SaAttributes.all().forEach(one -> SA_ATTRIBUTES.put(one.id(), ofGeneral(one.layout())));
    for (int trap = 0; trap < NUMBERS; trap++) {
      int number = trap;
      NoticeDetails.of(trap).ifPresent(layout -> DETAILS.put(number, Section.of(layout)));
    }
  }

  private Sections() {}

  private static Section ofHeader(Header header) {
    Section plain = Section.of(header.layout());
    return switch (header) {
      case BTH -> plain.with(new Meaning("Operation", Names.OPERATIONS, Bth.OP_CODE));
      case AETH -> plain.with(new Meaning("Meaning", Names.SYNDROMES, Aeth.SYNDROME));
      default -> plain;
    };
  }

  private static Section ofGeneral(Layout layout) {
    return OF_GENERAL.computeIfAbsent(layout, Section::of);
  }

  /// Sections of a general management class.
  ///
  /// @param header with offsets from the start of the MAD; null if it has only the common header
  private record General(@Nullable Section header, Numbered attributes) {
    static General of(int managementClass) {
      Numbered attributes = new Numbered();
      for (GmpAttribute one : GmpAttributes.of(managementClass)) {
        attributes.put(one.id(), ofGeneral(one.layout()));
      }
      Section header = GmpAttributes.header(managementClass).map(Sections::ofGeneral).orElse(null);
      return new General(header, attributes);
    }
  }

  private static General of(int managementClass) {
    General known = GENERAL[managementClass];
    if (known == null) {
      known = General.of(managementClass);
      GENERAL[managementClass] = known;
    }
    return known;
  }

  /// Sections by number; a lookup allocates nothing.
  private static final class Numbered {
    private final @Nullable Section[] all = new Section[NUMBERS + 0x100];

    void put(int number, @Nullable Section section) {
      all[place(number)] = section;
    }

    @Nullable Section get(int number) {
      return number < NUMBERS || number >= VENDORS ? all[place(number)] : null;
    }

    private static int place(int number) {
      return number < NUMBERS ? number : NUMBERS + number - VENDORS;
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
    return of(HEADERS, header);
  }

  private static <K> Section of(Map<K, Section> sections, K key) {
    Section section = sections.get(key);
    if (section == null) {
      throw new AssertionError(key);
    }
    return section;
  }

  static Section of(Ipv6Extension extension) {
    return of(EXTENSIONS, extension);
  }

  /// Returns the bytes of an extension header after its fields.
  static Section dataOf(Ipv6Extension extension) {
    return of(EXTENSION_DATA, extension);
  }

  /// Returns an attribute of subnet management; null if it has no table.
  static @Nullable Section attribute(int id) {
    return ATTRIBUTES.get(id);
  }

  /// Returns an attribute of subnet administration; null if it has no table.
  static @Nullable Section record(int id) {
    return SA_ATTRIBUTES.get(id);
  }

  /// Returns an attribute of any other class; null if it has no table.
  static @Nullable Section general(int managementClass, int id) {
    return of(managementClass).attributes.get(id);
  }

  /// Returns the additional header of a class, with offsets from the start of the MAD; null if it
  /// has none.
  static @Nullable Section header(int managementClass) {
    return of(managementClass).header;
  }

  /// Returns the CongestionLog of a CA, which its type identifies.
  static Section congestionLogOfCa() {
    return ofGeneral(CongestionLog.CA);
  }

  /// Returns the details of a Notice, by its trap number; null if unknown.
  static @Nullable Section details(int trap) {
    return DETAILS.get(trap);
  }

  /// Returns all sections that can be named, in the order in which they occur in a packet.
  static Set<Section> all() {
    Set<Section> all = new LinkedHashSet<>();
    all.add(ERF);
    all.addAll(HEADERS.values());
    all.addAll(EXTENSIONS.values());
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
    for (int managementClass = 0; managementClass < GENERAL.length; managementClass++) {
      Stream.ofNullable(header(managementClass)).forEach(all::add);
    }
    all.addAll(ATTRIBUTES.values());
    all.addAll(DETAILS.values());
    all.addAll(SA_ATTRIBUTES.values());
    for (int managementClass = 0; managementClass < GENERAL.length; managementClass++) {
      all.addAll(of(managementClass).attributes.values());
    }
    all.add(congestionLogOfCa());
    return all;
  }
}
