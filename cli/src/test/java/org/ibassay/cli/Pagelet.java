package org.ibassay.cli;

import java.util.List;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Page;

/// Pages made up for tests.
final class Pagelet {
  private Pagelet() {}

  static Page of(String id, String title, Effect effect, DutKind... kinds) {
    return new Page(
        id,
        "org.ibassay.made.up." + id,
        null,
        "24.1.5.15",
        title,
        "Every block is *written* and read, see [the table](http://example.com).",
        List.of("v1c14-024.1.1"),
        "SimpleLink: MAD Tester",
        "none",
        List.of("A block holds `32` entries."),
        List.of(),
        List.of(new Page.Step("I1", "PortState is Active.", List.of())),
        List.of(
            new Page.Step("1", "SendMad(SubnGet(SwitchInfo)).", List.of()),
            new Page.Step(
                "10",
                "Verify that `Status.Code` == 7 in every block beyond the capacity, and that all"
                    + " entries read 0:\n- the first\n- the last",
                List.of("v1c13-024#07", "v1c14-024.1.1#12.02"))),
        List.of(),
        List.of(kinds),
        List.of(),
        effect,
        List.of("LEASE_PERIOD"));
  }
}
