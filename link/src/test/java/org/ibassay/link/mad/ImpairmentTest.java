package org.ibassay.link.mad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.ibassay.link.LinkException;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
import org.ibassay.link.impaired.Impairment;
import org.ibassay.link.testing.ScriptedLink;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImpairmentTest {
  private static final long DEADLINE = 1_000_000_000;

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "loss=2; loss=2: expected a number from 0 to 1",
        "duplicate=often; duplicate=often: expected a number from 0 to 1",
        "reorder=NaN; reorder=NaN: expected a number from 0 to 1",
        "delay=-1; delay=-1: expected a number from 0 to 60000",
        "lose=x; lose=x: expected a number from 0 to 65535"
      })
  void refusesWhatIsNoProbabilityOrTime(String parameter, String complaint) {
    assertThatThrownBy(() -> impairment(parameter))
        .isInstanceOf(DutUriException.class)
        .hasMessageContaining(complaint);
  }

  @Test
  void leavesALinkAloneUnlessAsked() throws Exception {
    ScriptedLink link = ScriptedLink.silent();
    assertThat(impairment("seed=3").on(link, 0)).isSameAs(link);
  }

  @Test
  void losesTheOneThatIsNamed() throws Exception {
    assertThat(sent("lose=2", 4)).containsExactly(1L, 3L, 4L);
  }

  @Test
  void countsBothDirections() throws Exception {
    MadLink link = impairment("lose=2").on(ScriptedLink.answering(10), 0);
    link.send(mad(1, 1), 1, 0);
    assertThat(received(link)).isEmpty();
    link.send(mad(2, 1), 1, 0);
    assertThat(received(link)).containsExactly(2L);
  }

  @Test
  void decidesTheSameBySeed() throws Exception {
    List<Long> once = sent("loss=0.5&seed=9", 100);
    assertThat(once).hasSizeBetween(30, 70).isEqualTo(sent("loss=0.5&seed=9", 100));
    assertThat(once).isNotEqualTo(sent("loss=0.5&seed=10", 100));
  }

  /// Independent of earlier tests and of packets still in flight.
  @Test
  void decidesTheSameInTheSameTest() throws Exception {
    String uri = "loss=0.5&delay=20&reorder=0.2&seed=9";
    List<Long> alone = sentInTest(uri, "T2", 0);
    assertThat(alone).hasSizeBetween(30, 70);
    assertThat(sentInTest(uri, "T2", 33)).isEqualTo(alone);
    assertThat(sentInTest(uri, "T1", 0)).isNotEqualTo(alone);
    assertThat(sentInTest("lose=7", "T2", 4)).hasSize(99).doesNotContain(7L);
  }

  /// @param before number of packets sent in another test before
  private static List<Long> sentInTest(String parameters, String test, int before)
      throws Exception {
    ScriptedLink device = ScriptedLink.silent();
    MadLink link = impairment(parameters).on(device, 0);
    link.begin("T0");
    for (int i = 1; i <= before; i++) {
      link.send(mad(1000 + i, 1), 1, 0);
    }
    link.begin(test);
    received(link);
    int already = device.sent().size();
    for (int i = 1; i <= 100; i++) {
      link.send(mad(i, 1), 1, 0);
    }
    received(link);
    return device.sent().stream().skip(already).map(ScriptedLink.Sent::tid).toList();
  }

  @Test
  void bringsAPacketTwice() throws Exception {
    ScriptedLink device = ScriptedLink.answering(10);
    MadLink link = impairment("duplicate=1").on(device, 0);
    link.send(mad(7, 1), 1, 0);
    assertThat(received(link)).containsExactly(7L, 7L, 7L, 7L);
    assertThat(device.sent()).hasSize(2);
  }

  @Test
  void reordersWithoutLosingAny() throws Exception {
    MadLink link = impairment("reorder=0.5").on(ScriptedLink.answering(10), 0);
    for (int i = 1; i <= 20; i++) {
      link.send(mad(i, 1), 1, 0);
    }
    List<Long> received = received(link);
    List<Long> inOrder = LongStream.rangeClosed(1, 20).boxed().toList();
    assertThat(received).containsExactlyInAnyOrderElementsOf(inOrder).isNotEqualTo(inOrder);
  }

  @Test
  void delaysAtMostAsLongAsAsked() throws Exception {
    ScriptedLink device = ScriptedLink.answering(10);
    MadLink link = impairment("delay=5").on(device, 0);
    List<Long> there = new ArrayList<>();
    List<Long> back = new ArrayList<>();
    for (int i = 1; i <= 200; i++) {
      long start = link.clock().nanos();
      link.send(mad(i, 1), 1, 0);
      assertThat(link.receive(MemorySegment.ofArray(new byte[256]), start + DEADLINE))
          .isEqualTo(MadLink.Arrival.MAD);
      long arrived = device.sent().getLast().at();
      there.add(arrived - start);
      back.add(link.clock().nanos() - arrived - 10);
    }
    for (List<Long> delays : List.of(there, back)) {
      assertThat(delays).allSatisfy(nanos -> assertThat(nanos).isBetween(0L, 5_000_000L));
      assertThat(Collections.max(delays)).as("the longest").isGreaterThan(4_000_000L);
      assertThat(Collections.min(delays)).as("the shortest").isLessThan(1_000_000L);
    }
  }

  @Test
  void leavesTheTestersOwnPortAlone() throws Exception {
    ScriptedLink device = ScriptedLink.answering(10);
    MadLink link = impairment("loss=1").on(device, 0);
    link.send(mad(1, 0), 1, 0);
    assertThat(received(link)).containsExactly(1L);
    link.send(mad(2, 1), 1, 0);
    assertThat(received(link)).isEmpty();
  }

  private static Impairment impairment(String parameters) throws DutUriException {
    return Impairment.of(DutUri.parse("x:y?" + parameters));
  }

  private static List<Long> sent(String parameters, int count) throws Exception {
    ScriptedLink device = ScriptedLink.silent();
    MadLink link = impairment(parameters).on(device, 0);
    for (int i = 1; i <= count; i++) {
      link.send(mad(i, 1), 1, 0);
    }
    return device.sent().stream().map(ScriptedLink.Sent::tid).toList();
  }

  private static List<Long> received(MadLink link) throws LinkException {
    MemorySegment into = MemorySegment.ofArray(new byte[256]);
    List<Long> tids = new ArrayList<>();
    long deadline = link.clock().nanos() + DEADLINE;
    while (link.receive(into, deadline) == MadLink.Arrival.MAD) {
      tids.add(MadHeader.TRANSACTION_ID.get(into, 0));
    }
    return tids;
  }

  private static MemorySegment mad(long tid, int hops) {
    MemorySegment mad = MemorySegment.ofArray(new byte[256]);
    MadHeader.MGMT_CLASS.set(mad, 0, Smp.DIRECTED_ROUTE);
    Smp.HOP_COUNT.set(mad, 0, hops);
    MadHeader.TRANSACTION_ID.set(mad, 0, tid);
    return mad;
  }
}
