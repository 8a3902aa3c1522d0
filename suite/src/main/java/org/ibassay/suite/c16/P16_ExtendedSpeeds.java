package org.ibassay.suite.c16;

import static org.ibassay.suite.c16.SpeedsCounter.set;

import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.PmTest;
import org.ibassay.suite.Reading;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.pm.PmClassPortInfo;
import org.ibassay.wire.pm.PortCounters;
import org.ibassay.wire.pm.PortExtendedSpeedsCounters;
import org.jspecify.annotations.Nullable;

/// # PortExtendedSpeedsCounters has the errors of each lane, which CounterSelect clears one by one
///
/// - Section: 16.1.4
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: a LID at both ends, and an Active link
/// - Assertions: ia-p16-extended-speeds#01, ia-p16-extended-speeds#02, ia-p16-extended-speeds#03,
///   ia-p16-extended-speeds#04, ia-p16-extended-speeds#05, ia-p16-extended-speeds#06,
///   ia-p16-extended-speeds#07, ia-p16-extended-speeds#08, ia-p16-extended-speeds#09,
///   ia-p16-extended-speeds#10, ia-p16-extended-speeds#11
///
/// PortExtendedSpeedsCounters counts what goes wrong on links at FDR and faster: in the port
/// (SyncHeaderErrorCounter, UnknownBlockCounter) and in each of twelve lanes. A Set clears the
/// counters that CounterSelect names, and no others.
///
/// ## Notes
///
/// - This test is the suite's own.
/// - The components are those of libibmad. The bits of CounterSelect are public only in ibutils2,
///   whose packet layouts say: bit 0 SyncHeaderErrorCounter, bit 1 UnknownBlockCounter, bits 2 to
///   13 ErrorDetectionCounterLane0 to 11, bits 14 to 25 FECCorrectableBlockCtrLane0 to 11, bits 26
///   to 37 FECUncorrectableBlockCtrLane0 to 11, others reserved.
/// - Whether a device has the attribute only its response shows, except that
///   ClassPortInfo:CapabilityMask.IsRSFECModeSupported declares counters in it. Where that is 1,
///   libibmad reads other components while Reed-Solomon FEC is at work: neither
///   ErrorDetectionCounterLane nor FECUncorrectableBlockCtrLane, which are not judged there, but
///   PortFECCorrectableBlockCtr, PortFECUncorrectableBlockCtr and PortFECCorrectedSymbolCtr. The
///   bits of these three are not public.
/// - The attribute has no FEC mode: PortInfoExtended:FECModeActive shows it.
/// - Whether a counter that is set has the value of the Set, or is cleared, is the reading
///   `pma-set-value`. Of a device that clears, only counters that have counted show what a Set has
///   left. The tester cannot cause errors of a link, so that no step shows that counters saturate
///   as they count.
/// - Few ports have more than four lanes. If all counters of one of the lanes 4 to 11 stay 0 in
///   step 4, the port does not have that lane, and they are not judged.
/// - Where others may use the link, or it loses packets, a counter of 16 bits may grow by up to 15
///   between two requests, and one of 32 bits by up to 0x1000000.
///
/// ## Procedure
///
/// - 1: Repeat all steps for each port that a tester port reaches. SubnGet(PortInfo) at both ends:
///   LID is not 0, PortState is Active. All requests go to QP1 of the DUT's LID.
///   SendMad(PerformanceGet(ClassPortInfo)); read PortCounters.
/// - 2: SendMad(PerformanceGet(PortExtendedSpeedsCounters)) with PortSelect as the port that
///   receives it. Verify Status.Code 0; or, where IsRSFECModeSupported is 0, code 2 or 3, or no
///   response: then no later step applies. [ia-p16-extended-speeds#01]
/// - 3: Verify PortSelect as in the request, and all reserved bits 0. [ia-p16-extended-speeds#02]
/// - 4: PerformanceSet(PortExtendedSpeedsCounters) with bits 0 to 37 of CounterSelect and a
///   different value for each counter; read. Verify that each counter has its value, or that each
///   is 0; and that the response to the Set has the same. [ia-p16-extended-speeds#03]
/// - 5: PerformanceSet of all counters to their maximum; read twice. Where a Set writes values,
///   verify that each counter has its maximum. [ia-p16-extended-speeds#03]
/// - 6: Repeat for each bit of CounterSelect, for the bits of each component with lanes, and for
///   0x1555555555 and 0x2AAAAAAAAA: PerformanceSet with the values of step 4, then PerformanceSet
///   with these bits and all values 0; read. Verify that their counters are 0.
///   [ia-p16-extended-speeds#04]
/// - 7: Verify that no other counter differs from the one before that Set.
///   [ia-p16-extended-speeds#05]
/// - 8: PerformanceSet with the values of step 4, then PerformanceSet with CounterSelect 0 and all
///   bits of the counters set; read. Verify that no counter has changed, and that the response has
///   the counters of the port and not those of the request. [ia-p16-extended-speeds#06]
/// - 9: PerformanceSet with all 64 bits of CounterSelect and the values of step 4, then with all
///   values 0, as perfquery clears; read. Verify Status.Code 0 and that each counter is 0, where
///   IsRSFECModeSupported is 1 those that are for it, too. [ia-p16-extended-speeds#07]
/// - 10: PerformanceSet with the values of step 4, then PerformanceSet with bits 38 to 63 of
///   CounterSelect and all values 0; read. Verify that no counter has changed.
///   [ia-p16-extended-speeds#05]
/// - 11: PerformanceGet with all bits of CounterSelect and all counters 0; then with all bits of
///   the counters set; read. Verify that no counter has changed. [ia-p16-extended-speeds#08]
/// - 12: PerformanceSet with other values for the next port of the DUT, if it answers for another
///   one; read both ports. Verify that each has its own counters. PerformanceSet of those of the
///   first to 0; verify that those of the other are unchanged. [ia-p16-extended-speeds#09]
/// - 13: PerformanceGet and PerformanceSet with PortSelect NUM_PORTS + 1 and 254, as far as there
///   is no such port, and 255 where AllPortSelect is 0. Verify Status.Code 7, and that no counter
///   has changed. [ia-p16-extended-speeds#10]
/// - 14: Read PortCounters. Verify that no counter is less than in step 1.
///   [ia-p16-extended-speeds#11]
/// - 15: PerformanceSet of the counters to what they had before, where a Set writes values.
@Td(
    dut = {DutKind.CA, DutKind.ROUTER, DutKind.SWITCH},
    effect = Effect.CHANGES)
public final class P16_ExtendedSpeeds extends PmTest {
  private static final int ALL_PORTS = 255;
  private static final long EVERY_BIT = -1;
  private static final long ALL = SpeedsCounter.selectAll();

  /// CounterSelect of several counters: those of a component with lanes, and every second one.
  private static final long[] SEVERAL = {
    0xFFFL << 2, 0xFFFL << 14, 0xFFFL << 26, 0x15_5555_5555L, 0x2A_AAAA_AAAAL
  };

  /// The most by which a counter of 32 bits grows between two requests on a link with errors.
  private static final long MUCH = 0x100_0000;

  private List<SpeedsCounter> counters = List.of();
  private boolean isRsFec;
  private boolean isWritten;

  @Override
  protected void procedure(int port) throws TestException {
    step("1");
    throughQp1(() -> speeds(port));
  }

  private void speeds(int port) throws TestException {
    MadPacketSpec info = exchangeOk(performanceGet(PmClassPortInfo.ATTRIBUTE));
    MadPacketSpec plain = read(PortCounters.ATTRIBUTE, port);
    isRsFec = info.data(PmClassPortInfo.IS_RSFEC_MODE_SUPPORTED) == 1;
    counters = isRsFec ? SpeedsCounter.WITH_RS_FEC : SpeedsCounter.ALL;
    step("2");
    MadPacketSpec before = readFirst(port);
    step("3");
    if (before == null) {
      leaveOutRest("the DUT has no PortExtendedSpeedsCounters");
      return;
    }
    verifyData(before, PortExtendedSpeedsCounters.PORT_SELECT, port);
    verifyReserved(before, PortExtendedSpeedsCounters.ATTRIBUTE);
    verifyWritten(port);
    for (SpeedsCounter counter : counters) {
      at("CounterSelect", counter.mask(), () -> verifySelected(port, counter.mask()));
    }
    for (long select : SEVERAL) {
      at("CounterSelect", select, () -> verifySelected(port, select));
    }
    verifyNoneSelected(port);
    verifyEveryBit(port);
    verifyGetKeeps(port);
    verifyPorts(port, info.data(PmClassPortInfo.ALL_PORT_SELECT) == 1);
    step("14");
    verifyPlain(read(PortCounters.ATTRIBUTE, port), plain);
    step("15");
    putBack(port, before);
  }

  private @Nullable MadPacketSpec readFirst(int port) throws TestException {
    sendMad(get(port));
    if (isRsFec) {
      MadPacketSpec read = receiveMad();
      needs(verifyStatusOk(read), "PortExtendedSpeedsCounters was not read");
      return read;
    }
    return receiveIfSupported();
  }

  private MadPacketSpec get(int port) {
    return performanceGet(PortExtendedSpeedsCounters.ATTRIBUTE)
        .setData(PortExtendedSpeedsCounters.PORT_SELECT, port);
  }

  private MadPacketSpec read(int port) throws TestException {
    return read(PortExtendedSpeedsCounters.ATTRIBUTE, port);
  }

  /// A value that no other counter of the port has.
  private static long value(SpeedsCounter counter) {
    return counter.isLong()
        ? 0x1000_0000L + 0x200_0001L * counter.bit()
        : 0x100L + 0x40L * counter.bit();
  }

  private void verifyWritten(int port) throws TestException {
    step("4");
    sendMad(set(port, ALL, P16_ExtendedSpeeds::value));
    MadPacketSpec response = receiveMad();
    needs(verifyStatusOk(response), "no counter was set");
    MadPacketSpec written = read(port);
    isWritten = counters.stream().anyMatch(counter -> counter.of(written) >= value(counter));
    reading(written.frame(), Reading.PMA_SET_VALUE, isWritten ? "value" : "cleared");
    if (isWritten) {
      counters = SpeedsCounter.present(counters, written);
    }
    verifyEach(response, P16_ExtendedSpeeds::value);
    verifyEach(written, P16_ExtendedSpeeds::value);
    if (!isWritten) {
      leaveOut("the DUT clears a counter that is set", "5", "5");
      return;
    }
    step("5");
    exchangeOk(set(port, ALL, counter -> counter.field().max()));
    verifyEach(read(port), counter -> counter.field().max());
    verifyEach(read(port), counter -> counter.field().max());
  }

  /// Verifies that each counter has a value or, of a device that clears, is 0.
  private void verifyEach(MadPacketSpec read, ToLongFunction<SpeedsCounter> value) {
    for (SpeedsCounter counter : counters) {
      verifyFrom(read, counter, isWritten ? value.applyAsLong(counter) : 0);
    }
  }

  /// Verifies that a counter has a value, or has grown from it by others' events.
  private void verifyFrom(MadPacketSpec read, SpeedsCounter counter, long least) {
    long growth = counter.isLong() && !isExclusive() ? MUCH : errorsOfOthers();
    long most = Math.min(counter.field().max(), least + growth);
    long is = counter.of(read);
    verify(
        read,
        is >= least && is <= most,
        () -> "%s %d%s".formatted(counter.name(), least, most > least ? " to " + most : ""),
        () -> "%s %d".formatted(counter.name(), is));
  }

  private void verifySelected(int port, long select) throws TestException {
    MadPacketSpec before = exchangeOk(set(port, ALL, P16_ExtendedSpeeds::value));
    step("6");
    exchangeOk(set(port, select, _ -> 0));
    MadPacketSpec after = read(port);
    for (SpeedsCounter counter : counters) {
      if ((select & counter.mask()) != 0) {
        verifyFrom(after, counter, 0);
      }
    }
    step("7");
    for (SpeedsCounter counter : counters) {
      if ((select & counter.mask()) == 0) {
        verifyFrom(after, counter, counter.of(before));
      }
    }
  }

  private void verifyNoneSelected(int port) throws TestException {
    step("8");
    exchangeOk(set(port, ALL, P16_ExtendedSpeeds::value));
    MadPacketSpec response = exchangeOk(set(port, 0, counter -> counter.field().max()));
    verifyEach(response, P16_ExtendedSpeeds::value);
    verifyEach(read(port), P16_ExtendedSpeeds::value);
  }

  private void verifyEveryBit(int port) throws TestException {
    step("9");
    sendMad(set(port, EVERY_BIT, P16_ExtendedSpeeds::value));
    verifyStatusOk(receiveMad());
    sendMad(set(port, EVERY_BIT, _ -> 0));
    verifyStatusOk(receiveMad());
    MadPacketSpec cleared = read(port);
    verifyEach(cleared, _ -> 0);
    for (SpeedsCounter counter : isRsFec ? SpeedsCounter.OF_RS_FEC : List.<SpeedsCounter>of()) {
      verifyFrom(cleared, counter, 0);
    }
    step("10");
    exchangeOk(set(port, ALL, P16_ExtendedSpeeds::value));
    exchangeOk(set(port, ~ALL, _ -> 0));
    verifyEach(read(port), P16_ExtendedSpeeds::value);
  }

  private void verifyGetKeeps(int port) throws TestException {
    step("11");
    for (byte fill : new byte[] {0, (byte) 0xFF}) {
      MadPacketSpec get = performanceGet(PortExtendedSpeedsCounters.ATTRIBUTE);
      get.data().fill(fill);
      exchangeOk(
          get.setData(PortExtendedSpeedsCounters.PORT_SELECT, port)
              .setData(PortExtendedSpeedsCounters.COUNTER_SELECT, EVERY_BIT));
      verifyEach(read(port), P16_ExtendedSpeeds::value);
    }
  }

  private void verifyPorts(int port, boolean hasAll) throws TestException {
    int numPorts = (int) nodeInfo().data(NodeInfo.NUM_PORTS);
    step("12");
    int other = port % numPorts + 1;
    if (other == port || !isAnswered(other)) {
      notApplicable("the DUT shows no counters of another port");
    } else {
      at("PortSelect", other, () -> verifyOther(port, other));
    }
    int[] missing =
        IntStream.of(numPorts + 1, ALL_PORTS - 1, ALL_PORTS)
            .filter(number -> number > numPorts && !(hasAll && number == ALL_PORTS))
            .distinct()
            .toArray();
    if (missing.length == 0) {
      leaveOut("the DUT has a port for each PortSelect", "13", "13");
    }
    for (int number : missing) {
      at("PortSelect", number, () -> verifyMissing(port, number));
    }
  }

  private boolean isAnswered(int port) throws TestException {
    sendMad(get(port));
    return receiveMad().status() == MadStatus.OK;
  }

  private void verifyOther(int port, int other) throws TestException {
    MadPacketSpec before = read(other);
    ToLongFunction<SpeedsCounter> values = counter -> value(counter) + 0x20;
    exchangeOk(set(port, ALL, P16_ExtendedSpeeds::value));
    exchangeOk(set(other, ALL, values));
    verifyEach(read(port), P16_ExtendedSpeeds::value);
    verifyEach(read(other), values);
    exchangeOk(set(port, ALL, _ -> 0));
    verifyEach(read(other), values);
    exchangeOk(set(port, ALL, P16_ExtendedSpeeds::value));
    putBack(other, before);
  }

  private void verifyMissing(int port, int missing) throws TestException {
    step("13");
    sendMad(get(missing));
    verifyStatusCode(receiveMad(), MadStatus.INVALID_FIELD);
    sendMad(set(missing, ALL, _ -> 0));
    verifyStatusCode(receiveMad(), MadStatus.INVALID_FIELD);
    verifyEach(read(port), P16_ExtendedSpeeds::value);
  }

  private void verifyPlain(MadPacketSpec later, MadPacketSpec earlier) {
    for (PortCounter counter : PortCounter.PLAIN) {
      long was = earlier.data(counter.field());
      long is = later.data(counter.field());
      verify(
          later,
          is >= was,
          () -> "%s %d or more".formatted(counter.field().name(), was),
          () -> "%s %d".formatted(counter.field().name(), is));
    }
  }

  private void putBack(int port, MadPacketSpec before) throws TestException {
    if (isWritten) {
      exchangeOk(set(port, isRsFec ? EVERY_BIT : ALL, counter -> counter.of(before)));
    } else {
      remark("the counters were cleared: a Set of this DUT cannot restore them");
    }
  }
}
