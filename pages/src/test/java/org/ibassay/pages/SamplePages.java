package org.ibassay.pages;

/// Sources to compile.
final class SamplePages {
  /// A test with all that a page may have.
  static final String TEST =
      """
      package org.example;
      import org.ibassay.suite.*;

      /// # A sample
      ///
      /// - Section: 24.1.5.15
      /// - Coverage: v1c13-024, v1c14-024.1.1
      /// - Topology: SimpleLink: tester = MAD Tester; widths 1X, 2X, 4X, 8X or 12X;
      ///   speeds SDR, DDR or QDR
      /// - DUT qualifiers: none
      /// - Assertions: v1c13-024#07, v1c14-024.1.1#12.03
      ///
      /// What it checks,
      /// in "two" lines.
      ///
      /// - a list
      ///   of one
      ///
      /// ## Notes
      ///
      /// - One that is
      ///   longer.
      /// - Two.
      ///
      /// ## Initialization
      /// - I1: Read PortState. [ia-sample#01]
      ///
      /// ## Procedure
      /// - 1: Send it for AttributeModifier[8:0]
      /// - 2: Verify
      ///   the answer. [v1c13-024#07,
      ///   v1c14-024.1.1#12.03]
      ///   - 2.1: A step
      ///     within.
      ///     - Else nothing.
      ///   - Remark: of the second.
      ///     - Deeper. [v1c13-024#01]
      /// - A1: Ours.
      ///
      /// ## Always
      /// - R1: Each answer. [ia-sample#02]
      @Td(dut = {DutKind.SWITCH, DutKind.CA}, roles = DutRole.SM, effect = Effect.CHANGES,
          parameters = Parameter.LEASE_PERIOD)
      public class Sample extends TestCase {
        public Sample() {}
        void execute() {
          step("I1");
          step("1");
          this.step("2");
          check("R1", true);
        }
      }
      """;

  /// A parent's page.
  static final String PARENT =
      """
      package org.example;
      import org.ibassay.suite.*;
      /// # A parent
      ///
      /// ## Initialization
      /// - I1: The parent's. [ia-parent#01]
      ///
      /// ## Always
      /// - R1: The parent's, too. [ia-parent#02]
      public abstract class Parent extends TestCase {
        void initialize() {
          step("I1");
          check("R1", true);
        }
      }
      """;

  /// A test with a parent, and no more than a page must have.
  static final String CHILD =
      """
      package org.example;
      import org.ibassay.suite.*;
      /// # A child
      ///
      /// - Section: 24.1.5.2
      /// - Coverage: none
      /// - Topology: SimpleLink
      /// - DUT qualifiers: none
      /// - Assertions: ia-parent#02
      ///
      /// An abstract.
      ///
      /// ## Procedure
      /// - 1: Send it
      @Td(dut = DutKind.CA, effect = Effect.READS)
      public class Child extends Parent {
        public Child() {}
        void execute() {
          step("1");
        }
      }
      """;

  private SamplePages() {}
}
