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

/// A reusable place for one request: its bytes, its answer, and how it stands.
///
/// The thread that asks fills it in, the I/O thread works on it while it waits, and the thread that
/// asks reads it once [#state] says that it is settled: `state` publishes everything else.
final class ExchangeSlot implements Exchange {
  /// AttributeID of an alarm's slot; no MAD has it.
  private static final int NO_ATTRIBUTE = -1;

  final int index;
  final MemorySegment request = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
  private final MemorySegment response = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);

  // Filled in by the thread that asks.
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

  /// The TransactionID of an earlier try, to be used once more; 0 for the next one.
  int wantedTid;

  /// Who takes the MADs of its answer one by one; null where they are put together here.
  @Nullable BareTransfer bare;

  /// Whether it is a MAD that is sent as it is and once, and that nothing answers.
  boolean isReply;

  /// Whether it is for the subnet management agent of another node than the tester.
  boolean isToAgent;

  // The I/O thread's while it waits.
  long deadline;
  long lastSentAt;

  /// How often in a row its wait went on because the thread had stalled.
  int heldUp;

  /// Tells which of two began first.
  long order;

  /// Among the requests that the port watches, counted from 1; 0 for none of them.
  long occurrence;

  int lastTid;
  int tries;
  long requestFrame;

  /// The try whose answer is on its way in segments; null while none is.
  TransactionIds.@Nullable Try answering;

  /// The first MAD of the answer that has not a MAD's length; null if there is none.
  @Nullable Misfit misfit;

  /// The first wrong answer to one of its tries, and the try's number; null if there is none.
  private @Nullable NearMiss miss;

  private int missedTry;

  /// Number of the try that was answered.
  private int answeredTry;

  /// Whether it was handed over to be released; the I/O thread's.
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

  /// Tells one use of the slot from the next.
  private int use;

  // Guarded by the port's lock.
  boolean taken;
  boolean queued;
  boolean released;

  ExchangeSlot(int index) {
    this.index = index;
  }

  /// Takes over a request and addresses it.
  void fill(MemorySegment mad, Route to, Timing patience, Label what) {
    reset(what);
    MemorySegment.copy(mad, 0, request, 0, Smp.BYTES_OF_MAD);
    dlid = Addressing.apply(to, request);
    mgmtClass = (int) MadHeader.MGMT_CLASS.get(request, 0);
    destQp = Addressing.destQp(mgmtClass);
    isToAgent = destQp != Gmp.QP && !to.equals(Route.SELF);
    attribute = (int) MadHeader.ATTRIBUTE_ID.get(request, 0);
    modifier = MadHeader.ATTRIBUTE_MODIFIER.get(request, 0);
    wantedTid = (int) MadHeader.TRANSACTION_ID.get(request, 0);
    int method = (int) MadHeader.METHOD.get(request, 0);
    responseMethod = responseMethod(method);
    timeoutNanos = patience.timeoutNanos();
    retries = method == Method.TRAP_REPRESS ? 0 : patience.retries();
  }

  private int responseMethod(int method) {
    if (mgmtClass == Gmp.SUBNET_ADMINISTRATION) {
      return SaMethod.response(method);
    }
    return Method.response(method);
  }

  /// It is not sent, and ends without an answer.
  void withhold(long now) {
    retries = -1;
    deadline = now;
  }

  /// Makes it an alarm: nothing is sent, not even once; it ends at a moment.
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

  /// Keeps a received MAD: the answer, or what looks like it.
  void keep(MemorySegment mad, int bytes, long frame, long now, boolean isAnswer) {
    MemorySegment.copy(mad, 0, response, 0, Smp.BYTES_OF_MAD);
    responseBytes = bytes;
    responseFrame = frame;
    receivedAt = now;
    near = !isAnswer;
  }

  /// Keeps what was received in segments: the whole answer, or why it did not come whole.
  void keep(MemorySegment firstSegment, @Nullable RmppMessage message, @Nullable RmppFailure why) {
    MemorySegment.copy(firstSegment, 0, response, 0, Smp.BYTES_OF_MAD);
    responseBytes = Smp.BYTES_OF_MAD;
    whole = message == null ? null : message.bytes();
    transfer = message;
    brokenOff = why;
  }

  /// Keeps a copy of the whole answer, which the stack below put together.
  void keepWhole(MemorySegment message) {
    whole = MemorySegment.ofArray(message.toArray(ValueLayout.JAVA_BYTE));
  }

  /// Notes when and where the last segment came.
  void noteSegment(long frame, long now) {
    responseFrame = frame;
    receivedAt = now;
    near = false;
  }

  /// Keeps the first wrong answer to a try.
  ///
  /// @param number of the try
  void keep(NearMiss first, int number) {
    if (miss == null) {
      miss = first;
      missedTry = number;
    }
  }

  /// Ends the wait: a try was answered.
  void settle(TransactionIds.Try answered) {
    answeredTry = answered.number;
    settle(State.ANSWERED, answered.sentAt);
  }

  /// Ends the wait; `tried` is when the try in question left. [#wake] tells who waits.
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

  /// Ends the wait because the port cannot go on.
  void fail(Exception cause) {
    failure = cause;
    settle(State.UNANSWERED, lastSentAt);
    wake();
  }

  /// Drops the answer, so that a long one is not kept until the slot's next use.
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
