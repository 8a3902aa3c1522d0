package org.ibassay.runner;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Page;

/// Pages for tests, one step a call.
public final class PageBuilder {
  private final String id;
  private String section = "24.1.5.15";
  private Effect effect = Effect.READS;
  private Set<DutKind> dut = EnumSet.allOf(DutKind.class);
  private List<DutRole> roles = List.of();
  private final List<String> assertions = new ArrayList<>();
  private final List<Page.Step> initialization = new ArrayList<>();
  private final List<Page.Step> procedure = new ArrayList<>();
  private final List<Page.Step> always = new ArrayList<>();

  private PageBuilder(String id) {
    this.id = id;
  }

  public static PageBuilder page(String id) {
    return new PageBuilder(id);
  }

  PageBuilder section(String number) {
    section = number;
    return this;
  }

  PageBuilder effect(Effect what) {
    effect = what;
    return this;
  }

  PageBuilder dut(DutKind... kinds) {
    dut = Set.of(kinds);
    return this;
  }

  PageBuilder roles(DutRole... needed) {
    roles = List.of(needed);
    return this;
  }

  PageBuilder listed(String... ids) {
    assertions.addAll(List.of(ids));
    return this;
  }

  PageBuilder init(String step, String... ids) {
    initialization.add(new Page.Step(step, "Start " + step + ".", List.of(ids)));
    return this;
  }

  public PageBuilder step(String step, String... ids) {
    procedure.add(new Page.Step(step, "Do " + step + ".", List.of(ids)));
    return this;
  }

  PageBuilder always(String step, String... ids) {
    always.add(new Page.Step(step, "See " + step + ".", List.of(ids)));
    return this;
  }

  public Page build() {
    return new Page(
        id,
        "org.ibassay.made.up." + id,
        null,
        section,
        "Title of " + id,
        "Summary.",
        List.of(),
        "SimpleLink: Tester=MAD Tester; Width=1X, 4X, or 12X; Speed=SDR, DDR; DUT=Node",
        "None.",
        List.of(),
        assertions,
        initialization,
        procedure,
        always,
        List.copyOf(dut),
        roles,
        effect,
        List.of());
  }
}
