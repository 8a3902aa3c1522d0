package org.ibassay.suite.testing;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Page;

/// Builds a page without a class, for unit tests. Values that are not given are invented.
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
  private String leftOut = "";
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

  /// A page that applies to all kinds of device and has no steps.
  public static PageBuilder page(String id) {
    return new PageBuilder(id);
  }

  /// Its section number.
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

  /// The compliance statements that it covers.
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

  /// Adds a step of initialization.
  public PageBuilder init(Page.Step step) {
    initialization.add(step);
    return this;
  }

  /// Adds a step of the procedure.
  public PageBuilder step(Page.Step step) {
    procedure.add(step);
    return this;
  }

  /// What the test does to the DUT; by default, it only reads.
  public PageBuilder effect(Effect what) {
    effect = what;
    return this;
  }

  /// What PROFILE=short leaves out.
  public PageBuilder leftOut(String what) {
    leftOut = what;
    return this;
  }

  /// The kinds of device to which it applies.
  public PageBuilder dut(DutKind... kinds) {
    dut = List.of(kinds);
    return this;
  }

  /// What the DUT must be, apart from its kind.
  public PageBuilder roles(DutRole... needed) {
    roles = List.of(needed);
    return this;
  }

  /// The assertions listed on the page.
  public PageBuilder listed(String... ids) {
    assertions.addAll(List.of(ids));
    return this;
  }

  /// Adds a step of initialization that proves assertions.
  public PageBuilder init(String step, String... ids) {
    initialization.add(new Page.Step(step, "Start " + step + ".", List.of(ids)));
    return this;
  }

  /// Adds a step of the procedure that proves assertions.
  public PageBuilder step(String step, String... ids) {
    procedure.add(new Page.Step(step, "Do " + step + ".", List.of(ids)));
    return this;
  }

  /// Adds a check of every response that proves assertions.
  public PageBuilder always(String step, String... ids) {
    always.add(new Page.Step(step, "See " + step + ".", List.of(ids)));
    return this;
  }

  /// Returns the page.
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
        parameters,
        leftOut);
  }
}
