package org.ibassay.cli;

import java.util.List;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Page;
import org.ibassay.suite.testing.PageBuilder;

/// Pages created for tests.
final class Pagelet {
  private Pagelet() {}

  static Page of(String id, String title, Effect effect, DutKind... kinds) {
    return PageBuilder.page(id)
        .title(title)
        .summary("Every block is *written* and read, see [the table](http://example.com).")
        .topology("SimpleLink: MAD Tester")
        .coverage("v1c14-024.1.1")
        .notes("A block holds `32` entries.")
        .dut(kinds)
        .effect(effect)
        .parameters("LEASE_PERIOD")
        .init(new Page.Step("I1", "PortState is Active.", List.of()))
        .step(new Page.Step("1", "SendMad(SubnGet(SwitchInfo)).", List.of()))
        .step(
            new Page.Step(
                "10",
                "Verify that `Status.Code` == 7 in every block beyond the capacity, and that all"
                    + " entries read 0:\n- the first\n- the last",
                List.of("v1c13-024#07", "v1c14-024.1.1#12.02")))
        .build();
  }
}
