package org.ibassay.device.cm;

/// The effect of an event on a connection, and the message that it sends.
public enum CmReaction {
  NOTHING,
  /// REP is sent again.
  REPEAT_REP,
  /// MRA is sent again.
  REPEAT_MRA,
  /// The connection is established.
  ESTABLISH,
  /// The connection is established with what REP says, and RTU is sent.
  ACCEPT,
  /// RTU is sent again.
  REPEAT_RTU,
  /// The peer needs more time: nothing is sent again before.
  WAIT,
  /// The connection ends; nothing is sent.
  ABANDON,
  /// The connection ends; REJ, timeout, is sent.
  GIVE_UP,
  /// REJ, invalid communication instance, is sent; the connection stays.
  REFUSE,
  /// DREP is sent, and the connection ends, if there is one.
  DISCONNECT,
  /// DREP is sent, and the connection ends, but its QP does not.
  DISCONNECT_WITHOUT_QP,
  /// DREP is sent; the connection stays.
  DREP_ONLY,
  /// APR is sent.
  ANSWER_LAP,
  /// APR is sent, and the connection ends.
  ANSWER_LAP_AND_END
}
