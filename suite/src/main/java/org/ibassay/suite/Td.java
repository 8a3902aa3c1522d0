package org.ibassay.suite;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.ibassay.link.upper.Ability;

/// Facts about a test case (a "TD", test description) that the runner acts on. The rest of its page
/// is the doc comment of the class.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Td {
  /// The kinds of DUT to which the test applies.
  DutKind[] dut();

  /// Whether the test measures a lease period. A lost, late or duplicate packet can start or stop
  /// the DUT's timer unnoticed. Where that may happen, a failure counts only if a second attempt
  /// repeats it.
  boolean lease() default false;

  /// What the DUT must be, apart from its kind.
  DutRole[] roles() default {};

  /// For tests of the transport: what the test needs of the DUT, or of the agent that drives it. A
  /// test whose needs are not met does not apply.
  Ability[] needs() default Ability.AGENT;

  /// What the test does to the DUT.
  Effect effect();

  /// What the test may change.
  Change[] changes() default {};

  /// The parameters that the test reads.
  Parameter[] parameters() default {};
}
