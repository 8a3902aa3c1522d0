package org.ibassay.suite;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A test's page, extracted from the class's doc comment by the annotation processor.
///
/// @param id simple name of the class
/// @param className binary name of the class
/// @param parent id of the superclass's page, or null
/// @param section of the specification, e.g. `24.1.5.15`
/// @param title in the words of the public page, where there is one
/// @param summary what the test checks, in Markdown
/// @param coverage compliance statements covered, e.g. `v1c14-027`
/// @param topology in Markdown
/// @param qualifiers DUT qualifiers, in Markdown
/// @param notes in Markdown, each an entry
/// @param assertions ids listed on the page
/// @param initialization steps of `initialize()`, their ids starting with `I`
/// @param procedure steps of `execute()`
/// @param always checks of every response, at any step; ids starting with `R`
/// @param dut kinds of device to which the test applies
/// @param roles what the DUT must be, apart from its kind
/// @param effect what the test does to the DUT
/// @param parameters names of the [Parameter]s that the test reads
/// @param leftOut what PROFILE=short leaves out; empty if the test does not read that parameter
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
    List<String> parameters,
    String leftOut) {

  /// Copies the lists.
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

  /// A numbered step.
  ///
  /// @param id as printed, e.g. `10`, `25.3`, `I2`, or `A4` for a step that the public page does
  ///   not have
  /// @param text in Markdown, without its assertions
  /// @param assertions proved by the checks of this step
  public record Step(String id, String text, List<String> assertions) {
    /// Copies the list.
    public Step {
      assertions = List.copyOf(assertions);
    }
  }

  /// The section with the document that it belongs to, as a reader can look it up.
  public String citedSection() {
    String document =
        section.matches("2\\d\\..*")
            ? "InfiniBand Test Specification"
            : "InfiniBand Architecture Specification, Volume 1";
    return "%s, section %s".formatted(document, section);
  }

  /// The step of that id.
  public Optional<Step> step(String stepId) {
    return steps().filter(s -> s.id.equals(stepId)).findFirst();
  }

  /// Returns a step of initialization or procedure and all steps after it; the whole procedure for
  /// an id that is neither, such as one of [always][#always].
  List<Step> from(String first) {
    List<Step> inOrder = inOrder();
    int at = inOrder.stream().map(Step::id).toList().indexOf(first);
    return at < 0 ? procedure : inOrder.subList(at, inOrder.size());
  }

  /// Returns the steps of initialization or procedure between two steps, both included.
  ///
  /// @throws IllegalArgumentException if a step does not exist, or `last` precedes `first`
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

  /// All assertions that the test claims: those listed and those of its steps.
  public Set<String> claimed() {
    Set<String> all = new LinkedHashSet<>(assertions);
    steps().forEach(s -> all.addAll(s.assertions));
    return all;
  }

  /// Whether the test claims an assertion whose id satisfies a condition.
  public boolean claims(Predicate<String> which) {
    return assertions.stream().anyMatch(which)
        || steps().anyMatch(step -> step.assertions.stream().anyMatch(which));
  }

  private Stream<Step> steps() {
    return Stream.of(initialization, procedure, always).flatMap(List::stream);
  }
}
