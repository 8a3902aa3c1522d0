package org.ibassay.results.rejudge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.ibassay.link.mad.MadLink;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.report.JsonInput;
import org.jspecify.annotations.Nullable;

/// A tester port of a run.
///
/// @param route route to the DUT
/// @param traits properties of the link that tests use
record RecordedPort(Route route, Set<Trait> traits) {
  private static final String DIRECTED = "path ";
  private static final String BY_LID = "lid ";

  /// Properties of a link.
  enum Trait {
    SIMULATED,
    LOSSLESS,
    REPORTS_LENGTH,
    HEARS_REPORTS,
    HEARS_TRAPS,
    SHOWS_SEGMENTS,
    ALL_TRANSACTION_BITS;

    private String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  static RecordedPort of(MadPort port) {
    Set<Trait> traits = EnumSet.noneOf(Trait.class);
    addIf(traits, Trait.SIMULATED, port.isSimulated());
    addIf(traits, Trait.LOSSLESS, port.isLossless());
    addIf(traits, Trait.REPORTS_LENGTH, port.reportsLength());
    addIf(traits, Trait.HEARS_REPORTS, port.hearsReports());
    addIf(traits, Trait.HEARS_TRAPS, port.hearsTraps());
    addIf(traits, Trait.SHOWS_SEGMENTS, port.showsSegments());
    addIf(traits, Trait.ALL_TRANSACTION_BITS, port.transactionBits() == MadLink.ALL_BITS);
    return new RecordedPort(port.route(), traits);
  }

  private static void addIf(Set<Trait> traits, Trait trait, boolean holds) {
    if (holds) {
      traits.add(trait);
    }
  }

  boolean has(Trait trait) {
    return traits.contains(trait);
  }

  Map<String, @Nullable Object> tree() {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put(
        "route",
        switch (route) {
          case Route.Directed(List<Integer> ports) ->
              DIRECTED + ports.stream().map(String::valueOf).collect(Collectors.joining(","));
          case Route.Lid(int lid) -> BY_LID + lid;
        });
    tree.put("traits", traits.stream().map(Trait::text).toList());
    return tree;
  }

  static RecordedPort of(JsonInput item) throws UsageException {
    Set<Trait> traits = EnumSet.noneOf(Trait.class);
    List<String> texts = item.texts("traits");
    for (Trait trait : Trait.values()) {
      addIf(traits, trait, texts.contains(trait.text()));
    }
    if (traits.size() != texts.size()) {
      String known =
          Arrays.stream(Trait.values()).map(Trait::text).collect(Collectors.joining(", "));
      throw item.wrong("traits", "some of " + known);
    }
    return new RecordedPort(route(item), traits);
  }

  private static Route route(JsonInput item) throws UsageException {
    String text = item.text("route");
    try {
      if (text.startsWith(BY_LID)) {
        return new Route.Lid(Integer.parseInt(text, BY_LID.length(), text.length(), 10));
      }
      if (text.startsWith(DIRECTED)) {
        List<Integer> ports = new ArrayList<>();
        for (String port : text.substring(DIRECTED.length()).split(",", -1)) {
          ports.add(Integer.parseInt(port));
        }
        return new Route.Directed(ports);
      }
    } catch (IllegalArgumentException e) {
      // reported below
    }
    throw item.wrong("route", "\"path 1,2\" or \"lid 7\"");
  }
}
