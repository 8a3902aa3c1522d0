package org.ibassay.device.hostile;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.stream.Stream;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.LinkType;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.TransportPacket;
import org.ibassay.wire.sa.SaAttributes;
import org.ibassay.wire.sa.SaHeader;

/// A field in a device's responses or packets whose least significant bit is inverted each time.
/// This makes any checked field wrong without a separate deviation.
public sealed interface Alteration {
  /// The expected syntax, for messages.
  String EXPECTED = "Get:SECTION.FIELD, Set:SECTION.FIELD or OPCODE:SECTION.FIELD";

  /// A field of management responses, either to methods that change something or to all others.
  ///
  /// @param ofChanges which of the two
  /// @param mgmtClass management class, 0x81 also for LID-routed subnet management; 0 for all
  /// @param attribute attribute of the responses; 0 for all
  /// @param bit counted from the start of the MAD
  record OfMad(boolean ofChanges, int mgmtClass, int attribute, int bit) implements Alteration {
    boolean concerns(MemorySegment response, boolean isChange) {
      int group = (int) MadHeader.MGMT_CLASS.get(response, 0);
      return isChange == ofChanges
          && (mgmtClass == 0 || (group == Smp.LID_ROUTED ? Smp.DIRECTED_ROUTE : group) == mgmtClass)
          && (attribute == 0 || MadHeader.ATTRIBUTE_ID.get(response, 0) == attribute);
    }

    void apply(MemorySegment response) {
      int at = bit / Byte.SIZE;
      response.set(JAVA_BYTE, at, (byte) (response.get(JAVA_BYTE, at) ^ (0x80 >> bit % Byte.SIZE)));
    }
  }

  /// A field of transport packets.
  ///
  /// @param opCode OpCode of the packets
  /// @param header a header of these packets
  record OfPacket(OpCode opCode, Header header, Field field) implements Alteration {
    byte[] applied(LinkType link, byte[] packet) {
      TransportPacket reader = new TransportPacket(MemorySegment.ofArray(packet));
      reader.read(link, 0, packet.length);
      return reader.is(opCode)
          ? FieldEdit.edited(link, packet, header, field, value -> value ^ 1)
          : packet;
    }
  }

  /// Parses an alteration in a URI.
  static Optional<Alteration> of(String text) {
    String[] parts = text.split("[:.]", 3);
    if (parts.length < 3) {
      return Optional.empty();
    }
    boolean ofChanges = parts[0].equals("Set");
    return ofChanges || parts[0].equals("Get")
        ? ofMad(ofChanges, parts[1], parts[2])
        : ofPacket(parts[0], parts[1], parts[2]);
  }

  private static Optional<Alteration> ofMad(boolean ofChanges, String section, String field) {
    Optional<Alteration> ofAttribute =
        Attribute.all().stream()
            .filter(any -> any.layout().name().equals(section))
            .findFirst()
            .flatMap(any ->
                bit(any.layout(), field)
                    .map(bit ->
                        new OfMad(
                            ofChanges, Smp.DIRECTED_ROUTE, any.id(), Smp.DATA * Byte.SIZE + bit)));
    return ofAttribute
        .or(() -> ofRecord(ofChanges, section, field))
        .or(() -> ofHeader(ofChanges, section, field));
  }

  private static Optional<Alteration> ofRecord(boolean ofChanges, String section, String field) {
    return SaAttributes.all().stream()
        .filter(any -> any.name().equals(section))
        .findFirst()
        .flatMap(any ->
            bit(any.layout(), field)
                .map(bit ->
                    new OfMad(
                        ofChanges,
                        Gmp.SUBNET_ADMINISTRATION,
                        any.id(),
                        SaHeader.DATA * Byte.SIZE + bit)));
  }

  private static Optional<Alteration> ofHeader(boolean ofChanges, String section, String field) {
    return Stream.of(MadHeader.LAYOUT, Smp.LAYOUT, RmppHeader.LAYOUT, SaHeader.LAYOUT)
        .filter(layout -> layout.name().equals(section))
        .findFirst()
        .flatMap(layout ->
            bit(layout, field).map(bit -> new OfMad(ofChanges, mgmtClass(layout), 0, bit)));
  }

  private static int mgmtClass(Layout header) {
    if (header.equals(MadHeader.LAYOUT)) {
      return 0;
    }
    return header.equals(Smp.LAYOUT) ? Smp.DIRECTED_ROUTE : Gmp.SUBNET_ADMINISTRATION;
  }

  private static Optional<Integer> bit(Layout layout, String field) {
    return layout.field(field).map(known -> known.bitOffset() + known.width() - 1);
  }

  private static Optional<Alteration> ofPacket(String name, String section, String field) {
    Optional<OpCode> opCode =
        Stream.of(OpCode.values()).filter(any -> any.name().equals(name)).findFirst();
    Optional<Header> header =
        Stream.of(Header.values()).filter(any -> any.layout().name().equals(section)).findFirst();
    return opCode.isEmpty() || header.isEmpty()
        ? Optional.empty()
        : header
            .get()
            .layout()
            .field(field)
            .map(known -> new OfPacket(opCode.get(), header.get(), known));
  }
}
