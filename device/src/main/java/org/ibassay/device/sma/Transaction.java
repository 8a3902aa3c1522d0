package org.ibassay.device.sma;

import static org.ibassay.wire.mad.Smp.DATA;
import static org.ibassay.wire.mad.Smp.DATA_BYTES;

import java.lang.foreign.MemorySegment;
import java.util.function.ToIntFunction;
import org.ibassay.device.fabric.Packet;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;
import org.jspecify.annotations.Nullable;

/// A request and the response in the making. One object serves all the requests of an agent, one
/// after another.
public final class Transaction {
  private static final MemorySegment NONE = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
  private static final MemorySegment EMPTY = MemorySegment.ofArray(new byte[DATA_BYTES]);

  private MemorySegment request = NONE;
  private MemorySegment response = NONE;
  private @Nullable Packet answer;
  private int port;
  private long now;
  private int method;
  private int attributeId;
  private int modifier;
  private boolean keyMatched;
  private boolean refused;
  private boolean withheld;
  private @Nullable Runnable afterwards;

  Transaction() {}

  void begin(Packet received, Packet toSend, int ingress, long at) {
    toSend.copyOf(received);
    request = received.mad();
    response = toSend.mad();
    answer = toSend;
    port = ingress;
    now = at;
    method = (int) MadHeader.METHOD.get(request, 0);
    attributeId = (int) MadHeader.ATTRIBUTE_ID.get(request, 0);
    modifier = (int) MadHeader.ATTRIBUTE_MODIFIER.get(request, 0);
    refused = false;
    withheld = false;
    afterwards = null;
  }

  /// All 256 bytes of the request.
  public MemorySegment request() {
    return request;
  }

  /// All 256 bytes of the response; before a handler has run, a copy of the request.
  public MemorySegment response() {
    return response;
  }

  /// Sends so many bytes, instead of 256.
  public void resizeResponse(int bytes) {
    if (answer != null) {
      answer.bytes(bytes);
    }
  }

  /// Keeps the response from being sent.
  public void withholdResponse() {
    withheld = true;
  }

  boolean isWithheld() {
    return withheld;
  }

  /// The port that received the request; 0 when the node sent it to itself.
  public int port() {
    return port;
  }

  /// When the request was received, by the fabric's clock, in nanoseconds.
  public long now() {
    return now;
  }

  /// The request's Method.
  public int method() {
    return method;
  }

  /// The request's AttributeID.
  public int attributeId() {
    return attributeId;
  }

  /// The request's AttributeModifier: all 32 bits.
  public int modifier() {
    return modifier;
  }

  /// Has a handler deal with the request as if another port had received it, and with another
  /// AttributeModifier.
  ///
  /// @return what the handler returns
  public int elsewhere(int otherPort, int otherModifier, ToIntFunction<Transaction> handler) {
    int itsPort = port;
    int itsModifier = modifier;
    port = otherPort;
    modifier = otherModifier;
    try {
      return handler.applyAsInt(this);
    } finally {
      port = itsPort;
      modifier = itsModifier;
    }
  }

  /// Whether the request's M_Key was the right one when it was received.
  public boolean keyMatched() {
    return keyMatched;
  }

  void keyMatched(boolean matched) {
    keyMatched = matched;
  }

  /// Whether the request was refused for its M_Key.
  boolean isRefused() {
    return refused;
  }

  void refused(boolean forItsKey) {
    refused = forItsKey;
  }

  /// A component of the attribute as requested.
  public long asked(Field field) {
    return field.get(request, DATA);
  }

  /// Element `index` of a repeated component as requested.
  public long asked(Field field, int index) {
    return field.get(request, DATA, index);
  }

  /// Puts a component into the response.
  public void answer(Field field, long value) {
    field.set(response, DATA, value);
  }

  /// Puts element `index` of a repeated component into the response.
  public void answer(Field field, int index, long value) {
    field.set(response, DATA, index, value);
  }

  /// A component of the attribute as the response has it.
  public long answered(Field field) {
    return field.get(response, DATA);
  }

  /// Empties the response's attribute.
  public void clearAnswer() {
    MemorySegment.copy(EMPTY, 0, response, DATA, DATA_BYTES); // unlike a slice, allocates nothing
  }

  /// Puts an attribute into the response, zeros after it.
  public void answer(MemorySegment attribute) {
    clearAnswer();
    MemorySegment.copy(attribute, 0, response, DATA, attribute.byteSize());
  }

  /// Sets an action to run once the response has left the wire.
  public void afterwards(Runnable action) {
    afterwards = action;
  }

  @Nullable Runnable afterwards() {
    return afterwards;
  }
}
