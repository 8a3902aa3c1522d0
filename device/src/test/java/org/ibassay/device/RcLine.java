package org.ibassay.device;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.util.Arrays;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.AtomicAckEth;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.TransportPacket;

/// Formats a packet from a device as a line of text with all that tests check.
final class RcLine {
  private RcLine() {}

  static String of(TransportPacket packet) {
    if (!packet.isTransport()) {
      return "no transport";
    }
    StringBuilder line = new StringBuilder();
    line.append(packet.opCode().map(OpCode::name).orElse("?").substring(3));
    line.append(' ').append(packet.get(Header.BTH, Bth.PSN));
    if (packet.has(Header.AETH)) {
      Syndrome syndrome = Syndrome.of((int) packet.get(Header.AETH, Aeth.SYNDROME));
      line.append(", ").append(syndrome).append(", MSN ");
      line.append(packet.get(Header.AETH, Aeth.MSN));
    }
    if (packet.has(Header.ATOMIC_ACK_ETH)) {
      line.append(", original 0x");
      line.append(Long.toHexString(packet.get(Header.ATOMIC_ACK_ETH, AtomicAckEth.ORIG_REM_DT)));
    }
    request(packet, line);
    if (packet.payloadBytes() > 0) {
      line.append(", ").append(packet.payloadBytes()).append(" bytes #");
      line.append(Integer.toHexString(Arrays.hashCode(packet.payload().toArray(JAVA_BYTE))));
    }
    if (packet.get(Header.BTH, Bth.DEST_QP) != RcBench.OWN_QPN) {
      line.append(", to another QP");
    }
    if (packet.get(Header.BTH, Bth.P_KEY) != 0xFFFF) {
      line.append(", of another partition");
    }
    packet.findings().forEach(finding -> line.append(", ").append(finding));
    return line.toString();
  }

  private static void request(TransportPacket packet, StringBuilder line) {
    if (packet.has(Header.RETH)) {
      line.append(
          ", %d bytes at 0x%x of 0x%x"
              .formatted(
                  packet.get(Header.RETH, Reth.DMA_LEN),
                  packet.get(Header.RETH, Reth.VA),
                  packet.get(Header.RETH, Reth.R_KEY)));
    }
    if (packet.has(Header.ATOMIC_ETH)) {
      line.append(
          ", 0x%x at 0x%x if 0x%x"
              .formatted(
                  packet.get(Header.ATOMIC_ETH, AtomicEth.SWAP_DT),
                  packet.get(Header.ATOMIC_ETH, AtomicEth.VA),
                  packet.get(Header.ATOMIC_ETH, AtomicEth.CMP_DT)));
    }
    if (packet.get(Header.BTH, Bth.A) == 1) {
      line.append(", asks");
    }
  }
}
