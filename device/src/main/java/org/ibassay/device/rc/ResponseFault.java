package org.ibassay.device.rc;

/// An error in a response that a requester detects (9.9.3).
public enum ResponseFault {
  /// Its PSN was acknowledged before.
  OLD_PSN,
  /// Its PSN was not sent yet.
  UNSENT_PSN,
  /// It responds to another kind of request.
  OTHER_KIND,
  /// Its OpCode is not that of the expected part of a READ response.
  OUT_OF_ORDER,
  /// It ends a READ response before all data was received.
  ENDS_EARLY,
  /// An earlier part of a READ response is missing.
  GAP,
  /// It has more or less data than expected.
  WRONG_LENGTH
}
