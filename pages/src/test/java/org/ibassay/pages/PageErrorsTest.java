package org.ibassay.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What fails the build, and what the author reads.
class PageErrorsTest {
  private static final String PAGE = "page of Sample, line ";
  private static final String FIELDS =
      "expected one of the fields [Section, Coverage, Topology, DUT qualifiers, Assertions,"
          + " PROFILE=short leaves out], each as '- Name: text', found: - ";
  private static final String STEP_ID =
      "malformed step id; expected digits with dots, or a capital letter and such a number, and a"
          + " colon, e.g. '- 25.3: text', found: - ";
  private static final String ASSERTION_ID =
      "; expected one such as v1c14-024.1.1#12.02, or ia-name#01 for one of ours";

  static Stream<Arguments> slips() {
    return Stream.of(
        // title, fields, abstract
        arguments(
            "# A sample",
            "A sample",
            "a test's doc comment is its page: /// lines that start with '# Title'"),
        arguments(
            "# A sample",
            "# Sample of a page",
            PAGE + "4: the title is to be words, without the class's name: # Sample of a page"),
        arguments(
            "/// - Section: 24.1.5.15\n", "///\n", PAGE + "4: the page needs '- Section: ...'"),
        arguments(
            "Section: 24.1.5.15",
            "Section: 24.1.5.x",
            PAGE + "6: malformed section '24.1.5.x'; expected one such as 24.1.5.15"),
        arguments(
            "/// - DUT qualifiers: none\n",
            "///\n",
            PAGE + "4: the page needs '- DUT qualifiers: ...'"),
        arguments(
            "- Assertions: v1c13-024#07, v1c14-024.1.1#12.03",
            "- Assertions:",
            PAGE + "11: the page needs '- Assertions: ...'"),
        arguments(
            "- Assertions: v1c13-024#07, v1c14-024.1.1#12.03",
            "- Assertions: none",
            PAGE + "11: a test lists at least one assertion"),
        arguments(
            "- DUT qualifiers: none",
            "- DUT qualifiers: none\n/// - PROFILE=short leaves out: x",
            PAGE + "11: 'PROFILE=short leaves out' needs the parameter PROFILE"),
        arguments(
            "Parameter.LEASE_PERIOD",
            "Parameter.PROFILE",
            PAGE + "4: the page needs '- PROFILE=short leaves out: ...'"),
        arguments(
            "- DUT qualifiers: none",
            "- DUT qualifiers: none\n/// - Cover: x",
            PAGE + "11: " + FIELDS + "Cover: x"),
        arguments(
            "- DUT qualifiers: none",
            "- DUT qualifiers: none\n/// - words",
            PAGE + "11: " + FIELDS + "words"),
        arguments(
            "- DUT qualifiers: none",
            "- DUT qualifiers: none\n/// - Section: 1.2",
            PAGE + "11: field 'Section' stands here a second time"),
        arguments(
            "v1c13-024, ",
            "v1c13-, ",
            PAGE + "7: malformed statement id 'v1c13-'; expected one such as v1c14-024.1.1"),
        arguments(
            "/// What it checks,\n/// in \"two\" lines.\n///\n/// - a list\n///   of one\n",
            "///\n",
            PAGE + "4: the page needs an abstract below its fields"),
        // headings
        arguments(
            "## Notes",
            "## Note",
            PAGE
                + "19: unknown heading '## Note'; the headings of a page are ## Notes,"
                + " ## Initialization, ## Procedure, ## Always"),
        arguments(
            "## Notes",
            "### Notes",
            PAGE
                + "19: unknown heading '### Notes'; the headings of a page are ## Notes,"
                + " ## Initialization, ## Procedure, ## Always"),
        arguments(
            "## Always",
            "## Notes\n/// - One.\n///\n/// ## Always",
            PAGE + "40: heading '## Notes' stands here a second time"),
        // steps
        arguments("- A1: Ours", "- Ours", PAGE + "38: " + STEP_ID + "Ours."),
        arguments("- A1: Ours", "- A1 Ours", PAGE + "38: " + STEP_ID + "A1 Ours."),
        arguments("- A1: Ours", "- a1: Ours", PAGE + "38: " + STEP_ID + "a1: Ours."),
        arguments(
            "- 2.1: A step", "- 2..1: A step", PAGE + "33: " + STEP_ID + "2..1: A step within."),
        arguments("- A1: Ours.", "- A1:", PAGE + "38: step A1 has no text"),
        arguments(
            "- A1: Ours.",
            "- 2.1: Ours.",
            PAGE + "38: step 2.1 has the id of another, of Sample, line 33"),
        arguments(
            "- I1: Read", "- 7: Read", PAGE + "26: step id '7': ids in this section start with I"),
        arguments(
            "- R1: Each", "- 7: Each", PAGE + "41: step id '7': ids in this section start with R"),
        arguments(
            "- A1: Ours.",
            "- A1: Ours.\n/// and more",
            PAGE + "39: expected a list item '- ...' or an indented continuation, found: and more"),
        arguments(
            "## Notes\n///\n",
            "## Notes\n/// Words.\n",
            PAGE + "20: expected a list item '- ...' or an indented continuation, found: Words."),
        // assertions
        arguments(
            "[ia-sample#01]",
            "[v1c13-024#07, ia-sample]",
            PAGE + "26: malformed assertion id 'ia-sample'" + ASSERTION_ID),
        arguments(
            "[ia-sample#01]",
            "[ia-sample#01,]",
            PAGE + "26: malformed assertion id ''" + ASSERTION_ID),
        arguments(
            "[ia-sample#01]",
            "[1c13-024#07]",
            PAGE + "26: malformed assertion id '1c13-024#07'" + ASSERTION_ID),
        arguments(
            "[ia-sample#01]",
            "[ia-sample#01].",
            PAGE
                + "26: assertions of a step stand in brackets at the end of an item: Read PortState."
                + " [ia-sample#01]."),
        arguments(
            "Assertions: v1c13-024#07,",
            "Assertions: v1c13-024#07, v1c13-24,",
            PAGE + "11: malformed assertion id 'v1c13-24'" + ASSERTION_ID),
        arguments(
            "Assertions: v1c13-024#07,",
            "Assertions: v1c13-024#07, v1c13-024#06,",
            PAGE + "11: assertion v1c13-024#06 is listed, but stands at no step that proves it"),
        // annotation and class
        arguments(
            "dut = {DutKind.SWITCH, DutKind.CA}",
            "dut = {}",
            "dut names no kind of device that the test applies to"),
        arguments(
            "public Sample() {}",
            "Sample() {}",
            "a test is a public top-level class with a public constructor without parameters"),
        arguments(
            "public Sample() {}",
            "public Sample(int i) {}",
            "a test is a public top-level class with a public constructor without parameters"),
        // code
        arguments("step(\"1\")", "step(\"10\")", "step \"10\" is not on the page of Sample"),
        arguments(
            "this.step(\"2\")",
            "super.step(\"3\"); step(\"2\")",
            "step \"3\" is not on the page of Sample"),
        arguments(
            "this.step(\"2\");",
            "",
            PAGE + "30: step 2 has assertions, but the code never names it: step(\"2\")"));
  }

  @ParameterizedTest
  @MethodSource("slips")
  void aSlipFailsTheBuildAndIsNamed(String right, String wrong, String error) {
    assertThat(SamplePages.TEST).contains(right);
    Compilation done = Compilation.of(SamplePages.TEST.replace(right, wrong));
    assertThat(done.errors())
        .anySatisfy(
            problem -> assertThat(problem).startsWith("Sample.java:").endsWith(": " + error));
    assertThat(done.pages()).isEmpty();
  }

  @Test
  void aSlipOnAParentsPageIsReportedForTheParent() {
    String parent = SamplePages.PARENT.replace("- R1:", "- r1:");
    assertThat(Compilation.of(parent, SamplePages.CHILD).errors())
        .contains(
            "Parent.java:10: page of Parent, line 9: "
                + STEP_ID
                + "r1: The parent's, too. [ia-parent#02]");
  }

  @Test
  void aStepInAParentsCodeIsOnThePageOfTheTestOrTheParent() {
    String parent = SamplePages.PARENT.replace("step(\"I1\")", "step(\"I1\"); step(\"I2\")");
    assertThat(Compilation.of(parent, SamplePages.CHILD).errors())
        .containsExactly("Parent.java:12: step \"I2\" is not on the page of Child or Parent");
  }

  @Test
  void anInheritedStepWithAssertionsIsNamedInTheCode() {
    String parent = SamplePages.PARENT.replace("check(\"R1\", true);", "");
    assertThat(Compilation.of(parent, SamplePages.CHILD).errors())
        .containsExactly(
            "Child.java:16: page of Child, line 3: step R1 of Parent, line 9, has assertions, but the"
                + " code never names it: step(\"R1\")");
  }

  @Test
  void aStepHasNotTheIdOfAnInheritedOne() {
    String child =
        SamplePages.CHILD.replace("- 1: Send it", "- 1: Send it\n/// ## Always\n/// - R1: Own.");
    assertThat(Compilation.of(SamplePages.PARENT, child).errors())
        .containsExactly(
            "Child.java:18: page of Child, line 16: step R1 has the id of another, of Parent, line 9");
  }

  @Test
  void aBlockCommentIsNoPage() {
    String block = SamplePages.CHILD.replace("/// # A child", "/** # A child */");
    assertThat(Compilation.of(SamplePages.PARENT, block.replaceAll("///.*\n", "")).errors())
        .containsExactly(
            "Child.java:5: a test's doc comment is its page: /// lines that start with '# Title'");
  }

  @Test
  void aNestedClassIsNoTest() {
    String nested =
        SamplePages.CHILD.replace(
            "void execute() {",
            "@Td(dut = DutKind.CA, effect = Effect.READS) public static class Inner {}\n  void execute() {");
    assertThat(Compilation.of(SamplePages.PARENT, nested).errors())
        .anySatisfy(e -> assertThat(e).contains("a test's doc comment is its page"));
  }

  @Test
  void twoTestsHaveTwoNames() {
    assertThat(
            Compilation.of(
                    SamplePages.PARENT,
                    SamplePages.CHILD,
                    SamplePages.CHILD
                        .replace("package org.example;", "package org.example.other;")
                        .replace("extends Parent", "extends org.example.Parent"))
                .errors())
        .containsExactly("Child.java:16: another test is called Child, too");
  }

  @Test
  void aStepMayBeNamedByAnyString() {
    String elsewhere =
        SamplePages.TEST.replace(
            "this.step(\"2\");", "for (String s : new String[] {\"2\"}) step(s);");
    assertThat(Compilation.of(elsewhere).errors()).isEmpty();
  }
}
