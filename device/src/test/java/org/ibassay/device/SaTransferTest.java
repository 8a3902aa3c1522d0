package org.ibassay.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.device.fabric.Packet;
import org.ibassay.device.fabric.SimMadLink;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
import org.ibassay.link.mad.MadLink;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.RmppStatus;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.NodeRecord;
import org.ibassay.wire.sa.SaRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Bare MADs to and from queue pair 1.
class SaTransferTest {
  private static final int SM_LID = 0x234;
  private static final long SECOND = 1_000_000_000L;

  private static SimFabric fabric(String uri) {
    try {
      return new SimFabric(SimUri.parse(DutUri.parse(uri)));
    } catch (DutUriException e) {
      throw new AssertionError(e);
    }
  }

  /// Returns the MADs received within a minute.
  private static List<MemorySegment> received(SimMadLink link) {
    List<MemorySegment> mads = new ArrayList<>();
    long end = link.clock().nanos() + 60 * SECOND;
    MemorySegment mad = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
    while (link.receive(mad, end) == MadLink.Arrival.MAD) {
      mads.add(mad);
      mad = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
    }
    return mads;
  }

  private static SaRequest table(long transaction) {
    SaRequest request = SaClient.getTable(NodeRecord.ATTRIBUTE);
    MadHeader.TRANSACTION_ID.set(request.mad(), 0, transaction);
    return request;
  }

  @Test
  void givesUpWhenNobodyAcknowledges() {
    SimMadLink link = fabric("sim:sm").links().getFirst();
    link.send(table(7).mad(), SM_LID, Gmp.QP);
    List<MemorySegment> mads = received(link);
    assertThat(mads.size()).isGreaterThan(2);
    MemorySegment last = mads.removeLast();
    assertThat(RmppHeader.TYPE.get(last, 0)).isEqualTo(RmppHeader.TYPE_ABORT);
    assertThat(RmppHeader.STATUS.get(last, 0)).isEqualTo(RmppStatus.TOO_MANY_RETRIES);
    assertThat(mads)
        .allMatch(mad -> RmppHeader.SEGMENT_NUMBER.get(mad, 0) == 1)
        .allMatch(mad -> mad.mismatch(mads.getFirst()) < 0);
  }

  @Test
  void answersARepeatedRequestOnce() {
    SimMadLink once = fabric("sim:sm").links().getFirst();
    once.send(table(7).mad(), SM_LID, Gmp.QP);
    SimMadLink twice = fabric("sim:sm").links().getFirst();
    twice.send(table(7).mad(), SM_LID, Gmp.QP);
    twice.send(table(7).mad(), SM_LID, Gmp.QP);
    assertThat(received(twice)).hasSameSizeAs(received(once));
  }

  @Test
  void answersTwoRequestsAtATime() {
    SimMadLink link = fabric("sim:sm").links().getFirst();
    link.send(table(7).mad(), SM_LID, Gmp.QP);
    link.send(table(8).mad(), SM_LID, Gmp.QP);
    assertThat(received(link))
        .extracting(mad -> MadHeader.TRANSACTION_ID.get(mad, 0))
        .contains(7L, 8L);
  }

  @Test
  void aStopEndsATransfer() {
    SimMadLink link = fabric("sim:sm").links().getFirst();
    link.send(table(7).mad(), SM_LID, Gmp.QP);
    MemorySegment first = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
    assertThat(link.receive(first, link.clock().nanos() + SECOND)).isEqualTo(MadLink.Arrival.MAD);
    RmppHeader.TYPE.set(first, 0, RmppHeader.TYPE_STOP);
    link.send(first, SM_LID, Gmp.QP);
    assertThat(received(link)).isEmpty();
    link.send(table(7).mad(), SM_LID, Gmp.QP);
    assertThat(received(link)).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({"initialize,0", "armed,0", "active,1"})
  void generalPacketsNeedAnActiveLink(String state, int arrivals) {
    SimFabric fabric = fabric("sim:ca?ports=1&lid=5&port-state=" + state);
    List<Packet> arrived = new ArrayList<>();
    fabric.dut().servedBy(1, arrived::add);
    SimMadLink link = fabric.links().getFirst();
    link.send(table(7).mad(), 5, Gmp.QP);
    link.send(table(7).mad(), 6, Gmp.QP);
    link.send(table(7).mad(), 5, 2);
    assertThat(received(link)).isEmpty();
    assertThat(arrived).hasSize(arrivals);
  }
}
