package org.ibassay.suite;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.ibassay.link.upper.Ability;

/// Facts of a test case (a "TD", test description) that the runner acts on. All else stands in the
/// class's doc comment, which is the test's page.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Td {
  /// The kinds of DUT that it applies to.
  DutKind[] dut();

  /// Whether it measures a lease. A packet that gets lost, or comes late or twice, can stop or
  /// start the DUT's timer unseen: where that can happen, a failure counts only when it shows again
  /// in a whole repetition.
  boolean lease() default false;

  /// What the DUT has to be beside its kind.
  DutRole[] roles() default {};

  /// Of a test of the transport: what it needs of whoever drives the DUT from above, or of the DUT
  /// as responder; without it, it does not apply.
  Ability[] needs() default Ability.AGENT;

  /// What it does to the DUT.
  Effect effect();

  /// What it may change.
  Change[] changes() default {};

  /// The values that it reads.
  Parameter[] parameters() default {};
}
