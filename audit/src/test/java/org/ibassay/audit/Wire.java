package org.ibassay.audit;

import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.net.Mac;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Envelope;
import org.ibassay.wire.packet.Framing;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.LinkType;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.PacketWriter;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.TransportPacket;
import org.ibassay.wire.sa.Gid;

/// Frames between two hosts, as in a capture.
final class Wire {
  private static final List<String> NAMES = List.of("192.0.2.1", "192.0.2.2", "192.0.2.3");
  private static final int MOST_BYTES = 5000;

  /// A frame in a capture.
  ///
  /// @param host sending host
  /// @param qp destination QP
  @SuppressWarnings("ArrayRecordComponent") // frames are not compared
  record Frame(long nanos, int host, int qp, byte[] bytes, LinkType link) {
    Frame at(long later) {
      return new Frame(later, host, qp, bytes, link);
    }

    Frame cutTo(int length) {
      return bytes.length <= length
          ? this
          : new Frame(nanos, host, qp, Arrays.copyOf(bytes, length), link);
    }
  }

  /// The sending and the receiving host, and the headers between them.
  record Path(int from, int to, Framing framing, int vlan) {
    Path back() {
      return new Path(to, from, framing, vlan);
    }

    Envelope envelope() {
      Mac source = new Mac(0x020000000001L + from);
      Mac destination = new Mac(0x020000000001L + to);
      Envelope made =
          switch (framing) {
            case IB_LOCAL -> Envelope.local(from + 1, to + 1);
            case IB_GLOBAL -> Envelope.global(from + 1, to + 1, gid(from), gid(to));
            case ROCE_V1 -> Envelope.roceV1(destination, source, gid(from), gid(to));
            case ROCE_V2_IPV4 ->
                Envelope.roceV2(destination, source, ip(NAMES.get(from)), ip(NAMES.get(to)));
            case ROCE_V2_IPV6 ->
                Envelope.roceV2(
                    destination, source, ip("2001:db8::" + from), ip("2001:db8::" + to));
          };
      return vlan == 0 || framing.isNative() ? made : made.withVlan(vlan);
    }
  }

  private final MemorySegment out = MemorySegment.ofArray(new byte[MOST_BYTES]);
  private final PacketWriter writer = new PacketWriter(out);
  private final MemorySegment data = MemorySegment.ofArray(new byte[MOST_BYTES]);

  private int qp;

  private static Gid gid(int host) {
    return new Gid(0xFE80_0000_0000_0000L, host + 1L);
  }

  private static InetAddress ip(String name) {
    try {
      return InetAddress.getByName(name);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("a literal", e);
    }
  }

  /// Begins a packet whose extended headers the caller fills in.
  PacketWriter begin(Path path, OpCode opCode, int toQp, int psn, boolean ackReq) {
    qp = toQp;
    return writer
        .begin(path.envelope(), opCode, 0)
        .set(Header.BTH, Bth.DEST_QP, qp)
        .set(Header.BTH, Bth.A, ackReq ? 1 : 0)
        .set(Header.BTH, Bth.PSN, psn);
  }

  Frame end(Path path, long nanos, int payload) {
    if (payload > 0) {
      writer.payload(data, 0, payload);
    }
    int bytes = writer.end();
    LinkType link = path.framing().isNative() ? LinkType.INFINIBAND : LinkType.ETHERNET;
    byte[] copy = new byte[bytes];
    MemorySegment.copy(out, 0, MemorySegment.ofArray(copy), 0, bytes);
    return new Frame(nanos, path.from(), qp, copy, link);
  }

  /// Returns a communication management message from QP1 to QP1.
  Frame message(Path path, long nanos, int psn, CmMessage message) {
    begin(path, OpCode.UD_SEND_ONLY, 1, psn, false)
        .set(Header.DETH, Deth.Q_KEY, 0x8001_0000L)
        .set(Header.DETH, Deth.SRC_QP, 1);
    writer.payload(message.bytes(), 0, (int) message.bytes().byteSize());
    int bytes = writer.end();
    byte[] copy = new byte[bytes];
    MemorySegment.copy(out, 0, MemorySegment.ofArray(copy), 0, bytes);
    LinkType link = path.framing().isNative() ? LinkType.INFINIBAND : LinkType.ETHERNET;
    return new Frame(nanos, path.from(), 1, copy, link);
  }

  void reth(long address, long length) {
    writer.set(Header.RETH, Reth.VA, address).set(Header.RETH, Reth.DMA_LEN, length);
  }

  void atomic(long address) {
    writer.set(Header.ATOMIC_ETH, AtomicEth.VA, address);
  }

  void aeth(int syndrome, int msn) {
    writer.set(Header.AETH, Aeth.SYNDROME, syndrome).set(Header.AETH, Aeth.MSN, msn);
  }

  static AuditReport audit(List<Frame> frames, boolean complete) {
    Audit audit = new Audit(complete);
    long number = 0;
    for (Frame frame : frames) {
      TransportPacket packet = new TransportPacket(MemorySegment.ofArray(frame.bytes()));
      packet.read(frame.link(), 0, frame.bytes().length);
      audit.take(packet, ++number, frame.nanos());
    }
    return audit.finish();
  }
}
