package org.ibassay.pages;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PageProcessorTest {
  private static final String PAGE =
      """
      package org.example;
      import org.ibassay.suite.*;

      /// # A sample
      ///
      /// - Section: 24.1.5.15
      /// - Coverage: v1c13-024
      /// - Topology: SimpleLink: tester = MAD Tester
      /// - DUT qualifiers: none
      /// - Assertions: v1c13-024#07
      ///
      /// What it checks.
      ///
      /// ## Procedure
      /// - 1: Send it
      /// - 2: Verify it [v1c13-024#07]
      @Td(dut = DutKind.SWITCH, effect = Effect.READS)
      public class T_1 extends TestCase {
        public T_1() {}
        void execute() {
          step("1");
          step("2");
        }
      }
      """;

  @Test
  void aPageBecomesJson() {
    Compilation done = Compilation.of(PAGE);
    assertThat(done.errors()).isEmpty();
    assertThat(done.pages()).containsOnlyKeys("T_1", "index");
    assertThat(done.pages().get("index")).isEqualTo("[\n  \"T_1\"\n]\n");
    assertThat(done.pages().get("T_1"))
        .isEqualTo(
            """
            {
              "id": "T_1",
              "className": "org.example.T_1",
              "parent": null,
              "section": "24.1.5.15",
              "title": "A sample",
              "summary": "What it checks.",
              "coverage": [
                "v1c13-024"
              ],
              "topology": "SimpleLink: tester = MAD Tester",
              "qualifiers": "none",
              "notes": [],
              "assertions": [
                "v1c13-024#07"
              ],
              "initialization": [],
              "procedure": [
                {
                  "id": "1",
                  "text": "Send it",
                  "assertions": []
                },
                {
                  "id": "2",
                  "text": "Verify it",
                  "assertions": [
                    "v1c13-024#07"
                  ]
                }
              ],
              "always": [],
              "dut": [
                "SWITCH"
              ],
              "effect": "READS",
              "parameters": []
            }
            """);
  }

  @Test
  void aStepInTheCodeStandsOnThePage() {
    assertThat(Compilation.of(PAGE.replace("step(\"1\")", "step(\"10\")")).errors())
        .containsExactly("T_1.java:21: step \"10\" does not stand on the page of T_1");
  }
}
