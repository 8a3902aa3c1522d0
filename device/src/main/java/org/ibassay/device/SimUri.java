package org.ibassay.device;

import static org.ibassay.device.variant.SimParameter.CABLED;
import static org.ibassay.device.variant.SimParameter.FROM_PORT;
import static org.ibassay.device.variant.SimParameter.LINEAR_CAP;
import static org.ibassay.device.variant.SimParameter.NATIVE_FRAMING;
import static org.ibassay.device.variant.SimParameter.PORTS;
import static org.ibassay.device.variant.SimParameter.RANDOM_CAP;
import static org.ibassay.device.variant.SimParameter.SL_MAPPING;
import static org.ibassay.device.variant.SimParameter.SPEEDS;
import static org.ibassay.device.variant.SimParameter.VL_CAP;
import static org.ibassay.device.variant.SimParameter.WIDTHS;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.device.deviation.DeviationCatalog;
import org.ibassay.device.deviation.DeviationSpec;
import org.ibassay.device.hostile.Alteration;
import org.ibassay.device.hostile.Hostility;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.device.variant.Variant;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
import org.ibassay.link.dut.NameSuggestions;
import org.ibassay.link.dut.UriParameter;
import org.ibassay.link.impaired.Impairment;

/// A parsed `sim:` URI.
///
/// @param seed seed of everything random in the device, and of its GUIDs
/// @param deviations deviations from the specification, in the order given
/// @param alteration the field that it sends altered, if any
/// @param hostility what it sends instead of its responses, if any
/// @param rightAnswers number of correct responses by each port before that
/// @param impairment the impairments of its links
record SimUri(
    Variant variant,
    long seed,
    List<DeviationSpec> deviations,
    Optional<Alteration> alteration,
    Optional<Hostility> hostility,
    long rightAnswers,
    Impairment impairment) {
  private static final long MOST_RIGHT_ANSWERS = 1L << 32;
  private static final int MOST_16_BITS = 0xFFFF;
  private static final Pattern VERSION = Pattern.compile("(\\d{1,5})\\.(\\d{1,5})\\.(\\d{1,5})");

  private static final UriParameter<String> DEVIATION =
      UriParameter.text(
          "deviation",
          "a deviation's name",
          "deviates from the specification in that one place; repeatable");
  private static final UriParameter<Alteration> ALTER =
      UriParameter.of(
          "alter",
          Alteration.EXPECTED,
          "flips the last bit of a field in all its responses to methods that change something"
              + " (Set, Delete), to all others, or in all its packets of an OpCode:"
              + " Get:PortInfo.LID, RC_ACK:AETH.MSN",
          Alteration::of);
  private static final UriParameter<Hostility> HOSTILE =
      new UriParameter<>(
          "hostile",
          String.join(", ", Hostility.words()),
          "what it sends instead of its answers",
          String.join(" or ", Hostility.words()),
          Hostility::of);
  private static final UriParameter<Long> HOSTILE_AFTER =
      UriParameter.number(
          "hostile-after",
          0,
          MOST_RIGHT_ANSWERS,
          "how many answers, at each port, are right before it turns hostile; default: 0");

  /// Parameters for misbehavior of any kind of device.
  static final List<UriParameter<?>> PARAMETERS = List.of(DEVIATION, ALTER, HOSTILE, HOSTILE_AFTER);

  static SimUri parse(DutUri uri) throws DutUriException {
    return parse(uri, List.of());
  }

  /// @param own additional deviations
  static SimUri parse(DutUri uri, List<DeviationSpec> own) throws DutUriException {
    NodeKind kind =
        NodeKind.of(uri.target())
            .orElseThrow(() ->
                new DutUriException(
                    uri.text(),
                    "unknown device \"" + uri.target() + "\"; expected " + kindWords()));
    uri.allowOnly(
        Stream.of(
                SimParameter.of(kind).stream().map(SimParameter::word),
                Impairment.beside(PARAMETERS).stream().map(UriParameter::name))
            .flatMap(names -> names)
            .toArray(String[]::new));
    List<DeviationSpec> deviations = deviations(uri, kind, own);
    Map<SimParameter, Long> given = new EnumMap<>(SimParameter.class);
    deviations.forEach(deviation -> given.putAll(deviation.given()));
    for (SimParameter parameter : SimParameter.of(kind)) {
      inUri(parameter).in(uri).ifPresent(value -> given.put(parameter, value));
    }
    Variant variant = Variant.of(kind, given);
    check(uri, variant);
    Impairment impairment = Impairment.of(uri);
    return new SimUri(
        variant,
        impairment.seed(),
        deviations,
        ALTER.in(uri),
        HOSTILE.in(uri),
        HOSTILE_AFTER.in(uri).orElse(0L),
        impairment);
  }

  Seams seams() {
    Seams seams = new Seams(seed);
    deviations.forEach(deviation -> deviation.effect().accept(seams));
    return seams;
  }

  /// A word is converted to its index in the parameter's list.
  private static UriParameter<Long> inUri(SimParameter parameter) {
    List<String> words = parameter.words();
    if (parameter == SimParameter.FIRMWARE) {
      return UriParameter.of(
          parameter.word(), parameter.range(), parameter.meaning(), SimUri::version);
    }
    return words.isEmpty()
        ? UriParameter.number(
            parameter.word(), parameter.low(), parameter.high(), parameter.meaning())
        : new UriParameter<>(
            parameter.word(),
            parameter.range(),
            parameter.meaning(),
            String.join(" or ", words),
            word -> Optional.of((long) words.indexOf(word)).filter(place -> place >= 0));
  }

  private static Optional<Long> version(String text) {
    Matcher numbers = VERSION.matcher(text);
    if (!numbers.matches()) {
      return Optional.empty();
    }
    long version = 0;
    for (int i = 1; i <= numbers.groupCount(); i++) {
      int number = Integer.parseInt(numbers.group(i));
      if (number > MOST_16_BITS) {
        return Optional.empty();
      }
      version = (version << Short.SIZE) | number;
    }
    return Optional.of(version);
  }

  private static void check(DutUri uri, Variant variant) throws DutUriException {
    int last = variant.number(FROM_PORT) + variant.number(CABLED) - 1;
    if (last > variant.number(PORTS)) {
      throw new DutUriException(
          uri.text(),
          "cables ports %d to %d, but has ports 1 to %d"
              .formatted(variant.number(FROM_PORT), last, variant.number(PORTS)));
    }
    if (variant.kind() == NodeKind.SM && variant.is(NATIVE_FRAMING)) {
      throw new DutUriException(uri.text(), "has framing=ib, which only sim:ca can have");
    }
    if (variant.is(SimParameter.PROGRAM)
        && (variant.is(NATIVE_FRAMING) || variant.number(SimParameter.CM_PORT) == 0)) {
      throw new DutUriException(
          uri.text(), "has program=rping, which needs framing=roce and a port (cm)");
    }
    if (variant.number(LINEAR_CAP) > 0 && variant.number(RANDOM_CAP) > 0) {
      throw new DutUriException(
          uri.text(), "has random-cap, which a switch has only with linear-cap=0");
    }
    if (variant.number(VL_CAP) > 1 && !variant.is(SL_MAPPING)) {
      throw new DutUriException(
          uri.text(), "has sl-mapping=false, which a port has only with vl-cap=1");
    }
    if ((variant.number(WIDTHS) & 1) == 0 || (variant.number(SPEEDS) & 1) == 0) {
      throw new DutUriException(uri.text(), "has widths without 1X (1) or speeds without SDR (1)");
    }
  }

  private static List<DeviationSpec> deviations(DutUri uri, NodeKind kind, List<DeviationSpec> own)
      throws DutUriException {
    List<DeviationSpec> deviations = new ArrayList<>();
    for (String name : DEVIATION.allIn(uri)) {
      DeviationSpec deviation =
          DeviationCatalog.of(name)
              .or(() -> own.stream().filter(one -> one.name().equals(name)).findFirst())
              .orElseThrow(() -> new DutUriException(uri.text(), unknownDeviation(name, own)));
      if (!deviation.kinds().contains(kind) && !deviation.kinds().contains(kind.node())) {
        throw new DutUriException(
            uri.text(),
            "has deviation \"%s\", which a %s cannot have, only: %s"
                .formatted(name, kind.word(), words(deviation.kinds())));
      }
      deviations.add(deviation);
    }
    return deviations;
  }

  private static String unknownDeviation(String name, List<DeviationSpec> own) {
    List<String> names =
        Stream.of(DeviationCatalog.all(), own)
            .flatMap(List::stream)
            .map(DeviationSpec::name)
            .toList();
    List<String> families =
        names.stream().map(known -> known.replaceFirst("\\..*", "")).distinct().toList();
    String family = name.replaceFirst("\\..*", "");
    boolean isOfFamily = families.contains(family);
    if (families.contains(name)) {
      return "\"%s\" is a family of deviations; \"ibassay list --deviations '%s.*'\" shows them"
          .formatted(name, name);
    }
    return "unknown deviation \"%s\"; closest%s: %s; \"ibassay list --deviations%s\" shows them all"
        .formatted(
            name,
            isOfFamily ? "" : " families",
            String.join(
                ", ",
                isOfFamily
                    ? NameSuggestions.to(name, names, 5)
                    : NameSuggestions.to(family, families, 5)),
            isOfFamily ? " '" + family + ".*'" : "");
  }

  private static String words(Set<NodeKind> kinds) {
    return kinds.stream().sorted().map(NodeKind::word).collect(Collectors.joining(", "));
  }

  private static String kindWords() {
    return String.join(
        ", ",
        Stream.concat(Stream.of(NodeKind.values()).map(NodeKind::word), Stream.of(FabricUri.TARGET))
            .toList());
  }
}
