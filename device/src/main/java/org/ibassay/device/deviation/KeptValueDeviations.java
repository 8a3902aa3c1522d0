package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.ALL;
import static org.ibassay.device.variant.NodeKind.SWITCH;
import static org.ibassay.device.variant.SimParameter.GUID_CAP;
import static org.ibassay.wire.attribute.Attribute.GUID_INFO;
import static org.ibassay.wire.attribute.Attribute.LED_INFO;
import static org.ibassay.wire.attribute.Attribute.LINEAR_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.MULTICAST_FORWARDING_TABLE;
import static org.ibassay.wire.attribute.Attribute.NODE_DESCRIPTION;
import static org.ibassay.wire.attribute.Attribute.NOTICE;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.P_KEY_TABLE;
import static org.ibassay.wire.attribute.Attribute.SL_TO_VL_MAPPING_TABLE;
import static org.ibassay.wire.attribute.Attribute.SM_INFO;
import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.attribute.Attribute.VL_ARBITRATION_TABLE;
import static org.ibassay.wire.mad.Smp.DATA;
import static org.ibassay.wire.mad.Smp.DATA_BYTES;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.ibassay.device.sma.Replies;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.MadStatus;

/// Deviations in how long a device keeps settings: values that are lost after many Gets, after a
/// time, by a Get or Set of another attribute, or by a rejected request; and repeated Sets of the
/// same value.
final class KeptValueDeviations {
  private static final Set<NodeKind> SWITCHES = Set.of(SWITCH);
  private static final int MANY = 20;
  private static final long LONG_NANOS = 20_000_000_000L;
  private static final long PAUSE_NANOS = 250_000_000;
  private static final int BLOCK = 0xFFFF;
  private static final int GUIDS = 16;
  private static final int NO_MTU = 15;
  private static final int INVALID_FIELD = MadStatus.INVALID_FIELD;

  private static final Map<Attribute, Set<NodeKind>> ATTRIBUTES =
      Map.of(
          PORT_INFO, ALL,
          GUID_INFO, ALL,
          P_KEY_TABLE, ALL,
          SL_TO_VL_MAPPING_TABLE, ALL,
          VL_ARBITRATION_TABLE, ALL,
          LED_INFO, ALL,
          SWITCH_INFO, SWITCHES,
          LINEAR_FORWARDING_TABLE, SWITCHES,
          MULTICAST_FORWARDING_TABLE, SWITCHES);

  private KeptValueDeviations() {}

  static List<DeviationSpec> all() {
    List<DeviationSpec> all = new ArrayList<>();
    ATTRIBUTES.forEach((attribute, kinds) -> all.addAll(of(attribute, kinds)));
    all.add(block("pkeytable-block-1", P_KEY_TABLE, t -> (t.modifier() & BLOCK) == 1));
    all.add(block("guidinfo-block-1", GUID_INFO, t -> t.modifier() == 1).on(GUID_CAP, GUIDS));
    for (int part = 2; part <= 4; part++) {
      int lost = part;
      all.add(block("vlarb-part-" + part, VL_ARBITRATION_TABLE, t -> t.modifier() >>> 16 == lost));
    }
    all.add(
        DeviationSpec.of(
            "kept.silent-after-error",
            "does not answer the request that follows one that it rejected",
            ALL,
            KeptValueDeviations::fallSilentAfterError));
    all.add(lostByGet(GUID_INFO, NODE_DESCRIPTION));
    all.add(lostByGet(LED_INFO, SM_INFO));
    all.add(lostByGet(P_KEY_TABLE, NOTICE));
    all.add(
        lostBy(
            "illegal-value-pkeytable",
            "shows the old P_KeyTable again after a Set of an illegal NeighborMTU",
            ALL,
            P_KEY_TABLE,
            t ->
                Edits.isSet(t)
                    && Edits.isOf(PORT_INFO, t)
                    && t.asked(PortInfo.NEIGHBOR_MTU) == NO_MTU));
    all.add(
        DeviationSpec.of(
            "kept.high-limit-lost-by-high-table",
            "shows VL_High_Limit 0 once the high-priority VLArbitrationTable is set",
            ALL,
            seams -> {
              boolean[] isSet = new boolean[1];
              watch(
                  seams,
                  t ->
                      isSet[0] |=
                          Edits.isSet(t)
                              && Edits.isOf(VL_ARBITRATION_TABLE, t)
                              && t.modifier() >>> 16 > 2);
              Edits.responses(
                      t -> isSet[0] && Edits.isOf(PORT_INFO, t),
                      t -> t.answer(PortInfo.VL_HIGH_LIMIT, 0))
                  .accept(seams);
            }));
    all.add(
        DeviationSpec.of(
            "kept.set-after-unsupported-refused",
            "rejects the Set that follows a request for an attribute that it does not have",
            ALL,
            KeptValueDeviations::refuseAfterUnsupported));
    all.add(lostAfterPause(PORT_INFO, ALL, PortInfoEdits::unstored));
    all.add(lostAfterPause(P_KEY_TABLE, ALL, lost -> TableEdits.unstored(P_KEY_TABLE, lost)));
    all.add(
        lostAfterPause(
            LINEAR_FORWARDING_TABLE,
            SWITCHES,
            lost -> TableEdits.unstored(LINEAR_FORWARDING_TABLE, lost)));
    return all;
  }

  /// @param unstored makes a device answer the Sets of the attribute that a predicate selects, but
  ///   not store them
  private static DeviationSpec lostAfterPause(
      Attribute attribute,
      Set<NodeKind> kinds,
      Function<Predicate<Transaction>, Consumer<Seams>> unstored) {
    return DeviationSpec.of(
        "kept.set-after-pause-lost-" + word(attribute),
        "answers, but does not store, a Set of %s after 250 ms without a request"
            .formatted(attribute.name()),
        kinds,
        seams -> {
          long[] last = {0};
          boolean[] isAfterPause = {false};
          watch(
              seams,
              t -> {
                isAfterPause[0] = t.now() - last[0] > PAUSE_NANOS;
                last[0] = t.now();
              });
          unstored.apply(t -> Edits.isSet(t) && isAfterPause[0]).accept(seams);
        });
  }

  private static List<DeviationSpec> of(Attribute attribute, Set<NodeKind> kinds) {
    String word = word(attribute);
    return List.of(
        DeviationSpec.of(
            "kept.lost-by-gets-" + word,
            "shows the old %s again from the %dth Get on".formatted(attribute.name(), MANY),
            kinds,
            Edits.handler(
                attribute, handler -> new LostValues(handler, (_, last) -> last.gets() > MANY))),
        DeviationSpec.of(
            "kept.lost-in-time-" + word,
            "shows the old %s again after 20 s".formatted(attribute.name()),
            kinds,
            Edits.handler(
                attribute,
                handler ->
                    new LostValues(handler, (t, last) -> t.now() - last.setAt() > LONG_NANOS))),
        lostBy(
            "other-sets-" + word,
            "shows the old %s again once another attribute is set".formatted(attribute.name()),
            kinds,
            attribute,
            t -> Edits.isSet(t) && !Edits.isOf(attribute, t)),
        lostBy(
            "refusal-" + word,
            "shows the old %s again after a Set of an attribute that it does not have"
                .formatted(attribute.name()),
            kinds,
            attribute,
            t -> Edits.isSet(t) && t.attributeId() > 0xFF),
        DeviationSpec.of(
            "kept.same-refused-" + word,
            "rejects a Set of %s that changes nothing".formatted(attribute.name()),
            kinds,
            refuseSame(attribute)));
  }

  private static DeviationSpec block(
      String word, Attribute attribute, Predicate<Transaction> which) {
    return DeviationSpec.of(
        "kept.lost-in-time-" + word,
        "shows the old block of %s again after 20 s".formatted(attribute.name()),
        ALL,
        Edits.handler(
            attribute,
            handler ->
                new LostValues(
                    handler, (t, last) -> which.test(t) && t.now() - last.setAt() > LONG_NANOS)));
  }

  private static DeviationSpec lostByGet(Attribute lost, Attribute read) {
    return lostBy(
        "get-of-%s-%s".formatted(word(read), word(lost)),
        "shows the old %s again after a Get of %s".formatted(lost.name(), read.name()),
        ALL,
        lost,
        t -> Edits.isGet(t) && Edits.isOf(read, t));
  }

  private static String word(Attribute attribute) {
    return attribute.name().toLowerCase(Locale.ROOT).replace("_", "");
  }

  /// @param losing selects the requests after which the values are lost
  private static DeviationSpec lostBy(
      String word,
      String does,
      Set<NodeKind> kinds,
      Attribute attribute,
      Predicate<Transaction> losing) {
    return DeviationSpec.of(
        "kept.lost-by-" + word,
        does,
        kinds,
        seams -> {
          long[] lostAt = {-1};
          watch(seams, t -> lostAt[0] = losing.test(t) ? t.now() : lostAt[0]);
          Edits.handler(
                  attribute,
                  handler -> new LostValues(handler, (_, last) -> lostAt[0] > last.setAt()))
              .accept(seams);
        });
  }

  /// Observes every request before it is handled.
  static void watch(Seams seams, Consumer<Transaction> look) {
    seams.replies.deviate(replies ->
        new Replies.Overlay(replies) {
          @Override
          public boolean hears(Transaction t) {
            look.accept(t);
            return super.hears(t);
          }
        });
  }

  /// Rejects the second and later Sets of the same value, unless there was another Set in between.
  private static Consumer<Seams> refuseSame(Attribute attribute) {
    return seams -> {
      Map<Long, MemorySegment> last = new HashMap<>();
      Edits.sets(
              attribute,
              (t, handler) -> {
                MemorySegment asked = MemorySegment.ofArray(new byte[DATA_BYTES]);
                MemorySegment.copy(t.request(), DATA, asked, 0, DATA_BYTES);
                MemorySegment before = last.put(LostValues.place(t), asked);
                if (before != null && before.mismatch(asked) < 0) {
                  handler.get(t);
                  return INVALID_FIELD;
                }
                return handler.set(t);
              })
          .accept(seams);
    };
  }

  private static void fallSilentAfterError(Seams seams) {
    boolean[] isNext = new boolean[1];
    Edits.responses(
            _ -> true,
            t -> {
              boolean isNow = isNext[0];
              isNext[0] = !isNow && MadStatus.CODE.get(t.response(), 0) != MadStatus.OK;
              if (isNow) {
                t.withholdResponse();
              }
            })
        .accept(seams);
  }

  private static void refuseAfterUnsupported(Seams seams) {
    boolean[] isNext = new boolean[1];
    boolean[] isNow = new boolean[1];
    watch(
        seams,
        t -> {
          isNow[0] = isNext[0] && Edits.isSet(t) && Edits.isOf(PORT_INFO, t);
          isNext[0] = t.attributeId() > 0xFF;
        });
    Edits.sets(
            PORT_INFO,
            (t, handler) -> {
              if (isNow[0]) {
                handler.get(t);
                return INVALID_FIELD;
              }
              return handler.set(t);
            })
        .accept(seams);
  }
}
