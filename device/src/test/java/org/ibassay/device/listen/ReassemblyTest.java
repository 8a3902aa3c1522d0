package org.ibassay.device.listen;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.device.fabric.Packet;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.link.LinkException;
import org.ibassay.link.rmpp.RmppLimits;
import org.ibassay.link.rmpp.RmppSender;
import org.ibassay.link.rmpp.RmppTransfer;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tables that subnet administration on the DUT sends in segments.
@EnabledOnOs(OS.LINUX)
class ReassemblyTest {
  private static final int TESTER_LID = 0x11;
  private static final int DUT_LID = 0x22;
  private static final int NODE_RECORD = 0x11;

  private Bench bench;
  private TestClient client;

  @BeforeEach
  void open() throws LinkException {
    bench = Bench.of(NodeKind.CA);
    for (var node : List.of(bench.tester, bench.dut)) {
      node.port(1).put(PortInfo.PORT_STATE, PortState.ACTIVE);
    }
    bench.tester.port(1).put(PortInfo.LID, TESTER_LID);
    bench.dut.port(1).put(PortInfo.LID, DUT_LID);
    client = bench.attached(1);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @ParameterizedTest
  @CsvSource({"112,168", "200,256", "201,256", "20000,256"})
  void comeInOnePieceAndAreAcknowledged(int bytes, int delivered) {
    SubnetAdministration sa = new SubnetAdministration(bytes, Integer.MAX_VALUE);
    request();

    assertThat(client.receives()).isTrue();
    assertThat(client.in.length()).isEqualTo(delivered);
    assertThat(client.received().get(JAVA_BYTE, SaHeader.DATA + 100)).isEqualTo((byte) 100);
    assertThat(client.receives()).isFalse();
    assertThat(sa.isDelivered()).isTrue();
  }

  @Test
  void areGivenUpWhenTheyBreakOff() {
    SubnetAdministration sa = new SubnetAdministration(1000, 2);
    request();
    assertThat(sa.isDelivered()).isFalse();
    assertThat(client.receives()).isTrue();
    assertThat(MadHeader.METHOD.get(client.received(), 0)).isEqualTo(SaMethod.GET_TABLE);
  }

  private void request() {
    client.routed(
        Gmp.SUBNET_ADMINISTRATION, SaMethod.GET_TABLE, NODE_RECORD, 0x2_0000_0005L, DUT_LID);
    client.send();
  }

  /// Answers every request with one table.
  private final class SubnetAdministration {
    private final int bytes;
    private final int segments;
    private @Nullable RmppSender sender;

    /// @param segments number of segments after which it sends no more
    SubnetAdministration(int bytes, int segments) {
      this.bytes = bytes;
      this.segments = segments;
      bench.dut.servedBy(1, this::accept);
    }

    boolean isDelivered() {
      return sender != null && sender.state() == RmppTransfer.State.COMPLETE;
    }

    private void accept(Packet packet) {
      long now = bench.fabric.nanos();
      if (RmppHeader.ACTIVE.get(packet.mad(), 0) == 0) {
        sender = new RmppSender(table(packet.mad()), RmppLimits.DEFAULT, now);
        send(sender.start());
      } else if (sender != null) {
        send(sender.accept(packet.mad(), now));
      }
      bench.fabric.release(packet);
    }

    private MemorySegment table(MemorySegment request) {
      byte[] message = new byte[SaHeader.DATA + bytes];
      for (int i = 0; i < bytes; i++) {
        message[SaHeader.DATA + i] = (byte) i;
      }
      MemorySegment table = MemorySegment.ofArray(message);
      MemorySegment.copy(request, 0, table, 0, MadHeader.LAYOUT.bytes());
      MadHeader.METHOD.set(table, 0, SaMethod.GET_TABLE_RESP);
      return table;
    }

    private void send(List<MemorySegment> mads) {
      mads.stream()
          .limit(segments)
          .forEach(mad -> {
            Packet packet = bench.fabric.packet();
            MemorySegment.copy(mad, 0, packet.mad(), 0, Smp.BYTES_OF_MAD);
            packet.address(DUT_LID, TESTER_LID, Gmp.QP);
            bench.dut.send(packet, 1);
          });
    }
  }
}
