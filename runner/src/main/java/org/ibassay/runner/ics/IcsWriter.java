package org.ibassay.runner.ics;

import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.ibassay.link.LinkException;
import org.ibassay.link.dut.Dut;
import org.ibassay.runner.Claim;
import org.ibassay.runner.Claim.Source;
import org.ibassay.runner.ClaimAnswers;
import org.ibassay.runner.ClaimResult;
import org.ibassay.runner.DutInfo;
import org.ibassay.runner.ParameterValues;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Page;
import org.ibassay.suite.Parameter;

/// Writes the questionnaire for a device and fills in what the device reports.
public final class IcsWriter {
  private static final int NAMED = 3;
  private static final String HEAD =
      """
      # Implementation conformance statement (ICS) of a device, with the extra information that its
      # tests need (IXIT), after ISO/IEC 9646-7. "ibassay ics" has filled in what the device reports.
      # Its maker corrects and completes it; then
      #   ibassay run --ics FILE --dut URI
      # checks it, compares it with the device, and reports which claims were tested. A claim that is
      # left out is not compared. Lines that begin with # are comments.
      """;

  private final List<Page> pages;
  private final StringBuilder text = new StringBuilder(HEAD);

  /// @param pages pages of the tests, which explain the claims
  public IcsWriter(List<Page> pages) {
    this.pages = List.copyOf(pages);
  }

  /// Returns the questionnaire.
  ///
  /// @param info attributes of the device
  /// @throws LinkException if the tester's port fails
  public String write(Dut dut, DutInfo info) throws LinkException, InterruptedException {
    identification(info);
    claims(new ClaimAnswers(dut), info);
    parameters();
    return text.toString();
  }

  private void identification(DutInfo info) {
    DutKind kind = info.kind();
    table(IcsFile.IDENTIFICATION, "Which device this is about.");
    entry(IcsFile.DESCRIPTION, quoted(info.node().description()), "for people");
    if (kind != null) {
      entry(IcsFile.KIND, quoted(kind.name().toLowerCase(Locale.ROOT)), "ca, switch or router");
    }
    String roles =
        info.node().roles().stream().map(IcsWriter::quoted).collect(Collectors.joining(", "));
    entry(IcsFile.ROLES, "[" + roles + "]", "\"sm\" where it runs the subnet manager");
    if (info.nodeGuid() != 0) {
      entry(
          IcsFile.NODE_GUID,
          quoted("0x%016x".formatted(info.nodeGuid())),
          "leave it out where the statement is about all devices of this make");
    }
    for (String name : List.of(IcsFile.MAKER, IcsFile.MODEL, IcsFile.FIRMWARE)) {
      entry(name, "\"\"", "to be completed");
    }
  }

  private void claims(ClaimAnswers answers, DutInfo info)
      throws LinkException, InterruptedException {
    table(IcsFile.CLAIMS, "What the device implements.");
    Source source = null;
    for (Claim claim : Claim.values()) {
      if (claim.source() == Source.SWITCH_INFO && info.kind() != DutKind.SWITCH) {
        continue;
      }
      OptionalLong value = answers.value(claim);
      if (value.isPresent()) {
        if (claim.source() != source) {
          source = claim.source();
          text.append("# ").append(source.text()).append('\n');
        }
        entry(claim.name(), claim.text(value.getAsLong()), purpose(claim));
      }
    }
  }

  private String purpose(Claim claim) {
    List<String> tests =
        pages.stream().filter(page -> ClaimResult.isNamed(page, claim)).map(Page::id).toList();
    if (tests.isEmpty()) {
      return "no test names it";
    }
    String some = tests.stream().limit(NAMED).collect(Collectors.joining(", "));
    int more = tests.size() - NAMED;
    return more > 0 ? some + " and " + more + " more" : some;
  }

  private void parameters() {
    table(
        IcsFile.PARAMETERS,
        "Values that the tests need beside the device. Remove the # to give another than the default.");
    for (Parameter parameter : Parameter.values()) {
      text.append("# %s: %s; %s".formatted(parameter, parameter.unit(), parameter.meaning()));
      text.append(" (").append(ParameterValues.allowed(parameter)).append(")\n");
      text.append("# %s = %s\n".formatted(parameter, quoted(parameter.fallback())));
    }
  }

  private void table(String name, String purpose) {
    text.append("\n# ").append(purpose).append("\n[").append(name).append("]\n");
  }

  private void entry(String name, String value, String comment) {
    text.append("%s = %s  # %s\n".formatted(name, value, comment));
  }

  /// A TOML basic string.
  static String quoted(String value) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (Character.isISOControl(c)) {
        quoted.append("\\u%04X".formatted((int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
