package org.ibassay.link.sa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import java.util.Random;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.link.rmpp.RmppMessage;
import org.ibassay.link.sa.SaAnswer.Outcome;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.sa.PathRecord;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaRecords;
import org.ibassay.wire.sa.SaRequest;
import org.junit.jupiter.api.Test;

class SaPortTest {
  private static final Timing PATIENCE = new Timing(50_000_000, 5);
  private static final SaRequest TABLE =
      SaRequest.of(SaMethod.GET_TABLE, PathRecord.ATTRIBUTE).with(PathRecord.NUMB_PATH, 1);

  private final FakeSa sa = new FakeSa(0, new Random(0));

  @Test
  void asksTheManagerThatTheTestersPortNames() throws Exception {
    try (MadPort port = port(sa)) {
      SaPort master = SaPort.ofMaster(port, Label.NONE);
      SaAnswer answer =
          master.ask(SaRequest.of(SaMethod.GET, PathRecord.ATTRIBUTE), PATIENCE, Label.NONE);

      assertThat(sa.lastDlid).isEqualTo(FakeSa.SM_LID);
      assertThat(sa.lastQp).isEqualTo(1);
      assertThat(answer.outcome()).isEqualTo(Outcome.ANSWERED);
      assertThat(answer.header(MadHeader.METHOD)).isEqualTo(SaMethod.GET_RESP);
      assertThat(answer.transfer()).isNull();
      assertThat(answer.records(PathRecord.ATTRIBUTE).records()).hasSize(1);
    }
  }

  @Test
  void testersPortIsKnownByItsGid() throws Exception {
    try (MadPort port = port(sa)) {
      TesterPort tester = TesterPort.read(port, Label.NONE);

      assertThat(tester.gid()).isEqualTo(FakeSa.TESTER);
      assertThat(tester.lid()).isEqualTo(5);
      assertThat(tester.number()).isEqualTo(1);
    }
  }

  @Test
  void withoutAManagerNothingIsAsked() throws LinkException {
    sa.smLid = 0;
    try (MadPort port = port(sa)) {
      assertThatThrownBy(() -> SaPort.ofMaster(port, Label.NONE))
          .isInstanceOf(LinkException.class)
          .hasMessageContaining("MasterSMLID is 0");
    }
  }

  @Test
  void tableOfAnyLengthComesWhole() throws Exception {
    sa.table = records(1000);
    try (MadPort port = port(sa)) {
      SaAnswer answer = ask(port);

      SaRecords records = answer.records(PathRecord.ATTRIBUTE);
      assertThat(records.records()).hasSize(1000);
      assertThat(records.leftOver()).isZero();
      assertThat(PathRecord.DLID.get(records.records().get(777), 0)).isEqualTo(777);
      RmppMessage transfer = Objects.requireNonNull(answer.transfer());
      assertThat(transfer.segments()).isEqualTo(320).isEqualTo(sa.segments);
      assertThat(transfer.declaredLength()).isEqualTo(transfer.actualLength());
      assertThat(answer.tries()).isEqualTo(1);
    }
  }

  @Test
  void emptyTableHasNoRecords() throws Exception {
    try (MadPort port = port(sa)) {
      SaAnswer answer = ask(port);

      assertThat(answer.outcome()).isEqualTo(Outcome.ANSWERED);
      assertThat(answer.records(PathRecord.ATTRIBUTE).records()).isEmpty();
    }
  }

  @Test
  void portServesTheNextRequestAfterALongAnswer() throws Exception {
    sa.table = records(50);
    try (MadPort port = port(sa)) {
      for (int i = 0; i < 20; i++) {
        assertThat(ask(port).records(PathRecord.ATTRIBUTE).records()).hasSize(50);
      }
      assertThat(port.counters().unasked()).isZero();
      assertThat(port.counters().late()).isZero();
      assertThat(sa.requests).isEqualTo(20);
    }
  }

  /// Every response is complete and correct, or reported as what it is.
  @Test
  void badLineNeverBringsAWrongAnswer() throws Exception {
    long firstSeed = Long.getLong("ibassay.seed", System.currentTimeMillis() << 20);
    int whole = 0;
    int runs = 500;
    for (long seed = firstSeed; seed < firstSeed + runs; seed++) {
      Random random = new Random(seed);
      FakeSa bad = new FakeSa(random.nextDouble() * 0.3, random);
      bad.table = records(random.nextInt(60));
      try (MadPort port = port(bad)) {
        for (int i = 0; i < 3; i++) {
          SaAnswer answer = ask(port);
          String what = "-Dibassay.seed=" + seed + ", " + bad.table.length + " bytes: " + answer;
          if (answer.outcome() == Outcome.ANSWERED) {
            whole++;
            assertThat(answer.data().mismatch(MemorySegment.ofArray(bad.table)))
                .as(what)
                .isEqualTo(-1);
          } else {
            assertThat(answer.tries() == 6 || answer.brokenOff() != null).as(what).isTrue();
          }
        }
      }
    }
    System.out.printf(
        "SA: %d of %d answers whole, -Dibassay.seed=%d%n", whole, 3 * runs, firstSeed);
    assertThat(whole).as("seed %d", firstSeed).isGreaterThan(3 * runs * 9 / 10);
  }

  private static SaAnswer ask(MadPort port) throws LinkException, InterruptedException {
    return new SaPort(port, FakeSa.SM_LID).ask(TABLE, PATIENCE, Label.NONE);
  }

  private static MadPort port(FakeSa sa) {
    return new MadPort(sa.link(), Route.SELF, Tap.NONE, PATIENCE);
  }

  private static byte[] records(int count) {
    MemorySegment table = MemorySegment.ofArray(new byte[count * 64]);
    for (int i = 0; i < count; i++) {
      PathRecord.DLID.set(table, i * 64L, i);
      PathRecord.SLID.set(table, i * 64L, count);
    }
    return table.toArray(ValueLayout.JAVA_BYTE);
  }
}
