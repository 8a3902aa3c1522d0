package org.ibassay.runner.html;

import java.util.List;
import org.ibassay.runner.ClaimResult;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.Verdict;

/// The claims about the devices, and the tests that concern them.
final class ClaimTable {
  private static final String ABOUT =
      "Each claim was compared with what the device reports. The tests beside it name it in their"
          + " procedures; a claim without tests was not tested beyond that.";

  private final Html html;
  private final List<ClaimResult> claims;

  ClaimTable(Html html, RunResult run) {
    this.html = html;
    this.claims = ClaimResult.of(run);
  }

  void write() {
    if (claims.isEmpty()) {
      return;
    }
    html.open("section", "class", "wide readings", "id", "claims");
    html.element("h2", "Claims").element("p", ABOUT).open("table").open("thead").open("tr");
    for (String head : List.of("Claim", "Value", "Verdict", "Tests")) {
      html.element("th", head, "scope", "col");
    }
    html.close().close().open("tbody");
    claims.forEach(this::row);
    html.close().close().closeLine();
  }

  private void row(ClaimResult claim) {
    html.open("tr").open("th", "scope", "row", "data-label", "Claim");
    html.element("code", claim.claim().name()).close();
    html.element("td", claim.value(), "data-label", "Value");
    html.open("td", "data-label", "Verdict");
    Verdict verdict = claim.verdict();
    if (verdict == null) {
      html.text("not testable");
    } else {
      html.element("span", verdict.text(), "class", "verdict " + verdict.text());
    }
    html.close();
    String tests = claim.tests().isEmpty() ? "no test names it" : String.join(", ", claim.tests());
    html.element("td", tests, "data-label", "Tests").closeLine();
  }
}
