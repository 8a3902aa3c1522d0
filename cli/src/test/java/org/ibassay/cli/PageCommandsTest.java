package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `list`, `coverage` and `describe`, in this process.
class PageCommandsTest {
  @TempDir Path directory = Path.of("");
  private CommandLineBench bench;

  @BeforeEach
  void open() {
    bench = new CommandLineBench(directory);
  }

  @Test
  void listsTests() {
    assertThat(bench.made("list")).isZero();
    assertThat(bench.out.toString())
        .isEqualTo(
            """
            test                section      DUT                 tester effect
            P1                  24.1.5.15    ca, switch          MAD    reads
                Passes
            F1                  24.1.5.15    ca                  MAD    changes
                Fails
            """);
  }

  @Test
  void listsAsJsonWithAssertionsAndParameters() {
    assertThat(bench.made("list", "--json", "P1")).isZero();
    assertThat(bench.out.toString())
        .isEqualTo(
            """
            [ {
              "id" : "P1",
              "section" : "24.1.5.15",
              "title" : "Passes",
              "dut" : [ "ca", "switch" ],
              "roles" : [ ],
              "tester" : "MAD",
              "effect" : "reads",
              "assertions" : [ "v1c13-024#07", "v1c14-024.1.1#12.02" ],
              "parameters" : [ {
                "name" : "LEASE_PERIOD",
                "type" : "number",
                "unit" : "seconds",
                "default" : "2",
                "allowed" : "1 to 65535",
                "meaning" : "PortInfo:M_KeyLeasePeriod that the lease tests set"
              } ]
            } ]
            """);
  }

  @Test
  void showsWhichTestsCheckAnAssertion() {
    assertThat(bench.made("coverage", "V1C13-024#07")).isZero();
    assertThat(bench.out.toString())
        .isEqualTo(
            """
            v1c13-024#07
              - P1: step 10: Verify that Status.Code == 7 in every block beyond the
                capacity, and that all entries read 0
              - F1: step 10: Verify that Status.Code == 7 in every block beyond the
                capacity, and that all entries read 0

            1 assertion.
            """);
  }

  /// As `describe` prints a page's coverage.
  @Test
  void anAssertionWithoutItsNumberStandsForAllOfThem() {
    assertThat(bench.made("coverage", "v1c13-024")).isZero();
    assertThat(bench.out.toString()).startsWith("v1c13-024#07\n").endsWith("\n1 assertion.\n");
  }

  @Test
  void listsDeviations() {
    assertThat(bench.made("list", "--deviations", "lease.bits-*")).isZero();
    assertThat(bench.out.toString())
        .isEqualTo(
            """
            lease.bits-come-back  ca, switch, router
                sets the cleared protect bits again once they were read
            lease.bits-not-cleared  ca, switch, router
                keeps the protect bits when the lease ends
            """);
  }

  @Test
  void showsWhyNoTestChecksAnAssertion() {
    assertThat(bench.made("coverage", "v1c15-0.1.012#17.47")).isZero();
    assertThat(bench.out.toString())
        .startsWith("v1c15-0.1.012#17.47\n  - not tested (C15_0_1_012_17_02_3): ")
        .endsWith("\n1 assertion, 1 not tested.\n");
  }

  @Test
  void showsCoverageAsJson() {
    assertThat(bench.made("coverage", "P1", "--json")).isZero();
    assertThat(bench.out.toString())
        .isEqualTo(
            """
            [ {
              "assertion" : "v1c13-024#07",
              "tests" : [ {
                "id" : "P1",
                "steps" : [ "10" ]
              } ]
            }, {
              "assertion" : "v1c14-024.1.1#12.02",
              "tests" : [ {
                "id" : "P1",
                "steps" : [ "10" ]
              } ]
            } ]
            """);
  }

  @Test
  void describesATest() {
    assertThat(bench.made("describe", "P1")).isZero();
    assertThat(bench.out.toString())
        .isEqualTo(
            """
            P1  Passes

            Every block is *written* and read, see the table.

            Section      24.1.5.15
            DUT          ca, switch
            Tester       MAD
            Effect       reads: changes nothing
            Topology     SimpleLink: MAD Tester
            Qualifiers   None.
            Coverage     v1c14-024.1.1
            Public page  of this name in the InfiniBand Test Specification 1.0.38
            Assertions   v1c13-024#07, v1c14-024.1.1#12.02
            Parameter    LEASE_PERIOD: PortInfo:M_KeyLeasePeriod that the lease tests set
                         (seconds; 1 to 65535; default 2)

            Notes
            - A block holds 32 entries.

            Initialization
            I1    PortState is Active.

            Procedure
            1     SendMad(SubnGet(SwitchInfo)).
            10    Verify that Status.Code == 7 in every block beyond the capacity, and that
                  all entries read 0:
                  - the first
                  - the last
                  = v1c13-024#07, v1c14-024.1.1#12.02
            """);
  }
}
