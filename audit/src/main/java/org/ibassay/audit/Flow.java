package org.ibassay.audit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.ibassay.wire.packet.Psn;
import org.jspecify.annotations.Nullable;

/// The packets from one address to one QP: its peer's requests, and responses to its own.
final class Flow {
  /// Two equal packets within this time may be one packet that is duplicated in the capture.
  static final long TWIN_NANOS = 100_000;

  final FlowName name;

  /// All flows between the same two addresses, and those in the opposite direction.
  final Hosts alike;

  final Hosts opposite;

  /// The next and the previous flow of [#alike].
  @Nullable Flow newer;

  @Nullable Flow older;

  private final List<Connection> connections;
  final RecentRequests requests = new RecentRequests();
  final Responses responses = new Responses();
  final Message message = new Message();
  final Holes holes = new Holes();

  Tally tally;
  Connection connection;
  @Nullable Flow partner;
  boolean isOver;

  /// The frame at which it began or may have restarted.
  long firstFrame;

  long firstNanos;

  /// The frame at which it certainly restarted; 0 if it did not.
  long anewFrame;

  long anewNanos;

  long lastFrame;
  long lastNanos;

  /// The frame before the last one.
  private long frameBefore;

  /// The last frame before it restarted or may have.
  private long endedFrame;

  /// The last frame at which the partner was known.
  long settledFrame;

  private final int[] latest = new int[4];
  private int nextLatest;

  /// PSN of the first request since then, and its frame.
  int firstPsn;

  long firstRequestFrame;

  /// The path MTU, if a full packet showed it.
  int pmtu;

  /// Parameters from communication management; usually null.
  @Nullable Said said;

  /// The partition of its packets: -1 before the first, -2 if there are several.
  int partition = -1;

  int partitionPsn = -1;
  boolean partitionTwice;

  /// The request with the highest PSN.
  @Nullable Request newest;

  /// Time and frame of the last request.
  long requestNanos;

  long requestFrame;

  /// Whether the time between the last two requests was long enough to reconnect a QP.
  boolean isRested;

  /// Set while it is unknown whether the QP has restarted.
  @Nullable Restart restart;

  long ends;
  int stretch = 1;

  /// The PSN of a NAK or RNR NAK from the peer that awaits retransmission, and its time; -1 if
  /// there is none.
  int wanted = -1;

  long wantedNanos;

  /// When the peer sent a fatal NAK; 0 if it did not.
  long refusedNanos;

  long refusedFrame;

  boolean askedForAck;

  /// Whether the peer NAKed a gap: later requests are then ignored, and missing responses are
  /// correct.
  boolean gapReported;

  /// @param connections receives the connections of this flow
  Flow(Tally tally, Hosts alike, Hosts opposite, List<Connection> connections) {
    this.name = tally.name();
    this.alike = alike;
    this.opposite = opposite;
    this.connections = connections;
    this.tally = tally;
    this.connection = new Connection(tally);
    connections.add(connection);
  }

  /// Records a packet. A repetition of a recent packet does not keep the flow alive: it may be a
  /// duplicate in the capture.
  void seen(int psn, int opCode, long frame, long nanos) {
    boolean soon = nanos - lastNanos < TWIN_NANOS;
    lastNanos = nanos;
    int identity = (psn << 8) | opCode;
    for (int one : latest) {
      if (soon && one == identity) {
        return;
      }
    }
    latest[nextLatest++ & (latest.length - 1)] = identity;
    frameBefore = lastFrame;
    lastFrame = frame;
  }

  /// Whether nothing indicates that the partner may have changed.
  boolean isSettled() {
    return partner != null && settledFrame >= firstFrame;
  }

  /// The last frame that certainly belongs to the partner.
  long lastSettled() {
    return isSettled() ? lastFrame : endedFrame;
  }

  /// Records that a packet may be the first of another connection.
  void mayBegin(long frame, long nanos) {
    if (isSettled()) {
      endedFrame = frameBefore;
    }
    firstFrame = frame;
    firstNanos = nanos;
    alike.begins(this);
  }

  int pmtu() {
    Flow other = partner;
    return pmtu != 0 ? pmtu : other == null ? 0 : other.pmtu;
  }

  /// Handles a packet after the partner has joined another flow: it begins another connection.
  void resume(long frame, long nanos) {
    isOver = false;
    Arrays.fill(latest, 0);
    beginAnew(frame, nanos);
  }

  /// Drops the requests: another connection of that QP has begun.
  void beginAnew(long frame, long nanos) {
    mayBegin(frame, nanos);
    beganAnew(frame, nanos);
  }

  /// Records the first PSN of its requests.
  void requestsBegin(int psn, long frame) {
    firstPsn = psn;
    firstRequestFrame = frame;
    if (alike.began(psn) && anewFrame > 0) {
      mayBeConfused();
    }
  }

  private void mayBeConfused() {
    tally.isConfusable = true;
    Flow other = partner;
    if (other != null) {
      other.tally.isConfusable = true;
    }
  }

  /// Records a restart at an earlier request.
  void beganAnew(int psn, long frame, long nanos) {
    if (psn == firstPsn) {
      mayBeConfused();
    }
    beganAnew(frame, nanos);
    requestsBegin(psn, frame);
  }

  private void beganAnew(long frame, long nanos) {
    anewFrame = frame;
    anewNanos = nanos;
    forgetBefore(frame);
    ends = 0;
    askedForAck = false;
    anotherConnection();
    Flow other = partner;
    if (other != null) {
      other.responses.clear();
      other.pmtu = 0;
      other.tally = other.tally.anew();
      other.connection = connection;
      connection.join(other.tally);
    }
  }

  /// Starts another connection with the next packet.
  void anotherConnection() {
    tally = tally.anew();
    connection = new Connection(tally);
    connections.add(connection);
  }

  /// Drops the requests of the previous connection.
  void forgetBefore(long frame) {
    newest = requests.forgetBefore(frame);
    message.forget();
    holes.clear();
    pmtu = 0;
    said = said == null ? null : said.anew();
    stretch++;
    wanted = -1;
    refusedNanos = 0;
    gapReported = false;
    restart = null;
  }

  /// A response to a request that was not sent yet.
  record Ahead(int psn, long nanos, long frame, String text) {}

  /// The state of a flow's responses.
  static final class Responses {
    private static final int RECENT = 16;

    boolean any;

    /// The highest PSN that was acknowledged, and its frame.
    int highest;

    long highestFrame;
    long highestNanos;

    /// Number of the requester's messages that end up to that PSN.
    long highestEnds;

    /// The MSN of that response, or of the last one before it that has an MSN.
    int highestMsn;

    /// The frame of the last acknowledgment.
    long lastFrame;

    /// Acknowledgments seen before the request: the latest few.
    final Deque<Ahead> ahead = new ArrayDeque<>(0);

    final Msns msns = new Msns();
    private long[] recent = {};
    private long[] recentNanos = {};
    private int next;

    /// Whether the same response was seen recently: the request was answered twice, or the frame is
    /// duplicated in the capture.
    boolean isRepeated(long identity) {
      return find(identity) >= 0;
    }

    /// Whether it is most likely a frame that is duplicated in the capture.
    boolean isTwin(long identity, long nanos) {
      int found = find(identity);
      return found >= 0 && nanos - recentNanos[found] < TWIN_NANOS;
    }

    void remember(long identity, long nanos) {
      if (recent.length == 0) {
        recent = new long[RECENT];
        recentNanos = new long[RECENT];
      }
      recent[next & (RECENT - 1)] = identity;
      recentNanos[next++ & (RECENT - 1)] = nanos;
    }

    private int find(long identity) {
      for (int i = 0; i < recent.length; i++) {
        if (recent[i] == identity) {
          return i;
        }
      }
      return -1;
    }

    void clear() {
      any = false;
      ahead.clear();
      msns.clear();
      Arrays.fill(recent, 0);
    }
  }

  /// Skipped PSNs, as far as they were seen: usually a few.
  static final class Holes {
    private final List<Integer> starts = new ArrayList<>();

    void add(int psn) {
      if (starts.size() < 16) {
        starts.add(psn);
      }
    }

    /// Removes the holes that begin at or before a PSN.
    ///
    /// @return number of holes removed
    int fill(int psn) {
      int before = starts.size();
      if (before == 0) {
        return 0;
      }
      starts.removeIf(start -> !Psn.isBefore(psn, start));
      return before - starts.size();
    }

    boolean isEmpty() {
      return starts.isEmpty();
    }

    void clear() {
      starts.clear();
    }
  }

  /// The message that is being sent.
  static final class Message {
    /// Whether all of its packets so far were seen.
    boolean known;

    long bytes;

    /// The DMA length in its WRITE First; -1 for a SEND.
    long announced;

    /// Payload length of its First packet.
    int full;

    void forget() {
      known = false;
    }
  }
}
