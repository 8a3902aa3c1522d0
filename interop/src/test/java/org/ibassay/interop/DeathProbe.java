package org.ibassay.interop;

import static org.ibassay.wire.attribute.Attribute.SL_TO_VL_MAPPING_TABLE;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.umad.UmadDriver;
import org.ibassay.runner.Interruption;
import org.ibassay.runner.Journals;
import org.ibassay.runner.Run;
import org.ibassay.runner.RunPlan;
import org.ibassay.runner.Suite;
import org.ibassay.runner.TestResult;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;

/// Runs one test that requests the SLtoVLMappingTable of a port that the switch does not have, and
/// prints the result. No test of the suite sends that to a real device.
final class DeathProbe {
  private DeathProbe() {}

  /// Uses the page of a test with such steps.
  @Td(dut = DutKind.SWITCH, effect = Effect.READS)
  private static final class AbsentPort extends MadTest {
    private static final int FROM_PORT_255_TO_1 = 0xFF01;

    @Override
    protected boolean initialize() throws TestException {
      step("I1");
      return portStatesAreUp();
    }

    @Override
    public boolean execute() throws TestException {
      step("5");
      sendMad(subnGet(SL_TO_VL_MAPPING_TABLE));
      verifyStatusOk(receiveMad());
      sendMad(subnGet(SL_TO_VL_MAPPING_TABLE).attributeModifier(FROM_PORT_255_TO_1));
      receiveMad();
      return log().allPassed();
    }
  }

  /// @param arguments the DUT's URI
  public static void main(String... arguments) throws Exception {
    Page page =
        Pages.all().stream().filter(p -> p.id().equals("C13_013")).findFirst().orElseThrow();
    RunPlan.Target target =
        new RunPlan.Target(new UmadDriver().parse(DutUri.parse(arguments[0])), List.of(page));
    RunPlan plan = RunPlan.of(List.of(target));
    TestResult result =
        new Run(
                plan,
                new Suite(List.of(page), _ -> new AbsentPort()),
                InstantSource.system(),
                new Interruption(),
                Journals.in(Path.of("journals"), "ibassay"),
                List.of())
            .execute(Tap.NONE)
            .tests()
            .getFirst();
    System.out.println(result.verdict() + " " + result.reason());
    result.judgement().assertions().stream()
        .filter(assertion -> assertion.failures() > 0)
        .forEach(a -> System.out.println(a.id() + " " + a.examples().getFirst().expected()));
    result.notes().forEach(System.out::println);
  }
}
