package org.ibassay.interop;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.PcapNgWriter;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.roce.RoceDriver;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.RcQp;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.UpperTester;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.PacketWriter;
import org.ibassay.wire.packet.TransportPacket;

/// A DUT with an RC QP and a region, and a tester that sends hand-made packets.
final class RcExchange implements AutoCloseable {
  /// Timeout for a required response: hundreds of round trips.
  static final long ANSWER_NANOS = 2_000_000_000L;

  /// How long no response may be received.
  static final long SILENCE_NANOS = 400_000_000L;

  static final int OWN_QPN = 0x1234;
  static final int PSN_OF_TESTER = 0xFFFFFE;
  static final int PSN_OF_DUT = 0x7FFFFF;
  static final int REGION_BYTES = 8192;

  final UpperTester upper;
  final MemoryRegion region;
  final RcQp qp;

  private final Dut dut;
  private final PacketPort port;
  private final PcapNgWriter capture;
  private final MemorySegment out = MemorySegment.ofArray(new byte[8192]);
  private final PacketWriter writer = new PacketWriter(out);

  /// @param capture closed with the exchange
  RcExchange(DutUri uri, PcapNgWriter capture) throws Exception {
    this.capture = capture;
    dut = new RoceDriver().parse(uri).open(capture, Timing.DEFAULT);
    port = dut.packetPort().orElseThrow();
    upper = dut.upperTester().orElseThrow();
    region = upper.register(REGION_BYTES, AccessRights.ALL);
    qp = upper.open(settings());
  }

  /// The settings of the QP.
  RcSettings settings() {
    return RcSettings.to(port.path().tester(), OWN_QPN)
        .withGidIndex(port.path().gidIndex())
        .withPsns(PSN_OF_DUT, PSN_OF_TESTER)
        .withReads(new RcSettings.Reads(1, 4))
        .withRetries(new RcSettings.Retries(18, 3, 1, 12));
  }

  /// Begins a request or response with that PSN and AckReq.
  PacketWriter begin(OpCode opCode, int psn) {
    return writer
        .begin(port.path().envelope(), opCode, 0)
        .set(Header.BTH, Bth.DEST_QP, qp.qpn())
        .set(Header.BTH, Bth.A, 1)
        .set(Header.BTH, Bth.PSN, psn);
  }

  /// Completes the packet and sends it.
  void send() throws Exception {
    port.send(out, writer.end());
  }

  /// Completes the packet, inverts a bit of its ICRC and sends it.
  void sendWithWrongIcrc() throws Exception {
    int bytes = writer.end();
    out.set(JAVA_BYTE, bytes - 1L, (byte) (out.get(JAVA_BYTE, bytes - 1L) ^ 0x10));
    port.send(out, bytes);
  }

  /// Returns the next packet, which must be correct in all that does not depend on its meaning,
  /// including lengths, checksums and ICRC.
  TransportPacket expect(OpCode opCode, int psn) throws Exception {
    TransportPacket packet =
        Objects.requireNonNull(
                port.receive(port.clock().nanos() + ANSWER_NANOS),
                "no packet received from the DUT")
            .packet();
    assertThat(packet.findings()).as(packet::toString).isEmpty();
    assertThat(packet.is(opCode)).as(packet::toString).isTrue();
    assertThat(packet.get(Header.BTH, Bth.PSN)).as(packet::toString).isEqualTo(psn);
    assertThat(packet.get(Header.BTH, Bth.DEST_QP)).as(packet::toString).isEqualTo(OWN_QPN);
    return packet;
  }

  void expectSilence() throws Exception {
    assertThat(port.receive(port.clock().nanos() + SILENCE_NANOS)).isNull();
  }

  /// Returns the next completion of a queue.
  Completion completion(UpperTester.Queue queue) throws Exception {
    long deadline = port.clock().nanos() + ANSWER_NANOS;
    while (port.clock().nanos() < deadline) {
      for (Completion completion : upper.poll(qp, queue, 1)) {
        return completion;
      }
    }
    throw new AssertionError("no completion");
  }

  @Override
  public void close() throws IOException {
    dut.close();
    capture.close();
  }
}
