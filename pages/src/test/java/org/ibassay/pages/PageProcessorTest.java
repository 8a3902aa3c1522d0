package org.ibassay.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageProcessorTest {
  @Test
  void aPageBecomesJson() {
    Compilation done = Compilation.of(SamplePages.TEST);
    assertThat(done.errors()).isEmpty();
    assertThat(done.pages()).containsOnlyKeys("Sample", "index", "family/TestCase");
    assertThat(done.pages().get("index"))
        .contains("\"version\": \"")
        .contains("\"tests\": [\n    \"Sample\"\n  ]\n");
    assertThat(done.pages().get("Sample"))
        .isEqualTo(
            """
            {
              "id": "Sample",
              "className": "org.example.Sample",
              "parent": null,
              "section": "24.1.5.15",
              "title": "A sample",
              "summary": "What it checks, in \\"two\\" lines.\\n\\n- a list of one",
              "coverage": [
                "v1c13-024",
                "v1c14-024.1.1"
              ],
              "topology": "SimpleLink: tester = MAD Tester; widths 1X, 2X, 4X, 8X or 12X; \
            speeds SDR, DDR or QDR",
              "qualifiers": "none",
              "notes": [
                "One that is longer.",
                "Two."
              ],
              "assertions": [
                "v1c13-024#07",
                "v1c14-024.1.1#12.03"
              ],
              "initialization": [
                {
                  "id": "I1",
                  "text": "Read PortState.",
                  "assertions": [
                    "ia-sample#01"
                  ]
                }
              ],
              "procedure": [
                {
                  "id": "1",
                  "text": "Send it for AttributeModifier[8:0]",
                  "assertions": []
                },
                {
                  "id": "2",
                  "text": "Verify the answer.\\n- Remark: of the second.\\n  - Deeper.",
                  "assertions": [
                    "v1c13-024#07",
                    "v1c14-024.1.1#12.03",
                    "v1c13-024#01"
                  ]
                },
                {
                  "id": "2.1",
                  "text": "A step within.\\n- Else nothing.",
                  "assertions": []
                },
                {
                  "id": "A1",
                  "text": "Ours.",
                  "assertions": []
                }
              ],
              "always": [
                {
                  "id": "R1",
                  "text": "Each answer.",
                  "assertions": [
                    "ia-sample#02"
                  ]
                }
              ],
              "dut": [
                "SWITCH",
                "CA"
              ],
              "roles": [
                "SM"
              ],
              "effect": "CHANGES",
              "parameters": [
                "LEASE_PERIOD"
              ],
              "leftOut": ""
            }
            """);
  }

  @Test
  void aParentsStepsAreInherited() {
    Compilation done = Compilation.of(SamplePages.PARENT, SamplePages.CHILD);
    assertThat(done.errors()).isEmpty();
    assertThat(done.pages())
        .containsOnlyKeys("Child", "index", "family/Parent", "family/Parent.md", "family/TestCase");
    assertThat(done.pages().get("Child"))
        .contains("\"parent\": \"Parent\"", "\"text\": \"The parent's.\"")
        .contains("\"text\": \"The parent's, too.\"")
        .contains("\"coverage\": []");
  }

  @Test
  void theStepsOfAParentThatWasCompiledBeforeAreInheritedToo(@TempDir Path folder) {
    Compilation.to(folder, SamplePages.PARENT, SamplePages.CHILD);
    Compilation done =
        Compilation.on(
            folder,
            SamplePages.CHILD.replace("class Child", "class Other").replace("Child()", "Other()"));
    assertThat(done.errors()).isEmpty();
    assertThat(done.pages()).containsOnlyKeys("Other", "index");
    assertThat(done.pages().get("Other"))
        .contains("\"parent\": \"Parent\"", "\"text\": \"The parent's.\"")
        .contains("\"text\": \"The parent's, too.\"");
  }

  @Test
  void anInitializationOfItsOwnTakesThePlaceOfTheParents() {
    String child =
        SamplePages.CHILD.replace(
            "/// ## Procedure", "/// ## Initialization\n/// - I2: Own.\n///\n/// ## Procedure");
    Compilation done = Compilation.of(SamplePages.PARENT, child);
    // The parent's code may go on naming I1: it is on the parent's own page.
    assertThat(done.errors()).isEmpty();
    assertThat(done.pages().get("Child"))
        .contains("\"id\": \"I2\"", "\"text\": \"The parent's, too.\"")
        .doesNotContain("\"text\": \"The parent's.\"");
  }

  @Test
  void whatHoldsAlwaysComesFromAllParentsTheMostGeneralFirst() {
    String middle =
        SamplePages.PARENT
            .replace("class Parent extends TestCase", "class Middle extends Parent")
            .replace("R1", "R2")
            .replace("The parent's, too.", "The middle one's.");
    Compilation done =
        Compilation.of(
            SamplePages.CHILD.replace("extends Parent", "extends Middle"),
            middle,
            SamplePages.PARENT);
    assertThat(done.errors()).isEmpty();
    assertThat(done.pages().get("Child"))
        .contains("\"parent\": \"Middle\"")
        .containsSubsequence("The parent's, too.", "The middle one's.");
  }

  @Test
  void aParentWithoutAPageHasNoneToInherit() {
    String parent = SamplePages.PARENT.replace("/// # A parent", "/// A parent");
    String child = SamplePages.CHILD.replace("- 1: Send it", "- 1: Send it [ia-parent#02]");
    Compilation done = Compilation.of(parent.replace("step(\"I1\");", ""), child);
    assertThat(done.errors()).isEmpty();
    assertThat(done.pages().get("Child")).contains("\"parent\": null", "\"always\": []");
  }

  @Test
  void theIndexIsInTheOrderOfSectionsThenNames() {
    String first =
        SamplePages.CHILD.replace("class Child", "class Child_2").replace("Child()", "Child_2()");
    String second = first.replace("Child_2", "Child_10");
    Compilation done = Compilation.of(SamplePages.TEST, second, first, SamplePages.PARENT);
    assertThat(done.errors()).isEmpty();
    assertThat(done.pages().get("index"))
        .contains("[\n    \"Child_2\",\n    \"Child_10\",\n    \"Sample\"\n  ]\n");
  }

  @Test
  void anAbstractClassIsNoTest() {
    Compilation done =
        Compilation.of(SamplePages.TEST.replace("public class", "public abstract class"));
    assertThat(done.errors()).isEmpty();
    assertThat(done.pages()).isEmpty();
  }

  @Test
  void blankLinesAroundHeadingsAndListsMakeNoDifference() {
    String spaced = SamplePages.TEST.replaceAll("(/// ## .*\n)", "///\n$1///\n");
    assertThat(Compilation.of(spaced).pages()).isEqualTo(Compilation.of(SamplePages.TEST).pages());
  }

  @Test
  void whatATestInheritsIsWrittenToo() {
    Compilation done =
        Compilation.of(
            """
            package org.example;
            /// # What siblings share
            ///
            /// ## Initialization
            ///
            /// - I1: Open it.
            public abstract class Parent extends org.ibassay.suite.TestCase {
              /// Sends it,
              /// once.
              ///
              /// @param times how often
              protected void sendIt(int times) {}

              void unsaid() {}

              /// Its own affair.
              private void hidden() {}

              protected void initialize() { step("I1"); }
            }
            """,
            SamplePages.TEST.replace("extends TestCase", "extends Parent"));
    assertThat(done.errors()).isEmpty();
    assertThat(done.pages().get("family/Parent"))
        .isEqualTo(
            """
            {
              "id": "Parent",
              "title": "What siblings share",
              "initialization": [
                {
                  "id": "I1",
                  "text": "Open it.",
                  "assertions": []
                }
              ],
              "always": [],
              "procedures": [
                {
                  "name": "sendIt",
                  "text": "Sends it, once."
                }
              ]
            }
            """);
  }
}
