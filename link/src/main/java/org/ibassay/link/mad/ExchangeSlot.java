package org.ibassay.link.mad;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.locks.LockSupport;
import org.ibassay.link.Label;
import org.ibassay.link.Timing;
import org.ibassay.link.rmpp.RmppFailure;
import org.ibassay.link.rmpp.RmppMessage;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.SaMethod;
import org.jspecify.annotations.Nullable;

/// A reusable slot for one request: its bytes, its response, and its state.
///
/// The requesting thread fills it, the I/O thread works on it while it waits, and the requesting
/// thread reads it when [#state] says that it is settled: `state` publishes all other fields.
final class ExchangeSlot implements Exchange {
  /// AttributeID of an alarm's slot; no MAD has it.
  private static final int NO_ATTRIBUTE = -1;

  final int index;
  final MemorySegment request = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
  private final MemorySegment response = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);

  // set by the requesting thread
  Label label = Label.NONE;
  int dlid;
  int destQp;
  int mgmtClass;
  int responseMethod;
  int attribute;
  long modifier;
  long timeoutNanos;
  int retries;
  boolean foreign;

  /// The TransactionID of an earlier transmission, to be reused; 0 for the next one.
  long wantedTid;

  /// Receives the MADs of the response one by one; null if they are reassembled here.
  @Nullable BareTransfer bare;

  /// Whether it is a MAD that is sent once and unchanged, and has no response.
  boolean isReply;

  /// Whether it is for the subnet management agent of a node other than the tester.
  boolean isToAgent;

  // used by the I/O thread during the wait
  long deadline;
  long lastSentAt;

  /// How often in a row its wait was extended because the thread stalled.
  int stalled;

  /// Sequence number of its start.
  long order;

  /// Its number among the requests that the port watches, from 1; 0 if it is not one.
  long occurrence;

  long lastTid;
  int tries;
  long requestFrame;

  /// The transmission whose response is being received in segments; null for none.
  TransactionIds.@Nullable Try answering;

  /// The first MAD of the response that does not have the length of a MAD; null for none.
  @Nullable Misfit misfit;

  /// The first wrong response to one of its transmissions; null for none.
  private @Nullable NearMiss miss;

  private int missedTry;

  /// Number of the transmission that was answered.
  private int answeredTry;

  /// Whether it was handed over to be released; used by the I/O thread.
  boolean leaving;

  private long sentAt;
  private long receivedAt;
  private long responseFrame;
  private int responseBytes;
  private boolean near;
  private @Nullable MemorySegment whole;
  private @Nullable RmppMessage transfer;
  private @Nullable RmppFailure brokenOff;
  private @Nullable Exception failure;
  private volatile State state = State.UNANSWERED;
  private volatile @Nullable Thread waiter;

  /// Distinguishes the uses of the slot.
  private int use;

  // guarded by the port's lock
  boolean taken;
  boolean queued;
  boolean released;

  ExchangeSlot(int index) {
    this.index = index;
  }

  /// Copies a request and sets its routing fields.
  void fill(MemorySegment mad, Route to, Timing patience, Label what) {
    reset(what);
    MemorySegment.copy(mad, 0, request, 0, Smp.BYTES_OF_MAD);
    dlid = Addressing.apply(to, request);
    mgmtClass = (int) MadHeader.MGMT_CLASS.get(request, 0);
    destQp = Addressing.destQp(mgmtClass);
    isToAgent = destQp != Gmp.QP && !to.equals(Route.SELF);
    attribute = (int) MadHeader.ATTRIBUTE_ID.get(request, 0);
    modifier = MadHeader.ATTRIBUTE_MODIFIER.get(request, 0);
    wantedTid = MadHeader.TRANSACTION_ID.get(request, 0);
    int method = (int) MadHeader.METHOD.get(request, 0);
    responseMethod = responseMethod(method);
    timeoutNanos = patience.timeoutNanos();
    retries = method == Method.TRAP_REPRESS ? 0 : patience.retries();
  }

  /// What a request is answered with. A segment of a response of subnet administration is itself
  /// answered by an acknowledgment in the direction of requests.
  private int responseMethod(int method) {
    if (mgmtClass == Gmp.SUBNET_ADMINISTRATION) {
      return (method & Method.RESPONSE_BIT) == 0
          ? SaMethod.response(method)
          : method ^ Method.RESPONSE_BIT;
    }
    return Method.response(method);
  }

  /// Ends it without a response, because it must not be sent.
  void withhold(long now) {
    retries = -1;
    deadline = now;
  }

  /// Makes it an alarm: nothing is sent; it ends at a given time.
  void fillAlarm(long at) {
    reset(Label.NONE);
    attribute = NO_ATTRIBUTE;
    isToAgent = false;
    retries = -1;
    deadline = at;
  }

  private void reset(Label what) {
    label = what;
    use++;
    tries = 0;
    isReply = false;
    order = 0;
    occurrence = 0;
    requestFrame = 0;
    lastSentAt = 0;
    sentAt = 0;
    receivedAt = 0;
    responseFrame = 0;
    responseBytes = 0;
    near = false;
    answering = null;
    bare = null;
    isReply = false;
    misfit = null;
    miss = null;
    missedTry = 0;
    answeredTry = 0;
    whole = null;
    transfer = null;
    brokenOff = null;
    failure = null;
    state = State.WAITING;
  }

  boolean isLastTry() {
    return tries > retries;
  }

  boolean isAlarm() {
    return attribute == NO_ATTRIBUTE;
  }

  int use() {
    return use;
  }

  boolean isWaiting(int inUse) {
    return use == inUse && state == State.WAITING;
  }

  long bit() {
    return 1L << index;
  }

  /// Stores a received MAD: the response, or a near miss.
  void keep(MemorySegment mad, int bytes, long frame, long now, boolean isAnswer) {
    MemorySegment.copy(mad, 0, response, 0, Smp.BYTES_OF_MAD);
    responseBytes = bytes;
    responseFrame = frame;
    receivedAt = now;
    near = !isAnswer;
  }

  /// Stores a response in segments: complete, or the reason why it is not.
  void keep(MemorySegment firstSegment, @Nullable RmppMessage message, @Nullable RmppFailure why) {
    MemorySegment.copy(firstSegment, 0, response, 0, Smp.BYTES_OF_MAD);
    responseBytes = Smp.BYTES_OF_MAD;
    whole = message == null ? null : message.bytes();
    transfer = message;
    brokenOff = why;
  }

  /// Stores a copy of a response that the stack below reassembled.
  void keepWhole(MemorySegment message) {
    whole = MemorySegment.ofArray(message.toArray(ValueLayout.JAVA_BYTE));
  }

  /// Stores frame number and time of the last segment.
  void noteSegment(long frame, long now) {
    responseFrame = frame;
    receivedAt = now;
    near = false;
  }

  /// Stores the first wrong response to a transmission.
  ///
  /// @param number number of the transmission
  void keep(NearMiss first, int number) {
    if (miss == null) {
      miss = first;
      missedTry = number;
    }
  }

  /// Ends the wait: a transmission was answered.
  void settle(TransactionIds.Try answered) {
    answeredTry = answered.number;
    settle(State.ANSWERED, answered.sentAt);
  }

  /// Ends the wait; `tried` is the time of the transmission concerned. [#wake] wakes the waiting
  /// thread.
  void settle(State outcome, long tried) {
    sentAt = tried;
    state = outcome;
  }

  void wake() {
    Thread parked = waiter;
    if (parked != null) {
      LockSupport.unpark(parked);
    }
  }

  /// Ends the wait because the port has failed.
  void fail(Exception cause) {
    failure = cause;
    settle(State.UNANSWERED, lastSentAt);
    wake();
  }

  /// Drops the response, so that a long one is not kept until the slot's next use.
  void retire() {
    whole = null;
    transfer = null;
    state = State.UNANSWERED;
  }

  /// Parks the calling thread until the slot is settled.
  void park() throws InterruptedException {
    waiter = Thread.currentThread();
    try {
      while (state == State.WAITING) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        LockSupport.park(this);
      }
    } finally {
      waiter = null;
    }
  }

  @Nullable Exception failure() {
    return failure;
  }

  boolean hasNearMiss() {
    return near;
  }

  @Override
  public State state() {
    return state;
  }

  @Override
  public MemorySegment request() {
    return request;
  }

  @Override
  public MemorySegment response() {
    return response;
  }

  @Override
  public MemorySegment message() {
    MemorySegment all = whole;
    return all == null ? response.asSlice(0, Math.min(responseBytes, Smp.BYTES_OF_MAD)) : all;
  }

  @Override
  public long messageBytes() {
    return transfer == null ? responseBytes : message().byteSize();
  }

  @Override
  public @Nullable RmppMessage transfer() {
    return transfer;
  }

  @Override
  public @Nullable RmppFailure brokenOff() {
    return brokenOff;
  }

  @Override
  public int responseBytes() {
    return responseBytes;
  }

  @Override
  public @Nullable Misfit misfit() {
    return misfit;
  }

  @Override
  public long sentAt() {
    return sentAt;
  }

  @Override
  public long receivedAt() {
    return receivedAt;
  }

  @Override
  public int tries() {
    return tries;
  }

  @Override
  public long requestFrame() {
    return requestFrame;
  }

  @Override
  public long responseFrame() {
    return responseFrame;
  }

  @Override
  public boolean nearMiss() {
    return near && state == State.UNANSWERED;
  }

  @Override
  public @Nullable NearMiss putRight() {
    return state == State.ANSWERED && missedTry < answeredTry ? miss : null;
  }
}
