package org.ibassay.device.rc;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Ieth;
import org.ibassay.wire.packet.ImmDt;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Reth;

/// The packets of a request. The last packet of a message requests an acknowledgment.
final class RequestPackets {
  private final int mtu;

  RequestPackets(int mtu) {
    this.mtu = mtu;
  }

  /// The number of PSNs that a request uses.
  int count(SendRequest request) {
    return OpenRequest.isReadOrAtomic(request) && !(request instanceof SendRequest.Read)
        ? 1
        : MessageSegments.count(request.local().bytes(), mtu);
  }

  /// Returns all packets from one on. The rest of a READ is requested by a separate READ.
  List<OutgoingPacket> from(OpenRequest work, int index) {
    int psn = Psn.add(work.firstPsn(), index);
    return switch (work.request()) {
      case SendRequest.Send _ -> message(work, index);
      case SendRequest.SendInvalidate _ -> message(work, index);
      case SendRequest.Write _ -> message(work, index);
      case SendRequest.Read read ->
          List.of(
              withReth(
                  OutgoingPacket.request(OpCode.RC_RDMA_READ_REQ, psn, true),
                  read.address() + (long) index * mtu,
                  read.rkey(),
                  read.local().bytes() - (long) index * mtu));
      case SendRequest.CompareSwap swap ->
          List.of(
              atomic(OpCode.RC_CMPSWAP, psn, swap.address(), swap.rkey(), swap.swap())
                  .with(Header.ATOMIC_ETH, AtomicEth.CMP_DT, swap.compare()));
      case SendRequest.FetchAdd add ->
          List.of(atomic(OpCode.RC_FETCHADD, psn, add.address(), add.rkey(), add.add()));
    };
  }

  private List<OutgoingPacket> message(OpenRequest work, int index) {
    List<OutgoingPacket> packets = new ArrayList<>();
    for (int i = index; i < work.packets(); i++) {
      OutgoingPacket packet = packet(work, i);
      packets.add(i == work.packets() - 1 ? noticed(packet, work.request().notice()) : packet);
    }
    return packets;
  }

  /// Immediate data and SE are in the last packet of a message.
  private static OutgoingPacket noticed(OutgoingPacket last, SendRequest.Notice notice) {
    Integer immediate = notice.immediate();
    OutgoingPacket packet = last;
    if (immediate != null) {
      packet =
          packet
              .withOpCode(MessageSegments.withImmediate(packet.opCode()))
              .with(Header.IMM_DT, ImmDt.IMM_DT, Integer.toUnsignedLong(immediate));
    }
    return notice.isSolicited() ? packet.with(Header.BTH, Bth.SE, 1) : packet;
  }

  private OutgoingPacket packet(OpenRequest work, int index) {
    boolean last = index == work.packets() - 1;
    int psn = Psn.add(work.firstPsn(), index);
    byte[] payload = MessageSegments.part(work.data(), index, mtu);
    if (last && work.request() instanceof SendRequest.SendInvalidate send) {
      OpCode opCode = index == 0 ? OpCode.RC_SEND_ONLY_INV : OpCode.RC_SEND_LAST_INV;
      return OutgoingPacket.request(opCode, psn, true)
          .withPayload(payload)
          .with(Header.IETH, Ieth.R_KEY, send.rkey());
    }
    if (!(work.request() instanceof SendRequest.Write write)) {
      OpCode opCode = MessageSegments.send(index, work.packets());
      return OutgoingPacket.request(opCode, psn, last).withPayload(payload);
    }
    OpCode opCode = MessageSegments.write(index, work.packets());
    OutgoingPacket packet = OutgoingPacket.request(opCode, psn, last).withPayload(payload);
    return index > 0 ? packet : withReth(packet, write.address(), write.rkey(), work.data().length);
  }

  private static OutgoingPacket withReth(
      OutgoingPacket packet, long address, int rkey, long length) {
    return packet
        .with(Header.RETH, Reth.VA, address)
        .with(Header.RETH, Reth.R_KEY, rkey)
        .with(Header.RETH, Reth.DMA_LEN, length);
  }

  private static OutgoingPacket atomic(OpCode opCode, int psn, long address, int rkey, long swap) {
    return OutgoingPacket.request(opCode, psn, true)
        .with(Header.ATOMIC_ETH, AtomicEth.VA, address)
        .with(Header.ATOMIC_ETH, AtomicEth.R_KEY, rkey)
        .with(Header.ATOMIC_ETH, AtomicEth.SWAP_DT, swap);
  }
}
