package org.ibassay.link.upper;

/// Settings of an RC QP when it is opened.
///
/// @param peer the tester's port
/// @param peerQpn the tester's QP, 24 bits
/// @param gidIndex which of the DUT's GIDs it speaks from
/// @param pathMtu in bytes: 256, 512, 1024, 2048 or 4096
/// @param sendPsn PSN of the DUT's first request, 24 bits
/// @param receivePsn PSN that the DUT expects in the tester's first request, 24 bits
/// @param access what the tester may do; its `localWrite` says nothing here
/// @param reads how many READs and atomics may be outstanding
/// @param retries when the DUT sends again
/// @param depth how many receives, and how many sends, can be posted at a time
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

  /// How many RDMA READs and atomics, taken together, may be outstanding.
  ///
  /// @param own of the DUT, as initiator
  /// @param peers of the tester, which the DUT serves as target
  public record Reads(int own, int peers) {}

  /// When the DUT sends a request again, or asks for that.
  ///
  /// @param ackTimeout without an answer, after 4.096 us * 2^this, up to 31; 0 is never
  /// @param count how often without an answer, 0 to 7
  /// @param rnrCount how often after an RNR NAK, 0 to 6; 7 is for ever
  /// @param minRnrTimer the code in RNR NAKs that the DUT sends, 0 to 31 (table 45)
  public record Retries(int ackTimeout, int count, int rnrCount, int minRnrTimer) {
    /// The DUT never sends again by itself, as most pages have it; 0.64 ms in its RNR NAKs.
    public static final Retries NONE = new Retries(0, 0, 0, 12);
  }

  /// Everything is allowed, one READ or atomic at a time, PMTU 1024, PSNs from 0, GID index 0, no
  /// retries, depth 64.
  public static RcSettings to(PortAddress peer, int peerQpn) {
    return new RcSettings(
        peer, peerQpn, 0, 1024, 0, 0, AccessRights.ALL, new Reads(1, 1), Retries.NONE, 64);
  }

  /// A copy that is connected to another QP of the tester.
  public RcSettings withPeerQpn(int qpn) {
    return new RcSettings(
        peer, qpn, gidIndex, pathMtu, sendPsn, receivePsn, access, reads, retries, depth);
  }

  /// A copy that speaks from another of the DUT's GIDs.
  public RcSettings withGidIndex(int index) {
    return new RcSettings(
        peer, peerQpn, index, pathMtu, sendPsn, receivePsn, access, reads, retries, depth);
  }

  /// A copy with another path MTU, in bytes.
  public RcSettings withPathMtu(int bytes) {
    return new RcSettings(
        peer, peerQpn, gidIndex, bytes, sendPsn, receivePsn, access, reads, retries, depth);
  }

  /// A copy with other first PSNs: of the DUT's requests, and of the tester's.
  public RcSettings withPsns(int send, int receive) {
    return new RcSettings(
        peer, peerQpn, gidIndex, pathMtu, send, receive, access, reads, retries, depth);
  }

  /// A copy with other rights for the tester.
  public RcSettings withAccess(AccessRights rights) {
    return new RcSettings(
        peer, peerQpn, gidIndex, pathMtu, sendPsn, receivePsn, rights, reads, retries, depth);
  }

  /// A copy with other numbers of READs and atomics.
  public RcSettings withReads(Reads limits) {
    return new RcSettings(
        peer, peerQpn, gidIndex, pathMtu, sendPsn, receivePsn, access, limits, retries, depth);
  }

  /// A copy with other retries.
  public RcSettings withRetries(Retries times) {
    return new RcSettings(
        peer, peerQpn, gidIndex, pathMtu, sendPsn, receivePsn, access, reads, times, depth);
  }

  /// A copy with room for another number of posted requests.
  public RcSettings withDepth(int requests) {
    return new RcSettings(
        peer, peerQpn, gidIndex, pathMtu, sendPsn, receivePsn, access, reads, retries, requests);
  }
}
