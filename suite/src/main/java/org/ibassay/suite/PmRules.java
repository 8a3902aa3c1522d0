package org.ibassay.suite;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Locale;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.management.ManagementClass;
import org.ibassay.wire.pm.PmAttributes;

/// Rules for every response of performance management, except those that compare it with its
/// request (13.4.2, 13.4.7, 16.1.1).
final class PmRules implements ClassRules {
  private static final int CLASS_VERSION = 1;

  /// All bits of Status except the code: Busy, Redirect, reserved and class-specific bits.
  private static final int BESIDE_CODE = 0xFFE3;

  private static final int AFTER_ATTRIBUTE_ID = 18;
  private static final int DATA = ManagementClass.data(ManagementClass.PERFORMANCE, 0);

  private final Steps steps;
  private final String versionStep;
  private final String statusStep;
  private final String reservedStep;

  /// @param versionStep where the versions are checked
  /// @param statusStep where the bits of Status other than the code are checked
  /// @param reservedStep where the reserved octets of the MAD are checked
  PmRules(Steps steps, String versionStep, String statusStep, String reservedStep) {
    this.steps = steps;
    this.versionStep = versionStep;
    this.statusStep = statusStep;
    this.reservedStep = reservedStep;
  }

  @Override
  public void verify(MemorySegment request, MemorySegment response, long frame) {
    if (MadHeader.MGMT_CLASS.get(response, 0) != ManagementClass.PERFORMANCE) {
      return;
    }
    long base = MadHeader.BASE_VERSION.get(response, 0);
    long version = MadHeader.CLASS_VERSION.get(response, 0);
    steps
        .checks()
        .verifyAt(
            versionStep,
            frame,
            base == 1 && version == CLASS_VERSION,
            () ->
                base == 1
                    ? WrongField.inMad(MadHeader.CLASS_VERSION, 0, 0, CLASS_VERSION, version)
                    : WrongField.inMad(MadHeader.BASE_VERSION, 0, 0, 1, base),
            () -> "BaseVersion 1, ClassVersion 1",
            () -> "BaseVersion %d, ClassVersion %d".formatted(base, version));
    long status = MadHeader.STATUS.get(response, 0);
    steps
        .checks()
        .verifyAt(
            statusStep,
            frame,
            (status & BESIDE_CODE) == 0,
            () -> WrongField.inMad(MadHeader.STATUS, 0, 0, status & ~(long) BESIDE_CODE, status),
            () -> "Status with all bits beside Status.Code 0",
            () -> "Status 0x%04X".formatted(status));
    int octet = firstReserved(response);
    steps
        .checks()
        .verifyAt(
            reservedStep,
            frame,
            octet < 0,
            () -> "reserved octets 0",
            () ->
                "0x%02X in byte %d of the MAD"
                    .formatted(response.get(ValueLayout.JAVA_BYTE, octet), octet));
  }

  private static int firstReserved(MemorySegment mad) {
    for (int at = AFTER_ATTRIBUTE_ID; at < DATA; at++) {
      boolean isReserved = at < AFTER_ATTRIBUTE_ID + 2 || at >= MadHeader.LAYOUT.bytes();
      if (isReserved && mad.get(ValueLayout.JAVA_BYTE, at) != 0) {
        return at;
      }
    }
    return -1;
  }

  /// Method and attribute of a MAD, for messages.
  static String name(int method, int attribute) {
    String verb =
        switch (method) {
          case Method.GET -> "Get";
          case Method.SET -> "Set";
          case Method.GET_RESP -> "GetResp";
          default -> "Method0x%02X".formatted(method);
        };
    return "Performance%s(%s)".formatted(verb, attribute(attribute));
  }

  /// The name of an attribute, or its number.
  static String attribute(int id) {
    return PmAttributes.all().stream()
        .filter(known -> known.id() == id)
        .findFirst()
        .map(GmpAttribute::name)
        .orElseGet(() -> String.format(Locale.ROOT, "0x%04X", id));
  }
}
