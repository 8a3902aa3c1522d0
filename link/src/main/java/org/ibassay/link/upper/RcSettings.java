package org.ibassay.link.upper;

/// Settings of an RC QP when it is opened.
///
/// @param peer the tester's port
/// @param peerQpn the tester's QP, 24 bits
/// @param gidIndex index of the source GID in the DUT's GID table
/// @param pathMtu in bytes: 256, 512, 1024, 2048 or 4096
/// @param sendPsn PSN of the DUT's first request, 24 bits
/// @param receivePsn PSN that the DUT expects in the tester's first request, 24 bits
/// @param access the tester's access rights; `localWrite` is ignored
/// @param reads limits of outstanding READs and atomics
/// @param retries ACK timeout and retry counts
/// @param depth depth of the receive queue and of the send queue
public record RcSettings(
    PortAddress peer,
    int peerQpn,
    int gidIndex,
    int pathMtu,
    int sendPsn,
    int receivePsn,
    AccessRights access,
    Reads reads,
    Retries retries,
    int depth) {

  /// Limits of outstanding RDMA READs and atomics together.
  ///
  /// @param own the DUT's requests, as initiator
  /// @param peers the tester's requests, which the DUT executes as target
  public record Reads(int own, int peers) {}

  /// The DUT's ACK timeout and retry counts.
  ///
  /// @param ackTimeout the timeout is at least 4.096 us * 2^this, up to 31; 0 is infinite
  /// @param count retry count, 0 to 7
  /// @param rnrCount RNR retry count, 0 to 6; 7 is infinite
  /// @param minRnrTimer the code in RNR NAKs that the DUT sends, 0 to 31 (table 45)
  public record Retries(int ackTimeout, int count, int rnrCount, int minRnrTimer) {
    /// The DUT never retries on timeout, as most pages require; 0.64 ms in its RNR NAKs.
    public static final Retries NONE = new Retries(0, 0, 0, 12);
  }

  /// Returns settings with all rights, one outstanding READ or atomic, PMTU 1024, PSNs from 0, GID
  /// index 0, no retries, depth 64.
  public static RcSettings to(PortAddress peer, int peerQpn) {
    return new RcSettings(
        peer, peerQpn, 0, 1024, 0, 0, AccessRights.ALL, new Reads(1, 1), Retries.NONE, 64);
  }

  /// Returns a copy that is connected to another QP of the tester.
  public RcSettings withPeerQpn(int qpn) {
    return new RcSettings(
        peer, qpn, gidIndex, pathMtu, sendPsn, receivePsn, access, reads, retries, depth);
  }

  /// Returns a copy with another source GID of the DUT.
  public RcSettings withGidIndex(int index) {
    return new RcSettings(
        peer, peerQpn, index, pathMtu, sendPsn, receivePsn, access, reads, retries, depth);
  }

  /// Returns a copy with another path MTU, in bytes.
  public RcSettings withPathMtu(int bytes) {
    return new RcSettings(
        peer, peerQpn, gidIndex, bytes, sendPsn, receivePsn, access, reads, retries, depth);
  }

  /// Returns a copy with other first PSNs, of the DUT's and of the tester's requests.
  public RcSettings withPsns(int send, int receive) {
    return new RcSettings(
        peer, peerQpn, gidIndex, pathMtu, send, receive, access, reads, retries, depth);
  }

  /// Returns a copy with other rights of the tester.
  public RcSettings withAccess(AccessRights rights) {
    return new RcSettings(
        peer, peerQpn, gidIndex, pathMtu, sendPsn, receivePsn, rights, reads, retries, depth);
  }

  /// Returns a copy with other limits of READs and atomics.
  public RcSettings withReads(Reads limits) {
    return new RcSettings(
        peer, peerQpn, gidIndex, pathMtu, sendPsn, receivePsn, access, limits, retries, depth);
  }

  /// Returns a copy with other retries.
  public RcSettings withRetries(Retries times) {
    return new RcSettings(
        peer, peerQpn, gidIndex, pathMtu, sendPsn, receivePsn, access, reads, times, depth);
  }

  /// Returns a copy with another depth of the queues.
  public RcSettings withDepth(int requests) {
    return new RcSettings(
        peer, peerQpn, gidIndex, pathMtu, sendPsn, receivePsn, access, reads, retries, requests);
  }
}
