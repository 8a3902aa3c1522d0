package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.ALL;
import static org.ibassay.wire.mad.MadStatus.CODE;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;

/// Deviations in the header of subnet management packets, and in the response to undefined
/// requests.
final class SmpHeaderDeviations {
  private static final int PATHS = 128;
  private static final int PATH_BYTES = 64;
  private static final long LOWER_HALF = 0xFFFF_FFFFL;
  private static final long FIRST_OCTET = 0xFFL << 56;

  private SmpHeaderDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(routes(), data(), dataOfOthers(), attributes(), transactions())
        .flatMap(List::stream)
        .toList();
  }

  /// Fields that are changed on the wire, because the device would not send a packet in which the
  /// agent changed them.
  private static List<DeviationSpec> routes() {
    return List.of(
        wire("dr-dlid-0", "DrDLID 0", mad -> Smp.DR_DLID.set(mad, 0, 0)),
        wire("dr-dlid-bfff", "DrDLID 0xBFFF", mad -> Smp.DR_DLID.set(mad, 0, 0xBFFF)),
        wire("hop-count-0", "HopCount 0", mad -> Smp.HOP_COUNT.set(mad, 0, 0)),
        wire(
            "hop-count-next",
            "a HopCount that is one too large",
            mad -> Smp.HOP_COUNT.set(mad, 0, Smp.HOP_COUNT.get(mad, 0) + 1)),
        wire(
            "initial-path-cleared",
            "an empty InitialPath",
            mad -> mad.asSlice(PATHS, PATH_BYTES).fill((byte) 0)),
        wire(
            "initial-path-next-port",
            "the next port in InitialPath",
            mad -> Smp.INITIAL_PATH.set(mad, 0, 1, Smp.INITIAL_PATH.get(mad, 0, 1) + 1)),
        wire(
            "return-path-cleared",
            "an empty ReturnPath",
            mad -> mad.asSlice(PATHS + PATH_BYTES, PATH_BYTES).fill((byte) 0)),
        wire(
            "return-path-next-port",
            "the next port in ReturnPath",
            mad -> Smp.RETURN_PATH.set(mad, 0, 1, Smp.RETURN_PATH.get(mad, 0, 1) + 1)),
        wire("direction-0", "D 0", mad -> Smp.DIRECTION.set(mad, 0, 0)),
        wireOfData(
            "hop-pointer-kept",
            "HopPointer as received",
            mad -> Smp.HOP_POINTER.set(mad, 0, Smp.HOP_POINTER.get(mad, 0) + 1)),
        wireOfData("dr-slid-0", "DrSLID 0", mad -> Smp.DR_SLID.set(mad, 0, 0)));
  }

  private static List<DeviationSpec> data() {
    List<DeviationSpec> all = new ArrayList<>();
    all.add(
        getWithData(
            "data-of-get-refused", "rejects a Get that carries data", SmpHeaderDeviations::refuse));
    for (Field field : NodeInfo.LAYOUT.fields()) {
      String word = field.name().toLowerCase(Locale.ROOT);
      all.add(
          getWithData(
              "data-of-get-shown-in-" + word,
              "shows %s as a Get carries it".formatted(field.name()),
              t -> t.answer(field, t.answered(field) | t.asked(field))));
      all.add(
          byLid(
              word + "-by-lid",
              "has a different %s by LID".formatted(field.name()),
              t -> {
                if (Edits.isOf(Attribute.NODE_INFO, t)) {
                  t.answer(field, t.answered(field) ^ 1);
                }
              }));
    }
    return all;
  }

  /// Deviations in Gets of other attributes that carry data.
  private static List<DeviationSpec> dataOfOthers() {
    List<DeviationSpec> all = new ArrayList<>();
    for (Attribute attribute :
        List.of(Attribute.SWITCH_INFO, Attribute.SL_TO_VL_MAPPING_TABLE, Attribute.LED_INFO)) {
      String name = "data-of-get-shown-after-" + attribute.name().toLowerCase(Locale.ROOT);
      String does = "shows the octets after %s as a Get carries them".formatted(attribute.name());
      all.add(
          DeviationSpec.of(
              "smp." + name,
              does,
              attribute.equals(Attribute.SWITCH_INFO) ? Set.of(NodeKind.SWITCH) : ALL,
              Edits.responses(t -> isFilledGet(attribute, t), t -> keepTail(attribute, t))));
    }
    all.add(
        byLid(
            "data-of-get-shown-after-ledinfo-by-lid",
            "shows the octets after LedInfo as a Get carries them by LID",
            t -> {
              if (isFilledGet(Attribute.LED_INFO, t)) {
                keepTail(Attribute.LED_INFO, t);
              }
            }));
    Attribute lanes = Attribute.VL_ARBITRATION_TABLE;
    all.add(
        of(
            "data-of-get-shown-before-vls",
            "shows the reserved bits of VLArbitrationTable as a Get carries them",
            t -> isFilledGet(lanes, t),
            t -> {
              for (int i = Smp.DATA; i < Smp.DATA + Smp.DATA_BYTES; i += 2) {
                byte shown = t.response().get(ValueLayout.JAVA_BYTE, i);
                byte carried = t.request().get(ValueLayout.JAVA_BYTE, i);
                t.response().set(ValueLayout.JAVA_BYTE, i, (byte) (shown | (carried & 0xF0)));
              }
            }));
    all.add(
        of(
            "data-of-get-refused-of-vlarbitrationtable",
            "rejects a Get of VLArbitrationTable that carries data",
            t -> isFilledGet(lanes, t),
            SmpHeaderDeviations::refuse));
    all.add(
        DeviationSpec.of(
            "smp.data-of-get-dropped-of-sminfo",
            "does not respond to a Get of SMInfo that carries data",
            ALL,
            Edits.deafTo(t -> isFilledGet(Attribute.SM_INFO, t))));
    return all;
  }

  private static boolean isFilledGet(Attribute attribute, Transaction t) {
    int lastOctet = Smp.DATA + Smp.DATA_BYTES - 1;
    return Edits.isGet(t)
        && Edits.isOf(attribute, t)
        && t.request().get(ValueLayout.JAVA_BYTE, lastOctet) == -1;
  }

  private static void keepTail(Attribute attribute, Transaction t) {
    int from = attribute.layout().bytes();
    MemorySegment.copy(
        t.request(), Smp.DATA + from, t.response(), Smp.DATA + from, Smp.DATA_BYTES - from);
  }

  private static void refuse(Transaction t) {
    CODE.set(t.response(), 0, INVALID_FIELD);
  }

  private static List<DeviationSpec> attributes() {
    return List.of(
        byLid(
            "attribute-unknown-ok-by-lid",
            "answers code 0 by LID for attributes that it lacks",
            t -> {
              if (t.attributeId() > 0xFF) {
                CODE.set(t.response(), 0, OK);
              }
            }),
        of(
            "m-key-other",
            "has the M_Key of the request inverted in a response",
            _ -> true,
            t -> Smp.M_KEY.set(t.response(), 0, ~Smp.M_KEY.get(t.request(), 0))),
        of(
            "m-key-low-half",
            "has the low half of the M_Key of the request in a response",
            _ -> true,
            t -> Smp.M_KEY.set(t.response(), 0, Smp.M_KEY.get(t.request(), 0) & 0xFFFF_FFFFL)),
        code(
            "attribute-7fff-ok",
            "answers attribute 0x7FFF with code 0",
            t -> {
              return t.attributeId() == 0x7FFF;
            },
            OK),
        code(
            "attribute-0-set-ok",
            "answers a Set of attribute 0 with code 0",
            t -> {
              return t.attributeId() == 0 && Edits.isSet(t);
            },
            OK),
        code(
            "attribute-code-7",
            "answers attribute 0x00FF with code 7",
            t -> {
              return t.attributeId() == 0xFF;
            },
            INVALID_FIELD),
        byLid(
            "direction-by-lid",
            "has the direction bit in a response by LID",
            t -> {
              byte status = t.response().get(ValueLayout.JAVA_BYTE, 4);
              t.response().set(ValueLayout.JAVA_BYTE, 4, (byte) (status | 0x80));
            }),
        byLid(
            "code-7-by-lid",
            "rejects NodeInfo by LID",
            t -> {
              if (Edits.isOf(Attribute.NODE_INFO, t)) {
                CODE.set(t.response(), 0, INVALID_FIELD);
              }
            }));
  }

  private static boolean isDirected(Transaction t) {
    return MadHeader.MGMT_CLASS.get(t.request(), 0) == Smp.DIRECTED_ROUTE;
  }

  /// Changes a response by directed route.
  private static DeviationSpec wire(String name, String does, Consumer<MemorySegment> edit) {
    return wire(name, does + ", by directed route", SmpHeaderDeviations::isDirected, edit);
  }

  /// Changes the response to a Get of NodeInfo with data, by directed route: if other responses
  /// were changed, the device would be unreachable, because they do not arrive at the tester.
  private static DeviationSpec wireOfData(String name, String does, Consumer<MemorySegment> edit) {
    return wire(
        name,
        does + " in the response to a Get that carries data, by directed route",
        t -> isDirected(t) && carriesData(t),
        edit);
  }

  private static DeviationSpec wire(
      String name, String does, Predicate<Transaction> which, Consumer<MemorySegment> edit) {
    return DeviationSpec.of(
        "smp." + name,
        "has " + does,
        ALL,
        seams -> {
          boolean[] isNext = new boolean[1];
          Edits.responses(_ -> true, t -> isNext[0] = which.test(t)).accept(seams);
          seams.wire.deviate(under ->
              mad -> {
                under.accept(mad);
                if (isNext[0]) {
                  edit.accept(mad);
                }
              });
        });
  }

  private static List<DeviationSpec> transactions() {
    return List.of(
        DeviationSpec.of(
            "smp.transaction-id-again-dropped",
            "does not answer a request with the TransactionID of the one before",
            ALL,
            seams -> Edits.deafTo(repeating()).accept(seams)),
        DeviationSpec.of(
            "smp.transaction-id-again-answered-as-before",
            "repeats its last response to a request with the TransactionID of the one before",
            ALL,
            SmpHeaderDeviations::repeatLast),
        transaction("lower-half", "the lower half", id -> id & LOWER_HALF),
        transaction("sign-extended", "the lower half, sign-extended,", id -> (int) id),
        transaction("31-bits", "the lower 31 bits", id -> id & Integer.MAX_VALUE),
        transaction("first-octet-lost", "all octets but the first", id -> id & ~FIRST_OCTET));
  }

  /// Returns a part of the TransactionID with a NodeDescription.
  private static DeviationSpec transaction(String name, String kept, LongUnaryOperator part) {
    return of(
        "transaction-id-" + name,
        "returns %s of the TransactionID with a NodeDescription".formatted(kept),
        t -> Edits.isOf(Attribute.NODE_DESCRIPTION, t),
        t -> {
          long id = MadHeader.TRANSACTION_ID.get(t.request(), 0);
          MadHeader.TRANSACTION_ID.set(t.response(), 0, part.applyAsLong(id));
        });
  }

  /// Selects requests with the TransactionID of the previous one; has state for each device.
  private static Predicate<Transaction> repeating() {
    long[] last = new long[1];
    return t -> {
      long id = MadHeader.TRANSACTION_ID.get(t.request(), 0);
      boolean isAgain = id == last[0];
      last[0] = id;
      return isAgain;
    };
  }

  private static void repeatLast(Seams seams) {
    Predicate<Transaction> repeating = repeating();
    MemorySegment last = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
    Edits.responses(
            _ -> true,
            t -> {
              if (repeating.test(t)) {
                t.response().copyFrom(last);
              }
              MemorySegment.copy(t.response(), 0, last, 0, last.byteSize());
            })
        .accept(seams);
  }

  private static DeviationSpec getWithData(String name, String does, Consumer<Transaction> edit) {
    return of(name, does, SmpHeaderDeviations::carriesData, edit);
  }

  private static boolean carriesData(Transaction t) {
    return Edits.isGet(t) && Edits.isOf(Attribute.NODE_INFO, t) && t.asked(NodeInfo.REVISION) != 0;
  }

  private static DeviationSpec code(
      String name, String does, Predicate<Transaction> which, int code) {
    return of(name, does, which, t -> CODE.set(t.response(), 0, code));
  }

  private static DeviationSpec byLid(String name, String does, Consumer<Transaction> edit) {
    return of(name, does, Edits::isByLid, edit).onLid();
  }

  private static DeviationSpec of(
      String name, String does, Predicate<Transaction> which, Consumer<Transaction> edit) {
    return DeviationSpec.of("smp." + name, does, ALL, Edits.responses(which, edit));
  }
}
