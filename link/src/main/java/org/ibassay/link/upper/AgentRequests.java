package org.ibassay.link.upper;

import java.util.HexFormat;

/// Requests to the agent, as lines.
final class AgentRequests {
  private static final HexFormat HEX = HexFormat.of();

  private AgentRequests() {}

  static String open(RcSettings s) {
    return "open peer-gid=%016x%016x peer-lid=%d peer-qpn=0x%x gid-index=%d mtu=%d"
            .formatted(
                s.peer().gid().prefix(),
                s.peer().gid().guid(),
                s.peer().lid(),
                s.peerQpn(),
                s.gidIndex(),
                s.pathMtu())
        + " send-psn=%d receive-psn=%d access=%s reads=%d peer-reads=%d"
            .formatted(
                s.sendPsn(),
                s.receivePsn(),
                letters(s.access()),
                s.reads().own(),
                s.reads().peers())
        + " ack-timeout=%d retries=%d rnr-retries=%d min-rnr-timer=%d depth=%d"
            .formatted(
                s.retries().ackTimeout(),
                s.retries().count(),
                s.retries().rnrCount(),
                s.retries().minRnrTimer(),
                s.depth());
  }

  static String qp(String command, RcQp qp) {
    return command + " qpn=0x" + Integer.toHexString(qp.qpn());
  }

  static String register(long bytes, AccessRights rights) {
    return "register bytes=" + bytes + " access=" + letters(rights);
  }

  static String region(String command, MemoryRegion region) {
    return command + " region=" + region.id();
  }

  static String part(String command, MemoryRegion region, long at) {
    return region(command, region) + " at=" + Long.toUnsignedString(at);
  }

  static String write(MemoryRegion region, long at, byte[] data, int from, int to) {
    return part("write", region, at) + " data=" + HEX.formatHex(data, from, to);
  }

  static String receive(RcQp qp, long id, Buffer into) {
    return work("receive", qp, id, into);
  }

  static String post(RcQp qp, SendRequest request) {
    String common = work(command(request), qp, request.id(), request.local());
    return switch (request) {
      case SendRequest.Send send -> common;
      case SendRequest.Write write -> common + remote(write.address(), write.rkey());
      case SendRequest.Read read -> common + remote(read.address(), read.rkey());
      case SendRequest.CompareSwap swap ->
          common
              + remote(swap.address(), swap.rkey())
              + " compare=0x%x swap=0x%x".formatted(swap.compare(), swap.swap());
      case SendRequest.FetchAdd add ->
          common + remote(add.address(), add.rkey()) + " add=0x%x".formatted(add.add());
    };
  }

  private static String command(SendRequest request) {
    return switch (request) {
      case SendRequest.Send send -> "send";
      case SendRequest.Write write -> "rdma-write";
      case SendRequest.Read read -> "rdma-read";
      case SendRequest.CompareSwap swap -> "compare-swap";
      case SendRequest.FetchAdd add -> "fetch-add";
    };
  }

  private static String work(String command, RcQp qp, long id, Buffer buffer) {
    return part(qp(command, qp), buffer)
        + " bytes=%d id=%s".formatted(buffer.bytes(), Long.toUnsignedString(id));
  }

  private static String part(String command, Buffer buffer) {
    return part(command, buffer.region(), buffer.at());
  }

  private static String remote(long address, int rkey) {
    return " address=0x%x rkey=0x%x".formatted(address, rkey);
  }

  private static String letters(AccessRights rights) {
    String letters =
        (rights.localWrite() ? "l" : "")
            + (rights.remoteWrite() ? "w" : "")
            + (rights.remoteRead() ? "r" : "")
            + (rights.remoteAtomic() ? "a" : "");
    return letters.isEmpty() ? "-" : letters;
  }
}
