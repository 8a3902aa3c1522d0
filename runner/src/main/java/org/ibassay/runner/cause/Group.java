package org.ibassay.runner.cause;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.runner.TestResult;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.Page;
import org.ibassay.suite.Place;
import org.ibassay.suite.Ranges;

/// Similar symptoms, and others at the same places.
final class Group {
  private static final int MOST_FIELDS = 3;
  private static final Ranges NONE = new Ranges();
  private static final String CONNECTION = "connection";

  private final List<Symptom> alike = new ArrayList<>();
  private final List<Symptom> beside = new ArrayList<>();
  private List<Likeness> likenesses;

  Group(Symptom first) {
    alike.add(first);
    likenesses = first.likenesses();
  }

  /// Adds a symptom if it is similar to all of this group.
  boolean takes(Symptom symptom) {
    Set<String> keys = symptom.likenesses().stream().map(Likeness::key).collect(Collectors.toSet());
    List<Likeness> common = likenesses.stream().filter(l -> keys.contains(l.key())).toList();
    if (common.isEmpty()) {
      return false;
    }
    likenesses = common;
    alike.add(symptom);
    return true;
  }

  /// Adds another group if it shows at the same places and nowhere else.
  boolean takes(Group later) {
    boolean isWith = later.all().allMatch(symptom -> all().anyMatch(own -> own.isWith(symptom)));
    if (isWith) {
      later.all().forEach(beside::add);
    }
    return isWith;
  }

  private Stream<Symptom> all() {
    return Stream.concat(alike.stream(), beside.stream());
  }

  long tests() {
    return all().map(Symptom::test).distinct().count();
  }

  long failures() {
    return alike.stream().mapToLong(Symptom::failures).sum();
  }

  List<Cause.Case> cases() {
    Map<TestResult, List<String>> steps = new LinkedHashMap<>();
    for (Symptom symptom : all().toList()) {
      List<String> ofTest = steps.computeIfAbsent(symptom.test(), _ -> new ArrayList<>());
      if (!ofTest.contains(symptom.step())) {
        ofTest.add(symptom.step());
      }
    }
    return steps.entrySet().stream()
        .map(entry -> new Cause.Case(entry.getKey(), inOrder(entry.getKey(), entry.getValue())))
        .toList();
  }

  private static List<String> inOrder(TestResult test, List<String> steps) {
    List<String> all = List.copyOf(test.log().steps().keySet());
    return steps.stream().sorted(Comparator.comparingInt(all::indexOf)).toList();
  }

  /// @param groups all groups of the device
  String text(List<Group> groups) {
    CheckLog.Failure first = alike.getFirst().examples().getFirst();
    boolean isExecuted =
        AnsweredRequests.isOne(first)
            && AnsweredRequests.isSet(first)
            && groups.stream().flatMap(Group::all).anyMatch(this::isStoredBy);
    String shown = isExecuted ? AnsweredRequests.executed(first) : shown();
    String places = AnsweredRequests.isPacket(first) ? outermost() : places();
    return response() + shown + fields() + beside() + places + ports() + count();
  }

  /// Returns what all of them show: their values, and not just those of the first.
  private String shown() {
    Likeness most = likenesses.stream().min(Comparator.comparingInt(Likeness::rank)).orElseThrow();
    List<CheckLog.Failure> examples = alike.stream().flatMap(s -> s.examples().stream()).toList();
    return alike.getFirst().with(examples).likenesses().stream()
        .filter(likeness -> likeness.key().equals(most.key()))
        .findFirst()
        .orElse(most)
        .text();
  }

  /// The first of the failures by its packet.
  CheckLog.Failure first() {
    return alike.stream()
        .flatMap(symptom -> symptom.examples().stream())
        .min(Comparator.comparingLong(CheckLog.Failure::packet))
        .orElseThrow();
  }

  /// Whether the device executed or answered a request or a packet that it should have dropped or
  /// rejected: wrong values follow from that.
  boolean isCause() {
    CheckLog.Failure first = alike.getFirst().examples().getFirst();
    return AnsweredRequests.isOne(first)
        || AnsweredRequests.isPacket(first)
        || StatusCodes.isTaken(first);
  }

  /// What the first test says about such requests.
  private String rule() {
    Page page = alike.getFirst().test().page();
    return "%s: \"%s\"".formatted(page.id(), page.title());
  }

  private boolean isStoredBy(Symptom symptom) {
    return AnsweredRequests.isStored(symptom)
        && all().anyMatch(own -> own.test().equals(symptom.test()));
  }

  private String fields() {
    List<CheckLog.Failure> examples = alike.stream().flatMap(s -> s.examples().stream()).toList();
    if (AnsweredRequests.isOne(examples.getFirst())) {
      return AnsweredRequests.attributes(examples) + "; " + rule();
    }
    Set<String> fields = Illegal.fields(alike);
    if (fields.isEmpty()) {
      return "";
    }
    String few = fields.stream().limit(MOST_FIELDS).collect(Collectors.joining(", "));
    return fields.size() > MOST_FIELDS
        ? ": %d fields (%s, ...)".formatted(fields.size(), few)
        : ": " + few;
  }

  /// Returns a sentence about another failure at the same places that concerns no field, such as a
  /// response that was not expected: it may explain the values.
  private String response() {
    return isStored() || alike.getFirst().subject().isEmpty()
        ? ""
        : besideWithoutField()
            .filter(
                symptom -> !Values.form(symptom.examples().getFirst()).equals(Values.form(first())))
            .map(symptom -> Values.unlike(symptom.examples().getFirst()).text() + ". ")
            .orElse("");
  }

  private Optional<Symptom> besideWithoutField() {
    return beside.stream().filter(symptom -> symptom.subject().isEmpty()).findFirst();
  }

  /// Whether values that should have been rejected were stored.
  private boolean isStored() {
    Set<String> illegal = Illegal.fields(alike);
    return beside.stream().anyMatch(symptom -> illegal.contains(symptom.subject()));
  }

  /// Returns a few words about the other failures at the same places.
  private String beside() {
    if (beside.isEmpty()) {
      return "";
    }
    if (isStored()) {
      return ", and stored";
    }
    return besideWithoutField().isPresent() ? "" : "; wrong at the same places: " + namesBeside();
  }

  private String namesBeside() {
    List<String> names =
        beside.stream().map(s -> Values.title(s.examples().getFirst())).distinct().toList();
    String few = names.stream().limit(MOST_FIELDS).collect(Collectors.joining(", "));
    int more = names.size() - MOST_FIELDS;
    return more > 0 ? "%s and %d more".formatted(few, more) : few;
  }

  /// Names a single place, or a range of the outermost dimension that does not start at its first
  /// value. Illegal fields are named elsewhere.
  private String places() {
    Map<String, Ranges> failed = new TreeMap<>();
    alike.forEach(symptom ->
        symptom
            .places()
            .forEach((dimension, places) ->
                failed.computeIfAbsent(dimension, _ -> new Ranges()).addAll(places)));
    Set<String> fields = Illegal.fields(alike);
    List<String> dimensions =
        alike.getFirst().examples().getFirst().where().coordinates().stream()
            .map(Place.Coordinate::dimension)
            .filter(failed::containsKey)
            .filter(dimension -> !fields.contains(dimension) && isInAll(dimension))
            .toList();
    List<String> named = new ArrayList<>();
    List<String> values = new ArrayList<>();
    for (String dimension : dimensions) {
      Ranges met = failed.getOrDefault(dimension, NONE);
      String numbers = met.toString(dimension);
      boolean isStretch =
          numbers.matches("0*[1-9]\\d*-\\d+") && dimension.equals(dimensions.getFirst());
      if (Illegal.isField(dimension)) {
        if (met.size() <= MOST_FIELDS && !FailureText.isAttribute(dimension)) {
          values.add(dimension + " = " + numbers);
        }
      } else if (met.size() == 1 || isStretch) {
        named.add(dimension + " " + numbers);
      }
    }
    return joined("; at ", named) + joined("; with ", values);
  }

  /// Names the cases of a test in which they failed: its outermost repetitions.
  private String outermost() {
    List<String> cases =
        alike.stream()
            .flatMap(symptom -> symptom.examples().stream())
            .flatMap(failure -> failure.where().coordinates().stream().limit(1))
            .map(Place.Coordinate::dimension)
            .filter(name -> !name.equals(CONNECTION))
            .distinct()
            .toList();
    List<String> few = cases.subList(0, Math.min(MOST_FIELDS, cases.size()));
    return joined("; at ", few) + (cases.size() > MOST_FIELDS ? " and others" : "");
  }

  private static String joined(String lead, List<String> parts) {
    return parts.isEmpty() ? "" : lead + String.join(", ", parts);
  }

  private boolean isInAll(String dimension) {
    return alike.stream()
        .flatMap(symptom -> symptom.examples().stream())
        .allMatch(failure ->
            failure.where().coordinates().stream()
                .anyMatch(coordinate -> coordinate.dimension().equals(dimension)));
  }

  /// Names the ports with failures if other checked ports have none.
  private String ports() {
    Map<String, Ranges> checked = new TreeMap<>();
    Map<String, Ranges> failed = new TreeMap<>();
    for (Symptom symptom : alike) {
      CheckLog.Tally tally = symptom.tally();
      tally
          .checkedPorts()
          .forEach((dimension, ports) -> {
            checked.computeIfAbsent(dimension, _ -> new Ranges()).addAll(ports);
            Ranges own = tally.failedPlaces().getOrDefault(dimension, new Ranges());
            failed.computeIfAbsent(dimension, _ -> new Ranges()).addAll(own);
          });
    }
    // ports before the modifier that selects them
    return checked.entrySet().stream()
        .sorted(Map.Entry.<String, Ranges>comparingByKey().reversed())
        .filter(entry -> isPart(failed.getOrDefault(entry.getKey(), NONE), entry.getValue()))
        .map(entry ->
            "; only at %s %s, of %s checked"
                .formatted(entry.getKey(), failed.get(entry.getKey()), entry.getValue()))
        .findFirst()
        .orElse("");
  }

  private static boolean isPart(Ranges failed, Ranges checked) {
    return failed.size() > 0 && failed.size() < checked.size();
  }

  /// How many checks failed. Where checks of one field failed in several ways, how many failed in
  /// each is not known.
  private String count() {
    long failures = failures();
    long tests = tests();
    String in = tests == 1 ? "in 1 test" : "in %d tests".formatted(tests);
    boolean isField = !alike.getFirst().subject().isEmpty();
    String of = isField ? " of this field" : "";
    long checks = alike.stream().mapToLong(Symptom::checks).sum();
    if (alike.stream().anyMatch(Symptom::isOneOfSeveral)) {
      return text(" (among %,d failed check%s%s, %s)", failures, of, in);
    }
    if (failures >= checks || !isField) {
      String all = failures >= checks && failures > 1 ? "all " : "";
      return text(" (" + all + "%,d check%s%s failed, %s)", failures, of, in);
    }
    return String.format(
        Locale.ROOT, " (%,d of the %,d checks of this field failed, %s)", failures, checks, in);
  }

  private static String text(String format, long count, String of, String in) {
    return String.format(Locale.ROOT, format, count, count == 1 ? "" : "s", of, in);
  }
}
