package org.ibassay.device.rc;

/// An error in a response that a requester detects (9.9.3).
public enum ResponseFault {
  /// Its PSN is one of what was acknowledged before.
  OLD_PSN,
  /// Its PSN is one that was not sent.
  UNSENT_PSN,
  /// It answers another kind of request.
  OTHER_KIND,
  /// It is not the part of a READ's response whose turn it is, by its OpCode.
  OUT_OF_ORDER,
  /// It ends a READ's response before all has come.
  ENDS_EARLY,
  /// A part of a READ's response before it is missing.
  GAP,
  /// It brings more, or less, than is due.
  WRONG_LENGTH
}
