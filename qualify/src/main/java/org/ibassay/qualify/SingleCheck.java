package org.ibassay.qualify;

/// A check of a test that no other can replace: the check of one field at one step, for one
/// assertion of the step.
///
/// @param test id of the test
/// @param step its id on the page
/// @param assertion id of the assertion; empty if the step proves none
/// @param field name of the field; empty for conditions on more than one field
/// @param reason why no deviation fails it alone
public record SingleCheck(
    String test, String step, String assertion, String field, UnnoticedReason reason) {
  @Override
  public String toString() {
    return "%s step %s%s: %s"
        .formatted(
            test,
            step,
            assertion.isEmpty() ? "" : " [" + assertion + "]",
            field.isEmpty() ? "a condition" : field);
  }
}
