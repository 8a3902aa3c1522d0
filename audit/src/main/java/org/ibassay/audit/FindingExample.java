package org.ibassay.audit;

/// A place in a capture where a rule is violated.
///
/// @param frame the packet's number in the capture
/// @param psn the packet's PSN
public record FindingExample(long frame, int psn, String expected, String actual) {}
