package org.ibassay.suite;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A test's page, as the annotation processor took it from the class's doc comment.
///
/// @param id the class's simple name
/// @param className to load the test by
/// @param parent the page of the class that it extends, or null when that class has none
/// @param section e.g. `24.1.5.15`
/// @param title in the page's words for it
/// @param summary what the test checks, in Markdown
/// @param coverage statements that it covers, e.g. `v1c14-027`
/// @param topology in Markdown
/// @param qualifiers DUT qualifiers, in Markdown
/// @param notes one entry a note, in Markdown
/// @param assertions those listed on the page
/// @param initialization steps of `initialize()`, their ids starting with `I`
/// @param procedure steps of `execute()`
/// @param always checks made of every answer, wherever in the procedure; ids starting with `R`
/// @param dut kinds of device that it applies to
/// @param roles what the DUT has to be beside its kind
/// @param effect what it does to the DUT
/// @param parameters names of the [Parameter]s that it reads
public record Page(
    String id,
    String className,
    @Nullable String parent,
    String section,
    String title,
    String summary,
    List<String> coverage,
    String topology,
    String qualifiers,
    List<String> notes,
    List<String> assertions,
    List<Step> initialization,
    List<Step> procedure,
    List<Step> always,
    List<DutKind> dut,
    List<DutRole> roles,
    Effect effect,
    List<String> parameters) {

  /// Keeps copies.
  public Page {
    coverage = List.copyOf(coverage);
    notes = List.copyOf(notes);
    assertions = List.copyOf(assertions);
    initialization = List.copyOf(initialization);
    procedure = List.copyOf(procedure);
    always = List.copyOf(always);
    dut = List.copyOf(dut);
    roles = List.copyOf(roles);
    parameters = List.copyOf(parameters);
  }

  /// One numbered step.
  ///
  /// @param id as printed, e.g. `10`, `25.3`, `I2`, or `A4` for one of ours
  /// @param text in Markdown, without its assertions
  /// @param assertions proved by the checks of this step
  public record Step(String id, String text, List<String> assertions) {
    /// Keeps a copy.
    public Step {
      assertions = List.copyOf(assertions);
    }
  }

  /// The step of that id.
  public Optional<Step> step(String stepId) {
    return steps().filter(s -> s.id.equals(stepId)).findFirst();
  }

  /// A step of initialization or procedure with all that follow it; the whole procedure after one
  /// of those that hold [always][#always].
  List<Step> from(String first) {
    List<Step> inOrder = inOrder();
    int at = inOrder.stream().map(Step::id).toList().indexOf(first);
    return at < 0 ? procedure : inOrder.subList(at, inOrder.size());
  }

  /// The steps of initialization or procedure from one to another, both included.
  ///
  /// @throws IllegalArgumentException when there is no such step, or the last comes first
  List<Step> between(String first, String last) {
    List<String> ids = inOrder().stream().map(Step::id).toList();
    if (!ids.contains(first) || ids.indexOf(last) < ids.indexOf(first)) {
      throw new IllegalArgumentException(
          "%s has no steps from %s to %s".formatted(id, first, last));
    }
    return inOrder().subList(ids.indexOf(first), ids.indexOf(last) + 1);
  }

  private List<Step> inOrder() {
    return Stream.of(initialization, procedure).flatMap(List::stream).toList();
  }

  /// Every assertion that the test claims: those listed and those at its steps.
  public Set<String> claimed() {
    Set<String> all = new LinkedHashSet<>(assertions);
    steps().forEach(s -> all.addAll(s.assertions));
    return all;
  }

  /// Whether the test claims such an assertion.
  ///
  /// @param which of their ids
  public boolean claims(Predicate<String> which) {
    return assertions.stream().anyMatch(which)
        || steps().anyMatch(step -> step.assertions.stream().anyMatch(which));
  }

  private Stream<Step> steps() {
    return Stream.of(initialization, procedure, always).flatMap(List::stream);
  }
}
