package org.ibassay.device.sma;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import org.ibassay.device.fabric.Fabric;
import org.ibassay.device.fabric.Packet;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.jspecify.annotations.Nullable;

/// The subnet management agent: handles a request, and completes the header of its response.
final class Sma {
  private static final int BASE_VERSION = 1;
  private static final int NO_ANSWER = -1;
  private static final int ATTRIBUTES = 0x40;

  private final Fabric fabric;
  private final Ports ports;
  private final Replies replies;
  private final Traps traps;
  private final boolean repeatsKey;
  private final Transaction transaction = new Transaction();
  private final @Nullable AttributeHandler[] handlers = new AttributeHandler[ATTRIBUTES];

  /// @param repeatsKey whether a response has the M_Key of its request instead of 0
  Sma(
      Fabric fabric,
      Ports ports,
      Map<Attribute, AttributeHandler> handlers,
      Replies replies,
      Traps traps,
      boolean repeatsKey) {
    this.fabric = fabric;
    this.repeatsKey = repeatsKey;
    this.ports = ports;
    this.replies = replies;
    this.traps = traps;
    handlers.forEach(this::leave);
  }

  /// Sets the handler of an attribute.
  void leave(Attribute attribute, AttributeHandler handler) {
    handlers[attribute.id()] = handler;
  }

  /// Handles a request.
  ///
  /// @param request released by the caller
  /// @return the response, or null if there is none
  @Nullable Packet answer(Packet request, int port) {
    Packet response = fabric.packet();
    transaction.begin(request, response, port, fabric.nanos());
    int code = replies.hears(transaction) ? carryOut(transaction) : NO_ANSWER;
    if (code != NO_ANSWER) {
      complete(transaction, code);
      replies.edit(transaction);
    }
    if (code == NO_ANSWER || transaction.isWithheld()) {
      fabric.release(response);
      return null;
    }
    return response;
  }

  /// The latest request.
  Transaction transaction() {
    return transaction;
  }

  private int carryOut(Transaction t) {
    boolean request = (t.method() & Method.RESPONSE_BIT) == 0 && t.method() != Method.TRAP;
    if (!request) {
      return NO_ANSWER; // for a manager (13.5.2)
    }
    if (MadHeader.BASE_VERSION.get(t.request(), 0) != BASE_VERSION
        || MadHeader.CLASS_VERSION.get(t.request(), 0) != Smp.CLASS_VERSION) {
      return MadStatus.BAD_VERSION; // 13.4.7
    }
    return switch (t.method()) {
      case Method.GET, Method.SET, Method.TRAP_REPRESS -> checked(t);
      default -> MadStatus.BAD_METHOD; // 13.4.7
    };
  }

  private int checked(Transaction t) {
    MKeyRules.Outcome outcome = ports.guardOf(t.port()).check(t, Smp.M_KEY.get(t.request(), 0));
    if (t.method() == Method.TRAP_REPRESS && !t.isRefused()) {
      traps.repress(t);
      outcome = traps.areAnswered() ? MKeyRules.Outcome.ANSWERED : outcome;
    }
    return switch (outcome) {
      case ANSWERED -> t.method() == Method.TRAP_REPRESS ? MadStatus.OK : getOrSet(t);
      case EXECUTED -> {
        int _ = getOrSet(t);
        yield NO_ANSWER;
      }
      case ANSWERED_WITH_ERROR -> MadStatus.INVALID_FIELD;
      case SILENCE -> NO_ANSWER;
    };
  }

  private int getOrSet(Transaction t) {
    AttributeHandler handler = t.attributeId() < ATTRIBUTES ? handlers[t.attributeId()] : null;
    if (handler == null) {
      return MadStatus.BAD_METHOD_ATTRIBUTE; // 13.4.7, C14-24
    }
    return t.method() == Method.GET ? handler.get(t) : handler.set(t);
  }

  /// The methods of the responses to Get and Set are those in 13.4.5; in the response to an unknown
  /// method, the response bit is added.
  private void complete(Transaction t, int code) {
    MemorySegment response = t.response();
    boolean known = t.method() == Method.GET || t.method() == Method.SET;
    MadHeader.METHOD.set(response, 0, known ? Method.GET_RESP : t.method() | Method.RESPONSE_BIT);
    if (!repeatsKey) {
      Smp.M_KEY.set(response, 0, 0);
    }
    MadHeader.STATUS.set(response, 0, 0);
    MadStatus.CODE.set(response, 0, code);
    if (MadHeader.MGMT_CLASS.get(response, 0) == Smp.DIRECTED_ROUTE) {
      Smp.DIRECTION.set(response, 0, 1);
    }
  }
}
