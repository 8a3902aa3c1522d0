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

/// A request and its response. An agent uses one object for all of its requests, one at a time.
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

  /// Sets the length of the response in bytes, instead of 256.
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

  /// The port that received the request; 0 if the node sent it to itself.
  public int port() {
    return port;
  }

  /// The time of receipt by the fabric's clock, in nanoseconds.
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

  /// Lets a handler handle the request with another port and another AttributeModifier.
  ///
  /// @return the handler's result
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

  /// Whether the request had the correct M_Key when it was received.
  public boolean keyMatched() {
    return keyMatched;
  }

  void keyMatched(boolean matched) {
    keyMatched = matched;
  }

  /// Whether the request failed the M_Key check.
  boolean isRefused() {
    return refused;
  }

  void refused(boolean forItsKey) {
    refused = forItsKey;
  }

  /// A component of the attribute in the request.
  public long asked(Field field) {
    return field.get(request, DATA);
  }

  /// Element `index` of a repeated component in the request.
  public long asked(Field field, int index) {
    return field.get(request, DATA, index);
  }

  /// Sets a component in the response.
  public void answer(Field field, long value) {
    field.set(response, DATA, value);
  }

  /// Sets element `index` of a repeated component in the response.
  public void answer(Field field, int index, long value) {
    field.set(response, DATA, index, value);
  }

  /// A component of the attribute in the response.
  public long answered(Field field) {
    return field.get(response, DATA);
  }

  /// Clears the attribute in the response.
  public void clearAnswer() {
    MemorySegment.copy(EMPTY, 0, response, DATA, DATA_BYTES); // unlike a slice, allocates nothing
  }

  /// Copies an attribute to the response, padded with zeros.
  public void answer(MemorySegment attribute) {
    clearAnswer();
    MemorySegment.copy(attribute, 0, response, DATA, attribute.byteSize());
  }

  /// Sets an action to run after the response was sent.
  public void afterwards(Runnable action) {
    afterwards = action;
  }

  @Nullable Runnable afterwards() {
    return afterwards;
  }
}
