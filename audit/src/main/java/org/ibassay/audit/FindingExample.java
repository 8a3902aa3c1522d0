package org.ibassay.audit;

/// One place where a capture departs from a rule.
///
/// @param frame the packet's number in the capture
/// @param psn the packet's
public record FindingExample(long frame, int psn, String expected, String actual) {}
