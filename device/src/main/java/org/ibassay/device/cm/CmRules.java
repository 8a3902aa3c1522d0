package org.ibassay.device.cm;

import static org.ibassay.device.cm.ConnectionState.ESTABLISHED;
import static org.ibassay.device.cm.ConnectionState.MRA_SENT;
import static org.ibassay.device.cm.ConnectionState.NONE;
import static org.ibassay.device.cm.ConnectionState.REP_SENT;
import static org.ibassay.device.cm.ConnectionState.REQ_SENT;
import static org.ibassay.device.cm.ConnectionState.TIME_WAIT;

import org.ibassay.device.variant.SimParameter;
import org.ibassay.device.variant.Variant;

/// The reactions of a conforming adapter to the events of a connection (12.9).
///
/// @param isNative whether its packets are those of native InfiniBand
record CmRules(Variant variant, boolean isNative) {
  CmReaction conforming(ConnectionState state, CmEvent event) {
    return switch (event) {
      case REQ_AGAIN ->
          state == MRA_SENT
              ? CmReaction.REPEAT_MRA
              : state == REP_SENT && !variant.is(SimParameter.CM_DUPLICATE)
                  ? CmReaction.REPEAT_REP
                  : CmReaction.NOTHING;
      case REP ->
          state == REQ_SENT
              ? CmReaction.ACCEPT
              : state == ESTABLISHED ? CmReaction.REPEAT_RTU : CmReaction.NOTHING;
      case RTU -> state == REP_SENT ? CmReaction.ESTABLISH : CmReaction.NOTHING;
      case DATA ->
          state == REP_SENT && !variant.is(SimParameter.CM_DATA)
              ? CmReaction.ESTABLISH
              : CmReaction.NOTHING;
      case MRA -> state == REP_SENT || state == REQ_SENT ? CmReaction.WAIT : CmReaction.NOTHING;
      case REJ -> state == NONE || state == TIME_WAIT ? CmReaction.NOTHING : CmReaction.ABANDON;
      case DREQ -> CmReaction.DISCONNECT;
      case DREQ_OF_OTHER_QP ->
          variant.is(SimParameter.CM_OTHER_QP) ? CmReaction.DREP_ONLY : CmReaction.NOTHING;
      case DREP -> state == ConnectionState.DREQ_SENT ? CmReaction.ABANDON : CmReaction.NOTHING;
      case LAP ->
          isNative && (state == ESTABLISHED || (state == NONE && variant.is(SimParameter.CM_LAP)))
              ? CmReaction.ANSWER_LAP
              : CmReaction.NOTHING;
      case NO_ANSWER ->
          state == ConnectionState.DREQ_SENT || variant.is(SimParameter.CM_NO_RTU)
              ? CmReaction.ABANDON
              : CmReaction.GIVE_UP;
    };
  }
}
