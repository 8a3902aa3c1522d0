package org.ibassay.device.sma;

import static org.ibassay.wire.mad.MadStatus.BAD_METHOD_ATTRIBUTE;

/// Handles one attribute: writes it to the response, and returns a status code of
/// [org.ibassay.wire.mad.MadStatus].
@FunctionalInterface
public interface AttributeHandler {
  /// SubnGet.
  int get(Transaction t);

  /// SubnSet; not supported unless overridden (14.2.6: the table of attributes and methods).
  default int set(Transaction t) {
    return BAD_METHOD_ATTRIBUTE;
  }
}
