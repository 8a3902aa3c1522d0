package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.ALL;

import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Smp;

/// Deviations in the header of LID-routed SMPs, where fields of directed-route ones are reserved.
final class LidHeaderDeviations {
  private static final int STATUS = 4;
  private static final int AFTER_ATTRIBUTE_ID = 18;
  private static final int AFTER_DR_DLID = 36;
  private static final int AFTER_DATA = Smp.DATA + Smp.DATA_BYTES;
  private static final int LAST = Smp.BYTES_OF_MAD - 1;

  private LidHeaderDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        bit("has the topmost reserved bit of Status set", "status-bit-14", STATUS, 0x40),
        bit("has the lowest reserved bit of Status set", "status-bit-5", STATUS + 1, 0x20),
        bit("has a bit set after AttributeID", "header-bit", AFTER_ATTRIBUTE_ID, 0x80),
        bit("has a bit set after DrDLID", "bit-after-dr-dlid", AFTER_DR_DLID, 0x80),
        bit("has the last bit before the data set", "bit-before-data", Smp.DATA - 1, 0x01),
        bit("has a bit set after the data", "bit-after-data", AFTER_DATA, 0x80),
        bit("has the last bit of the MAD set", "last-bit", LAST, 0x01),
        of("redirect", "has Redirect set", t -> MadStatus.REDIRECT.set(t.response(), 0, 1)),
        of("hop-count", "has a HopCount", t -> Smp.HOP_COUNT.set(t.response(), 0, 1)),
        of("hop-pointer", "has a HopPointer", t -> Smp.HOP_POINTER.set(t.response(), 0, 1)),
        of("dr-slid", "has DrSLID 0xFFFF", t -> permit(t, Smp.DR_SLID)),
        of("dr-dlid", "has DrDLID 0xFFFF", t -> permit(t, Smp.DR_DLID)),
        of("initial-path", "has an InitialPath", t -> Smp.INITIAL_PATH.set(t.response(), 0, 1, 1)),
        of("return-path", "has a ReturnPath", t -> Smp.RETURN_PATH.set(t.response(), 0, 1, 1)),
        of("version", "has ClassVersion 2", t -> MadHeader.CLASS_VERSION.set(t.response(), 0, 2)),
        of("m-key", "has an inverted M_Key", LidHeaderDeviations::invertKey),
        someOf(
            "dr-slid-to-set",
            "has DrSLID 0xFFFF in a response to a Set",
            Edits::isSet,
            t -> permit(t, Smp.DR_SLID)),
        someOf(
            "return-path-of-portinfo",
            "has a ReturnPath in a response with PortInfo",
            t -> Edits.isOf(Attribute.PORT_INFO, t),
            t -> Smp.RETURN_PATH.set(t.response(), 0, 1, t.port())),
        someOf(
            "reserved-attribute-bit",
            "has a reserved bit of NodeInfo set",
            t -> Edits.isOf(Attribute.NODE_INFO, t),
            t -> setBit(t, AFTER_DATA - 1, 0x01)),
        someOf(
            "busy-beside-code",
            "has Busy set beside a code other than 0",
            t -> MadStatus.CODE.get(t.response(), 0) != MadStatus.OK,
            t -> MadStatus.BUSY.set(t.response(), 0, 1)),
        request("dr-slid-dropped", "drops a request with a DrSLID", LidHeaderDeviations::hasSlid),
        request(
            "path-dropped", "drops a request with an InitialPath", LidHeaderDeviations::hasPath),
        someOf(
            "dr-slid-refused",
            "rejects a request with a DrSLID",
            LidHeaderDeviations::hasSlid,
            t -> MadStatus.CODE.set(t.response(), 0, MadStatus.INVALID_FIELD)),
        someOf(
            "path-shown",
            "answers a request with an InitialPath with a wrong LocalPortNum",
            LidHeaderDeviations::hasPath,
            t -> setBit(t, Smp.DATA + 36, 0x80)));
  }

  private static boolean hasSlid(Transaction t) {
    return Smp.DR_SLID.get(t.request(), 0) != 0;
  }

  private static boolean hasPath(Transaction t) {
    return Smp.INITIAL_PATH.get(t.request(), 0, 1) != 0;
  }

  private static void permit(Transaction t, Field field) {
    field.set(t.response(), 0, Smp.PERMISSIVE_LID);
  }

  private static void invertKey(Transaction t) {
    Smp.M_KEY.set(t.response(), 0, ~Smp.M_KEY.get(t.request(), 0));
  }

  private static void setBit(Transaction t, int offset, int bit) {
    byte octet = t.response().get(ValueLayout.JAVA_BYTE, offset);
    t.response().set(ValueLayout.JAVA_BYTE, offset, (byte) (octet | bit));
  }

  private static DeviationSpec bit(String does, String name, int offset, int bit) {
    return of(name, does, t -> setBit(t, offset, bit));
  }

  private static DeviationSpec of(String name, String does, Consumer<Transaction> edit) {
    return someOf(name, does + " in a response", _ -> true, edit);
  }

  private static DeviationSpec someOf(
      String name, String does, Predicate<Transaction> which, Consumer<Transaction> edit) {
    return spec(name, does, Edits.responses(t -> Edits.isByLid(t) && which.test(t), edit));
  }

  private static DeviationSpec request(String name, String does, Predicate<Transaction> which) {
    return spec(name, does, Edits.deafTo(t -> Edits.isByLid(t) && which.test(t)));
  }

  private static DeviationSpec spec(String name, String does, Consumer<Seams> effect) {
    return DeviationSpec.of("smplid." + name, does + ", by LID", ALL, effect).onLid();
  }
}
