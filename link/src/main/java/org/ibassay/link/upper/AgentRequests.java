package org.ibassay.link.upper;

import java.util.HexFormat;
import java.util.stream.Collectors;

/// Formats requests to the agent as lines.
final class AgentRequests {
  private static final HexFormat HEX = HexFormat.of();

  private AgentRequests() {}

  static String open(RcSettings s) {
    return "open peer-gid=%s peer-lid=%d peer-qpn=0x%x gid-index=%d mtu=%d"
            .formatted(gid(s.peer()), s.peer().lid(), s.peerQpn(), s.gidIndex(), s.pathMtu())
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

  static String connect(ConnectSettings s) {
    return "connect peer-gid=%s gid-index=%d port=%d reads=%d peer-reads=%d"
            .formatted(gid(s.peer()), s.gidIndex(), s.port(), s.reads().own(), s.reads().peers())
        + " retries=%d rnr-retries=%d depth=%d".formatted(s.retryCount(), s.rnrCount(), s.depth());
  }

  static String open(UdSettings s) {
    return "open-ud gid-index=%d q-key=0x%x send-psn=%d state=%s depth=%d"
        .formatted(s.gidIndex(), s.qKey(), s.sendPsn(), s.state(), s.depth());
  }

  static String open(UcSettings s) {
    return "open-uc peer-gid=%s peer-lid=%d peer-qpn=0x%x gid-index=%d mtu=%d"
            .formatted(gid(s.peer()), s.peer().lid(), s.peerQpn(), s.gidIndex(), s.pathMtu())
        + " send-psn=%d receive-psn=%d access=%s depth=%d"
            .formatted(s.sendPsn(), s.receivePsn(), letters(s.access()), s.depth());
  }

  static String group(String command, UdQp qp, PortAddress group) {
    return qp(command, qp) + " gid=" + gid(group) + " lid=" + group.lid();
  }

  static String post(UdQp qp, Datagram datagram) {
    Integer immediate = datagram.immediate();
    String command = immediate == null ? "datagram" : "datagram-immediate";
    AddressHandle to = datagram.to();
    return work(command, qp, datagram.id(), datagram.local())
        + " peer-gid=%s peer-lid=%d gid-index=%d traffic-class=%d hop-limit=%d"
            .formatted(
                gid(to.peer()), to.peer().lid(), to.gidIndex(), to.trafficClass(), to.hopLimit())
        + " peer-qpn=0x%x q-key=0x%x solicited=%d"
            .formatted(datagram.qpn(), datagram.qKey(), datagram.solicited() ? 1 : 0)
        + (immediate == null ? "" : " immediate=0x%x".formatted(immediate));
  }

  private static String gid(PortAddress address) {
    return "%016x%016x".formatted(address.gid().prefix(), address.gid().guid());
  }

  static String qp(String command, Qp qp) {
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

  static String receive(Qp qp, long id, Buffer into) {
    return work("receive", qp, id, into);
  }

  static String receive(SharedReceives queue, long id, Buffer into) {
    return "receive-shared shared="
        + queue.id()
        + memory(into)
        + " id="
        + Long.toUnsignedString(id);
  }

  static String bind(RcQp qp, long id, MemoryWindow window, WindowBinding to) {
    return qp("bind", qp)
        + " id=%s window=%d".formatted(Long.toUnsignedString(id), window.id())
        + part("", to.region(), to.at())
        + " bytes=%d access=%s".formatted(to.bytes(), letters(to.rights()));
  }

  static String post(Qp qp, SendRequest request) {
    String common =
        work(command(request), qp, request.id(), request.local()) + notice(request.notice());
    return switch (request) {
      case SendRequest.Send send -> common;
      case SendRequest.SendInvalidate send -> common + " rkey=0x%x".formatted(send.rkey());
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

  private static String notice(SendRequest.Notice notice) {
    Integer immediate = notice.immediate();
    return (immediate == null ? "" : " immediate=0x%x".formatted(immediate))
        + (notice.isSolicited() ? " solicited=1" : "");
  }

  private static String command(SendRequest request) {
    return switch (request) {
      case SendRequest.Send send -> "send";
      case SendRequest.SendInvalidate send -> "send-invalidate";
      case SendRequest.Write write -> "rdma-write";
      case SendRequest.Read read -> "rdma-read";
      case SendRequest.CompareSwap swap -> "compare-swap";
      case SendRequest.FetchAdd add -> "fetch-add";
    };
  }

  private static String work(String command, Qp qp, long id, Buffer buffer) {
    return qp(command, qp) + memory(buffer) + " id=" + Long.toUnsignedString(id);
  }

  private static String memory(Buffer buffer) {
    if (buffer.pieces().size() == 1) {
      Buffer.Piece only = buffer.pieces().getFirst();
      return part("", only.region(), only.at()) + " bytes=" + only.bytes();
    }
    return " pieces="
        + buffer.pieces().stream()
            .map(piece ->
                piece.region().id() + ":" + Long.toUnsignedString(piece.at()) + ":" + piece.bytes())
            .collect(Collectors.joining(","));
  }

  private static String remote(long address, int rkey) {
    return " address=0x%x rkey=0x%x".formatted(address, rkey);
  }

  private static String letters(AccessRights rights) {
    String letters =
        (rights.localWrite() ? "l" : "")
            + (rights.remoteWrite() ? "w" : "")
            + (rights.remoteRead() ? "r" : "")
            + (rights.remoteAtomic() ? "a" : "")
            + (rights.remoteFlush() ? "f" : "")
            + (rights.windows() ? "b" : "");
    return letters.isEmpty() ? "-" : letters;
  }
}
