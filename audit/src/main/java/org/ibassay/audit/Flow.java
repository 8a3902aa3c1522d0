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
  /// Two copies of a packet that come so close may be one that is twice in the capture.
  static final long TWIN_NANOS = 100_000;

  final FlowName name;

  /// All flows between the same two, and those the other way round.
  final Hosts alike;

  final Hosts opposite;

  /// Its neighbours among those alike.
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

  /// Where it began, began anew, or may have.
  long firstFrame;

  long firstNanos;

  /// Where it began anew for certain; 0 when it did not.
  long anewFrame;

  long anewNanos;

  long lastFrame;
  long lastNanos;

  /// The packet before the last one.
  private long frameBefore;

  /// The last packet before it began anew, or may have.
  private long endedFrame;

  /// Where the partner was known to be the one, last.
  long settledFrame;

  private final int[] latest = new int[4];
  private int nextLatest;

  /// PSN of the first request since then, and where it was.
  int firstPsn;

  long firstRequestFrame;

  /// The path's MTU, when a full packet showed it.
  int pmtu;

  /// Parameters from communication management; null mostly.
  @Nullable Said said;

  /// The partition of its packets: -1 before the first, -2 when there are several.
  int partition = -1;

  int partitionPsn = -1;
  boolean partitionTwice;

  /// The request with the highest PSN.
  @Nullable Request newest;

  /// When the last request was sent, and where.
  long requestNanos;

  long requestFrame;

  /// Whether a QP could have been made ready again between the last request and the one before.
  boolean isRested;

  /// Set while the QP may have begun anew.
  @Nullable Restart restart;

  long ends;
  int stretch = 1;

  /// A PSN that the peer asked for with a NAK or RNR NAK, and since when; -1 when none.
  int wanted = -1;

  long wantedNanos;

  /// When the peer refused a request for good; 0 when it did not.
  long refusedNanos;

  long refusedFrame;

  boolean askedForAck;

  /// Whether the peer told of a gap: then what was sent after it is void, and silence is right.
  boolean toldOfGap;

  /// @param connections gets those that it is a side of
  Flow(Tally tally, Hosts alike, Hosts opposite, List<Connection> connections) {
    this.name = tally.name();
    this.alike = alike;
    this.opposite = opposite;
    this.connections = connections;
    this.tally = tally;
    this.connection = new Connection(tally);
    connections.add(connection);
  }

  /// Notes that a packet came. One that was there just before does not keep the flow alive: it may
  /// be twice in the capture.
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

  /// Whether nothing says that the partner may be another one by now.
  boolean isSettled() {
    return partner != null && settledFrame >= firstFrame;
  }

  /// The last packet that was the partner's for certain.
  long lastSettled() {
    return isSettled() ? lastFrame : endedFrame;
  }

  /// Notes that a packet may be the first of another connection.
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

  /// Its partner has gone to another: what comes now is of another connection.
  void resume(long frame, long nanos) {
    isOver = false;
    Arrays.fill(latest, 0);
    beginAnew(frame, nanos);
  }

  /// Forgets the requests: another connection of that QP has begun.
  void beginAnew(long frame, long nanos) {
    mayBegin(frame, nanos);
    beganAnew(frame, nanos);
  }

  /// Notes with which PSN its requests begin.
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

  /// The same, from a request on that was there before.
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

  /// Forgets the requests of the connection before.
  void forgetBefore(long frame) {
    newest = requests.forgetBefore(frame);
    message.forget();
    holes.clear();
    pmtu = 0;
    said = said == null ? null : said.anew();
    stretch++;
    wanted = -1;
    refusedNanos = 0;
    toldOfGap = false;
    restart = null;
  }

  /// A response to what was not sent yet.
  record Ahead(int psn, long nanos, long frame, String text) {}

  /// The state of a flow's responses.
  static final class Responses {
    private static final int RECENT = 16;

    boolean any;

    /// The highest PSN that was acknowledged, and where.
    int highest;

    long highestFrame;
    long highestNanos;

    /// How many messages of the requester end up to there.
    long highestEnds;

    /// The MSN there, or of the last packet before it that has one.
    int highestMsn;

    /// Where the last acknowledge was.
    long lastFrame;

    /// Acknowledges seen before the request itself: the latest few.
    final Deque<Ahead> ahead = new ArrayDeque<>(0);

    final Msns msns = new Msns();
    private long[] recent = {};
    private long[] recentNanos = {};
    private int next;

    /// Whether the same response was there just before: a request that was answered twice, or a
    /// frame that is twice in the capture.
    boolean isRepeated(long identity) {
      return find(identity) >= 0;
    }

    /// Whether it is a frame that is twice in the capture, most likely.
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

  /// PSNs that were passed over, as far as was seen: a few.
  static final class Holes {
    private final List<Integer> starts = new ArrayList<>();

    void add(int psn) {
      if (starts.size() < 16) {
        starts.add(psn);
      }
    }

    /// Removes the holes that begin at or before a PSN.
    ///
    /// @return how many those were
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

    /// The DMA length of its WRITE First; -1 for a SEND.
    long announced;

    /// Payload of its First.
    int full;

    void forget() {
      known = false;
    }
  }
}
