package org.ibassay.decode;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.ibassay.link.capture.CaptureReader;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.Finding;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.TransportPacket;
import org.ibassay.wire.sa.SaAttributes;
import org.ibassay.wire.sa.SaHeader;
import org.jspecify.annotations.Nullable;

/// A term of a filter other than a field: parts of the tree without a fixed place in it.
sealed interface FilterTerm {
  /// A number, 0 if there is none.
  record Numeric(ToLongFunction<Dissector> of) implements FilterTerm {}

  /// A text, null if there is none.
  record Words(Function<Dissector, @Nullable String> of) implements FilterTerm {}

  /// All terms except findings, by name.
  Map<String, FilterTerm> NAMES =
      Map.ofEntries(
          Map.entry("Frame.Number", new Numeric(Dissector::frame)),
          Map.entry("Frame.Length", new Numeric(Dissector::original)),
          Map.entry("Length", new Numeric(Dissector::bytes)),
          Map.entry("Time", new Words(FilterTerm::time)),
          Map.entry("Comment", new Words(packet -> packet.capture().comment())),
          Map.entry("BTH.Operation", new Words(FilterTerm::operation)),
          Map.entry("AETH.Meaning", new Words(FilterTerm::meaning)),
          Map.entry("SAHeader.Components", new Words(FilterTerm::components)),
          Map.entry("Payload.Length", new Numeric(FilterTerm::payload)),
          Map.entry("ICRC", new Numeric(FilterTerm::icrc)),
          Map.entry("VCRC", new Numeric(FilterTerm::vcrc)));

  /// The number of findings.
  ///
  /// @param kind counts findings of this kind only; null for all
  static FilterTerm findings(Finding.@Nullable Kind kind) {
    return new Numeric(packet -> {
      TransportPacket transport = packet.packet();
      return transport == null
          ? 0
          : transport.findings().stream()
              .filter(finding -> kind == null || finding.kind() == kind)
              .count();
    });
  }

  private static @Nullable String time(Dissector packet) {
    CaptureReader capture = packet.capture();
    return capture.hasTime() ? Times.text(capture.nanos()) : null;
  }

  private static @Nullable String operation(Dissector packet) {
    TransportPacket transport = packet.packet();
    return transport == null || !transport.has(Header.BTH)
        ? null
        : new String(Names.OPERATIONS.of(transport.opCodeNumber()), UTF_8);
  }

  private static @Nullable String meaning(Dissector packet) {
    TransportPacket transport = packet.packet();
    return transport == null || !transport.has(Header.AETH)
        ? null
        : new String(Names.SYNDROMES.of((int) transport.get(Header.AETH, Aeth.SYNDROME)), UTF_8);
  }

  private static @Nullable String components(Dissector packet) {
    if (packet.partOf(Sections.SA_HEADER) < 0) {
      return null;
    }
    long mask = SaHeader.COMPONENT_MASK.get(packet.segment(), packet.mad());
    return SaAttributes.of(packet.attributeId())
        .map(attribute -> attribute.in(mask))
        .orElse(List.of())
        .stream()
        .map(component -> component.name())
        .collect(Collectors.joining(", "));
  }

  private static long payload(Dissector packet) {
    TransportPacket transport = packet.packet();
    return transport == null ? 0 : transport.payloadBytes();
  }

  private static long icrc(Dissector packet) {
    TransportPacket transport = packet.packet();
    return transport != null && transport.isWhole()
        ? Integer.toUnsignedLong(transport.icrcFound())
        : 0;
  }

  private static long vcrc(Dissector packet) {
    TransportPacket transport = packet.packet();
    return transport != null && transport.hasVcrc() ? transport.vcrcFound() : 0;
  }
}
