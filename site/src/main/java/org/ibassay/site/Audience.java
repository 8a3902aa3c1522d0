package org.ibassay.site;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;

/// The tests for one kind of device, or for a role.
///
/// @param anchor target of links to it
/// @param tests in the order of their sections
public record Audience(String title, String anchor, String uri, List<TestView> tests) {

  static List<Audience> of(List<TestView> tests) {
    List<Audience> all = new ArrayList<>();
    for (DutKind kind : DutKind.values()) {
      String word = kind.name().toLowerCase(Locale.ROOT);
      all.add(
          new Audience(
              capital(TestView.kind(kind)),
              word,
              "sim:" + word,
              tests.stream()
                  .filter(t -> t.page().roles().isEmpty() && t.page().dut().contains(kind))
                  .toList()));
    }
    all.add(
        new Audience(
            "Subnet manager",
            "sm",
            "sim:sm",
            tests.stream().filter(t -> t.page().roles().contains(DutRole.SM)).toList()));
    return all;
  }

  private static String capital(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
