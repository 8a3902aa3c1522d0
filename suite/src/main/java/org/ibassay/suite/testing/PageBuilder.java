package org.ibassay.suite.testing;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Page;

/// A page of no class: what is not given is made up.
public final class PageBuilder {
  private final String id;
  private String section = "24.1.5.15";
  private String title;
  private String summary = "Summary.";
  private String topology =
      "SimpleLink: Tester=MAD Tester; Width=1X, 4X, or 12X; Speed=SDR, DDR; DUT=Node";
  private final List<String> coverage = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final List<String> parameters = new ArrayList<>();
  private Effect effect = Effect.READS;
  private List<DutKind> dut = List.of(DutKind.values());
  private List<DutRole> roles = List.of();
  private final List<String> assertions = new ArrayList<>();
  private final List<Page.Step> initialization = new ArrayList<>();
  private final List<Page.Step> procedure = new ArrayList<>();
  private final List<Page.Step> always = new ArrayList<>();

  private PageBuilder(String id) {
    this.id = id;
    this.title = "Title of " + id;
  }

  /// Begins one that applies to all kinds of device and has no steps.
  public static PageBuilder page(String id) {
    return new PageBuilder(id);
  }

  /// Where it stands.
  public PageBuilder section(String number) {
    section = number;
    return this;
  }

  /// Its title.
  public PageBuilder title(String text) {
    title = text;
    return this;
  }

  /// What the test checks, in Markdown.
  public PageBuilder summary(String text) {
    summary = text;
    return this;
  }

  /// How tester and DUT are connected.
  public PageBuilder topology(String text) {
    topology = text;
    return this;
  }

  /// Statements that it covers.
  public PageBuilder coverage(String... statements) {
    coverage.addAll(List.of(statements));
    return this;
  }

  /// Notes, in Markdown.
  public PageBuilder notes(String... texts) {
    notes.addAll(List.of(texts));
    return this;
  }

  /// Names of parameters that the test reads.
  public PageBuilder parameters(String... names) {
    parameters.addAll(List.of(names));
    return this;
  }

  /// A step of initialization as it is.
  public PageBuilder init(Page.Step step) {
    initialization.add(step);
    return this;
  }

  /// A step of the procedure as it is.
  public PageBuilder step(Page.Step step) {
    procedure.add(step);
    return this;
  }

  /// What the test does to the DUT; it reads otherwise.
  public PageBuilder effect(Effect what) {
    effect = what;
    return this;
  }

  /// The kinds of device that it applies to.
  public PageBuilder dut(DutKind... kinds) {
    dut = List.of(kinds);
    return this;
  }

  /// What the DUT has to be beside its kind.
  public PageBuilder roles(DutRole... needed) {
    roles = List.of(needed);
    return this;
  }

  /// Assertions that it lists.
  public PageBuilder listed(String... ids) {
    assertions.addAll(List.of(ids));
    return this;
  }

  /// A step of initialization, with the assertions that it proves.
  public PageBuilder init(String step, String... ids) {
    initialization.add(new Page.Step(step, "Start " + step + ".", List.of(ids)));
    return this;
  }

  /// A step of the procedure, with the assertions that it proves.
  public PageBuilder step(String step, String... ids) {
    procedure.add(new Page.Step(step, "Do " + step + ".", List.of(ids)));
    return this;
  }

  /// A check of every answer, with the assertions that it proves.
  public PageBuilder always(String step, String... ids) {
    always.add(new Page.Step(step, "See " + step + ".", List.of(ids)));
    return this;
  }

  /// The page.
  public Page build() {
    return new Page(
        id,
        "org.ibassay.made.up." + id,
        null,
        section,
        title,
        summary,
        coverage,
        topology,
        "None.",
        notes,
        assertions,
        initialization,
        procedure,
        always,
        dut,
        roles,
        effect,
        parameters);
  }
}
