package org.ibassay.suite;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.Objects;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Smp;
import org.jspecify.annotations.Nullable;

/// Rules for every response in subnet management, except those that compare it with its request
/// (13.4.2, 13.4.7, 14.2.1).
final class SmpRules implements ClassRules {
  /// The reserved bits of Status, of which the topmost is `D` in a directed-route SMP.
  private static final int RESERVED_STATUS = 0xFFE0;

  private static final int D = 0x8000;

  private final Steps steps;
  private final String versionStep;
  private final String statusStep;
  private final String reservedStep;

  /// @param versionStep where the versions are checked
  /// @param statusStep where the bits of Status other than the code are checked
  /// @param reservedStep where reserved bits are checked
  SmpRules(Steps steps, String versionStep, String statusStep, String reservedStep) {
    this.steps = steps;
    this.versionStep = versionStep;
    this.statusStep = statusStep;
    this.reservedStep = reservedStep;
  }

  @Override
  public void verify(MemorySegment request, MemorySegment response, long frame) {
    verifyHeader(request, response, frame);
    verifyStatus(response, frame);
    if (MadHeader.ATTRIBUTE_ID.get(response, 0) == MadHeader.ATTRIBUTE_ID.get(request, 0)) {
      verifyReserved(request, response, frame);
    }
  }

  private void verifyHeader(MemorySegment request, MemorySegment response, long frame) {
    WrongField version = wrongVersion(response);
    WrongField wrong = version == null ? wrongRouteOrKey(request, response) : version;
    steps
        .checks()
        .verifyAt(
            versionStep,
            frame,
            wrong == null,
            () -> wrong,
            () ->
                version == null && wrong != null
                    ? text(wrong.name(), Objects.requireNonNull(wrong.expected()))
                    : "BaseVersion 1, ClassVersion 1",
            () ->
                version == null && wrong != null
                    ? text(wrong.name(), wrong.actual())
                    : "BaseVersion %d, ClassVersion %d"
                        .formatted(
                            MadHeader.BASE_VERSION.get(response, 0),
                            MadHeader.CLASS_VERSION.get(response, 0)));
  }

  private static String text(String name, BigInteger value) {
    return "%s 0x%X".formatted(name, value);
  }

  private static @Nullable WrongField wrongVersion(MemorySegment response) {
    WrongField base = other(MadHeader.BASE_VERSION, response, 1);
    return base == null ? other(MadHeader.CLASS_VERSION, response, Smp.CLASS_VERSION) : base;
  }

  /// The first wrong field of M_Key and route. The M_Key is that of the request or 0. A directed
  /// route without a hop is answered by the tester's own port and not checked.
  private static @Nullable WrongField wrongRouteOrKey(
      MemorySegment request, MemorySegment response) {
    boolean isDirected = MadHeader.MGMT_CLASS.get(request, 0) == Smp.DIRECTED_ROUTE;
    int hops = isDirected ? (int) Smp.HOP_COUNT.get(request, 0) : 0;
    if (isDirected && hops == 0) {
      return null;
    }
    WrongField key =
        Smp.M_KEY.get(response, 0) == 0
            ? null
            : other(Smp.M_KEY, response, Smp.M_KEY.get(request, 0));
    return key == null && isDirected ? wrongRoute(request, response, hops) : key;
  }

  private static @Nullable WrongField wrongRoute(
      MemorySegment request, MemorySegment response, int hops) {
    WrongField count = other(Smp.HOP_COUNT, response, hops);
    WrongField wrong = count == null ? other(Smp.DR_DLID, response, Smp.PERMISSIVE_LID) : count;
    for (int hop = 1; wrong == null && hop <= hops; hop++) {
      long port = Smp.INITIAL_PATH.get(request, 0, hop);
      long actual = Smp.INITIAL_PATH.get(response, 0, hop);
      wrong = actual == port ? null : WrongField.inMad(Smp.INITIAL_PATH, 0, hop, port, actual);
    }
    return wrong;
  }

  private static @Nullable WrongField other(Field field, MemorySegment in, long expected) {
    long actual = field.get(in, 0);
    return actual == expected ? null : WrongField.inMad(field, 0, 0, expected, actual);
  }

  /// Checks the bits of Status other than the code. A busy device has not processed the request, so
  /// its response proves nothing. D is 1 in a directed-route response (14.2.2.3).
  private void verifyStatus(MemorySegment response, long frame) {
    long status = MadHeader.STATUS.get(response, 0);
    boolean isBusy = MadStatus.BUSY.get(response, 0) == 1;
    long code = MadStatus.CODE.get(response, 0);
    int direction = MadHeader.MGMT_CLASS.get(response, 0) == Smp.DIRECTED_ROUTE ? D : 0;
    if (isBusy && code == MadStatus.OK) {
      steps.body().log.inconclusive(statusStep, "the DUT is busy: Status.Busy is 1");
    }
    steps
        .checks()
        .verifyAt(
            statusStep,
            frame,
            (status & RESERVED_STATUS) == direction
                && MadStatus.REDIRECT.get(response, 0) == 0
                && (!isBusy || code == MadStatus.OK),
            () -> WrongField.inMad(MadHeader.STATUS, 0, 0, (status & 0x1C) | direction, status),
            () ->
                (status & D) == direction
                    ? "Status with Redirect and reserved bits 0, and Busy 0 beside a code other than 0"
                    : "Status with D " + (direction == 0 ? "0 by LID" : "1 by directed route"),
            () -> "Status 0x%04X".formatted(status));
  }

  private void verifyReserved(MemorySegment request, MemorySegment response, long frame) {
    int offset = ReservedBits.firstSet(request, response);
    steps
        .checks()
        .verifyAt(
            reservedStep,
            frame,
            offset < 0,
            () -> "reserved bits 0",
            () -> ReservedBits.shown(response, offset));
  }
}
