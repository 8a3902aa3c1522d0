package org.ibassay.suite;

import static org.ibassay.suite.TestException.Cause.DUT;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import org.ibassay.link.packet.PacketPath;
import org.ibassay.wire.Field;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.AtomicAckEth;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Finding;
import org.ibassay.wire.packet.Framing;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.Syndrome;
import org.jspecify.annotations.Nullable;

/// Checks of packets received from the DUT. Each failure names the wrong field.
public final class PacketChecks {
  /// Mask of Resv8a without FECN and BECN, which may be set in transit.
  private static final int RESERVED = 0x3F;

  private static final int FULL_MEMBER = 0x8000;

  private final Steps steps;
  private final AlwaysSteps always;
  private int executedBefore;

  /// @param always steps of the checks of every packet
  PacketChecks(Steps steps, AlwaysSteps always) {
    this.steps = steps;
    this.always = always;
  }

  /// The steps of the checks of every packet; an empty id stands for the step that receives the
  /// packet.
  ///
  /// @param whole the packet is complete
  /// @param headers the transport headers are valid
  /// @param addresses the packet has the addresses of the path
  /// @param surplus the packet answers a request, and no request is answered twice
  record AlwaysSteps(String whole, String headers, String addresses, String surplus) {
    /// The step that receives a packet proves all checks.
    static final AlwaysSteps NONE = new AlwaysSteps("", "", "", "");
  }

  // --- of any kind

  /// Verifies a condition on a packet. The texts are only built on a failure.
  public boolean verify(
      PacketIn about, boolean passed, Supplier<String> expected, Supplier<String> actual) {
    return steps.checks().verify(about.frame(), passed, expected, actual);
  }

  /// Verifies a condition on the effect of a sent packet. The texts are only built on a failure.
  public boolean verify(boolean passed, Supplier<String> expected, Supplier<String> actual) {
    return steps.checks().verify(0, passed, expected, actual);
  }

  /// Verifies a condition on a field.
  ///
  /// @param subject name of the field, or of its header
  /// @param field only evaluated on a failure
  public boolean verifyField(
      PacketIn about,
      String subject,
      boolean passed,
      Supplier<@Nullable WrongField> field,
      Supplier<String> expected,
      Supplier<String> actual) {
    return steps
        .checks()
        .verifyAt(steps.current(), about.frame(), subject, passed, field, expected, actual);
  }

  // --- of one field or header

  /// Verifies `BTH_PSN`.
  public boolean verifyPsn(PacketIn packetIn, int expected) {
    return verifyField(
        packetIn,
        "BTH_PSN",
        packetIn.psn() == expected,
        () -> WrongField.in(Header.BTH, Bth.PSN, expected, packetIn.psn()),
        () -> "PSN " + expected,
        packetIn::toString);
  }

  /// Verifies `AETH_Syndrome & ACK_MASK == ACK`.
  public boolean verifyAck(PacketIn packetIn) {
    return verifyField(
        packetIn,
        "AETH_Syndrome",
        packetIn.syndrome() instanceof Syndrome.Ack,
        () -> syndromeOf(packetIn),
        () -> "an ACK",
        packetIn::toString);
  }

  /// Verifies that `AETH_Syndrome` is a NAK with this code.
  public boolean verifyNak(PacketIn packetIn, int code) {
    Syndrome expected = new Syndrome.Nak(code);
    return verifyField(
        packetIn,
        "AETH_Syndrome",
        packetIn.syndrome().equals(expected),
        () ->
            packetIn.has(Header.AETH)
                ? wrongField(packetIn, Header.AETH, Aeth.SYNDROME, expected.value())
                : null,
        expected::toString,
        packetIn::toString);
  }

  /// Verifies that `AETH_MSN` counts the requests that the DUT has executed.
  ///
  /// @param executed number of requests since the part of the procedure began
  public boolean verifyMsn(PacketIn packetIn, int executed) {
    int expected = Psn.add(executedBefore, executed);
    return verifyField(
        packetIn,
        "AETH_MSN",
        packetIn.msn() == expected,
        () -> WrongField.in(Header.AETH, Aeth.MSN, expected, packetIn.msn()),
        () -> "MSN " + expected,
        packetIn::toString);
  }

  /// Returns the number of requests that the DUT has executed since the part of the procedure
  /// began, from `AETH_MSN`.
  public int executed(PacketIn packetIn) {
    return Psn.difference(packetIn.msn(), executedBefore);
  }

  /// Sets the number of requests that the DUT had executed on a connection before a part of the
  /// procedure.
  void countFrom(int executed) {
    executedBefore = executed;
  }

  /// Verifies `AtomicAckETH_OrigRemDt`.
  public boolean verifyOrigRemDt(PacketIn packetIn, long expected) {
    return verifyField(
        packetIn,
        "AtomicAckETH_OrigRemDt",
        packetIn.origRemDt() == expected,
        () ->
            WrongField.in(
                Header.ATOMIC_ACK_ETH, AtomicAckEth.ORIG_REM_DT, expected, packetIn.origRemDt()),
        () -> "OrigRemDt 0x%016X".formatted(expected),
        () -> "OrigRemDt 0x%016X in %s".formatted(packetIn.origRemDt(), packetIn));
  }

  /// Verifies `RETH_VA`, `RETH_RKey`, and `RETH_DMALen`.
  public boolean verifyReth(PacketIn packetIn, long va, int rkey, long bytes) {
    long actualVa = packetIn.get(Header.RETH, Reth.VA);
    long actualRkey = packetIn.get(Header.RETH, Reth.R_KEY);
    long actualBytes = packetIn.get(Header.RETH, Reth.DMA_LEN);
    long expectedRkey = Integer.toUnsignedLong(rkey);
    String text = "VA 0x%X, R_Key 0x%X, DMALen %d";
    return verifyField(
        packetIn,
        "RETH",
        actualVa == va && actualRkey == expectedRkey && actualBytes == bytes,
        () ->
            firstOf(
                wrongField(packetIn, Header.RETH, Reth.VA, va),
                wrongField(packetIn, Header.RETH, Reth.R_KEY, expectedRkey),
                wrongField(packetIn, Header.RETH, Reth.DMA_LEN, bytes)),
        () -> text.formatted(va, expectedRkey, bytes),
        () -> text.formatted(actualVa, actualRkey, actualBytes) + " in " + packetIn);
  }

  /// Verifies `AtomicETH_VA`, `AtomicETH_RKey`, `AtomicETH_SwapDt`, and `AtomicETH_CmpDt`.
  ///
  /// @param cmpDt null for any, as in a FetchAdd
  public boolean verifyAtomicEth(
      PacketIn packetIn, long va, int rkey, long swapDt, @Nullable Long cmpDt) {
    long actualVa = packetIn.get(Header.ATOMIC_ETH, AtomicEth.VA);
    long actualRkey = packetIn.get(Header.ATOMIC_ETH, AtomicEth.R_KEY);
    long actualSwapDt = packetIn.get(Header.ATOMIC_ETH, AtomicEth.SWAP_DT);
    long actualCmpDt = packetIn.get(Header.ATOMIC_ETH, AtomicEth.CMP_DT);
    long expectedRkey = Integer.toUnsignedLong(rkey);
    long expectedCmpDt = cmpDt == null ? actualCmpDt : cmpDt;
    return verifyField(
        packetIn,
        "AtomicETH",
        actualVa == va
            && actualRkey == expectedRkey
            && actualSwapDt == swapDt
            && actualCmpDt == expectedCmpDt,
        () ->
            firstOf(
                wrongField(packetIn, Header.ATOMIC_ETH, AtomicEth.VA, va),
                wrongField(packetIn, Header.ATOMIC_ETH, AtomicEth.R_KEY, expectedRkey),
                wrongField(packetIn, Header.ATOMIC_ETH, AtomicEth.SWAP_DT, swapDt),
                wrongField(packetIn, Header.ATOMIC_ETH, AtomicEth.CMP_DT, expectedCmpDt)),
        () ->
            "VA 0x%X, R_Key 0x%X, SwapDt 0x%016X".formatted(va, expectedRkey, swapDt)
                + (cmpDt == null ? "" : ", CmpDt 0x%016X".formatted(cmpDt)),
        () ->
            "VA 0x%X, R_Key 0x%X, SwapDt 0x%016X, CmpDt 0x%016X in %s"
                .formatted(actualVa, actualRkey, actualSwapDt, actualCmpDt, packetIn));
  }

  /// Verifies the value of a header field.
  public boolean verifyValue(PacketIn packetIn, Header header, Field field, long expected) {
    long actual = packetIn.get(header, field);
    String name = header.layout().name();
    return verifyField(
        packetIn,
        name + "_" + field.name(),
        actual == expected,
        () -> WrongField.in(header, field, expected, actual),
        () -> "%s:%s %s".formatted(name, field.name(), Shown.of(field, expected)),
        () -> "%s:%s %s in %s".formatted(name, field.name(), Shown.of(field, actual), packetIn));
  }

  /// Verifies the payload.
  public boolean verifyPayload(PacketIn packetIn, byte[] expected) {
    byte[] actual = packetIn.payload();
    return verifyField(
        packetIn,
        "Payload",
        Arrays.equals(actual, expected),
        () ->
            hasWrongPad(packetIn, expected)
                ? wrongField(packetIn, Header.BTH, Bth.PAD, Bth.padAfter(expected.length))
                : WrongField.inPayload(expected, actual),
        () -> "the requested payload of %s".formatted(Shown.counted(expected.length, "byte")),
        () ->
            "%s with %s%s"
                .formatted(
                    packetIn,
                    MessageData.difference(actual, expected),
                    hasWrongPad(packetIn, expected)
                        ? ", because its PadCnt is %d, not %d"
                            .formatted(packetIn.packet().padCount(), Bth.padAfter(expected.length))
                        : ""));
  }

  /// Returns whether the packet has the expected length but a wrong pad count.
  private static boolean hasWrongPad(PacketIn packetIn, byte[] expected) {
    int pad = Bth.padAfter(expected.length);
    int actual = packetIn.packet().padCount();
    return actual != pad && packetIn.packet().payloadBytes() + actual == expected.length + pad;
  }

  /// Returns the field if it does not have the expected value, otherwise null.
  public static @Nullable WrongField wrongField(
      PacketIn packetIn, Header header, Field field, long expected) {
    long actual = packetIn.get(header, field);
    return actual == expected ? null : WrongField.in(header, field, expected, actual);
  }

  private static @Nullable WrongField firstOf(@Nullable WrongField... fields) {
    return Arrays.stream(fields).filter(Objects::nonNull).findFirst().orElse(null);
  }

  /// Returns the syndrome, where one of several values was expected.
  private static @Nullable WrongField syndromeOf(PacketIn packetIn) {
    return packetIn.has(Header.AETH)
        ? WrongField.in(Header.AETH, Aeth.SYNDROME, packetIn.get(Header.AETH, Aeth.SYNDROME))
        : null;
  }

  // --- of every packet

  private String orPresent(String step) {
    return step.isEmpty() ? steps.current() : step;
  }

  /// Verifies the checks of every packet of the DUT.
  ///
  /// @param ttQpn the tester's QP
  /// @param pKey the tester's P_Key in the partition of the packet
  /// @throws TestException if too little of the packet was received to judge it
  void verifyAlways(PacketIn packetIn, int ttQpn, int pKey, PacketPath path) throws TestException {
    verifyWhole(packetIn);
    verifyAddresses(packetIn, path);
    verifyBth(packetIn, Bth.T_VER, 0, actual -> actual == 0);
    // The tester is a full member of the partition, so the DUT may be a limited one.
    verifyBth(packetIn, Bth.P_KEY, pKey, actual -> (actual | FULL_MEMBER) == pKey);
    verifyBth(packetIn, Bth.DEST_QP, ttQpn, actual -> actual == ttQpn);
    verifyBth(packetIn, Bth.RESV8A, 0, actual -> (actual & RESERVED) == 0);
    if (packetIn.has(Header.AETH)) {
      steps
          .checks()
          .verifyAt(
              orPresent(always.headers()),
              packetIn.frame(),
              !(packetIn.syndrome() instanceof Syndrome.Reserved),
              () -> syndromeOf(packetIn),
              () -> "a Syndrome that is not reserved",
              packetIn::toString);
    }
  }

  private void verifyAddresses(PacketIn packetIn, PacketPath path) {
    Framing framing = path.envelope().framing();
    steps
        .checks()
        .verifyAt(
            orPresent(always.addresses()),
            packetIn.frame(),
            "framing",
            packetIn.packet().framing().equals(Optional.of(framing)),
            () -> null,
            framing::toString,
            () -> packetIn + " in " + packetIn.packet().framing().orElseThrow());
    for (PathAddresses.Address address : new PathAddresses(path).of(packetIn)) {
      steps
          .checks()
          .verifyAt(
              orPresent(always.addresses()),
              packetIn.frame(),
              address.name(),
              address.isRight(),
              address::wrong,
              () -> "%s %s".formatted(address.name(), address.expected()),
              () -> "%s %s in %s".formatted(address.name(), address.actual(), packetIn));
    }
  }

  /// Verifies that a response beyond those that a test waits for repeats the newest acknowledge.
  boolean verifySurplus(PacketIn packetIn, NewestResponse newest) {
    return steps
        .checks()
        .verifyAt(
            orPresent(always.surplus()),
            packetIn.frame(),
            newest.allows(packetIn),
            () ->
                newest.hasOtherMsn(packetIn)
                    ? wrongField(packetIn, Header.AETH, Aeth.MSN, newest.msn())
                    : null,
            newest::expected,
            packetIn::toString);
  }

  /// Records that a connection has ended without surplus responses.
  void noSurplus() {
    steps.checks().verifyAt(orPresent(always.surplus()), 0, true, () -> "", () -> "");
  }

  private void verifyWhole(PacketIn packetIn) throws TestException {
    List<Finding> findings = packetIn.packet().findings();
    int trailing = packetIn.bytesAfter();
    boolean isIcrc = !findings.isEmpty() && findings.getFirst().kind() == Finding.Kind.ICRC;
    steps
        .checks()
        .verifyAt(
            orPresent(always.whole()),
            packetIn.frame(),
            findings.isEmpty() && trailing == 0,
            () -> isIcrc ? WrongField.icrc(packetIn.packet()) : null,
            () -> isIcrc ? icrc(packetIn.packet().icrcComputed()) : "a valid packet",
            () ->
                isIcrc
                    ? icrc(packetIn.packet().icrcFound()) + " in " + packetIn
                    : packetIn
                        + ": "
                        + (findings.isEmpty()
                            ? trailing + " bytes after it"
                            : findings.getFirst()));
    if (!packetIn.has(Header.BTH)) {
      throw new TestException(
          DUT, "step " + steps.current() + ": received a packet without a complete BTH");
    }
    if (findings.stream().anyMatch(finding -> finding.kind() == Finding.Kind.CUT_OFF)) {
      throw new TestException(DUT, "step " + steps.current() + ": received a truncated packet");
    }
  }

  private static String icrc(int value) {
    return "ICRC 0x%08x".formatted(value);
  }

  private void verifyBth(PacketIn packetIn, Field field, long expected, LongPredicate isRight) {
    long actual = packetIn.get(Header.BTH, field);
    steps
        .checks()
        .verifyAt(
            orPresent(always.headers()),
            packetIn.frame(),
            "BTH_" + field.name(),
            isRight.test(actual),
            () -> WrongField.in(Header.BTH, field, expected, actual),
            () -> "BTH:%s %s".formatted(field.name(), Shown.of(field, expected)),
            () -> "BTH:%s %s in %s".formatted(field.name(), Shown.of(field, actual), packetIn));
  }
}
