package org.ibassay.qualify;

/// A check of a test, as far as others cannot stand in for it: what is checked of one field at one
/// step, for one assertion of the step.
///
/// @param test its id
/// @param step its id on the page
/// @param assertion its id; empty where the step proves none
/// @param field name of the field; empty for conditions on more than a field
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
