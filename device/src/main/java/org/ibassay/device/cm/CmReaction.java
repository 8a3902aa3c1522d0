package org.ibassay.device.cm;

/// The effect of an event on a connection, and the message that it sends.
public enum CmReaction {
  NOTHING,
  /// REP is resent.
  REPEAT_REP,
  /// MRA is resent.
  REPEAT_MRA,
  /// The connection is established.
  ESTABLISH,
  /// The connection is established with the parameters of REP, and RTU is sent.
  ACCEPT,
  /// RTU is resent.
  REPEAT_RTU,
  /// The peer needs more time: the message is resent later.
  WAIT,
  /// The connection ends; nothing is sent.
  ABANDON,
  /// The connection ends; REJ (timeout) is sent.
  GIVE_UP,
  /// REJ (invalid communication instance) is sent; the connection continues.
  REFUSE,
  /// DREP is sent, and the connection ends if there is one.
  DISCONNECT,
  /// DREP is sent, and the connection ends, but its QP remains.
  DISCONNECT_WITHOUT_QP,
  /// DREP is sent; the connection continues.
  DREP_ONLY,
  /// APR is sent.
  ANSWER_LAP,
  /// APR is sent, and the connection ends.
  ANSWER_LAP_AND_END
}
