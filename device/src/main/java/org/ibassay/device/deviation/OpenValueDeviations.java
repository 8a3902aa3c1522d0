package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.CA;
import static org.ibassay.device.variant.NodeKind.SWITCH;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.PortInfo.LID;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LMC;
import static org.ibassay.wire.attribute.PortInfo.LOCAL_PHY_ERRORS;
import static org.ibassay.wire.attribute.PortInfo.OVERRUN_ERRORS;
import static org.ibassay.wire.attribute.PortInfo.PORT_STATE;
import static org.ibassay.wire.attribute.PortInfo.VL_STALL_COUNT;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.ibassay.device.sma.PortInfoChecks.Ruling;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Smp;

/// Deviations that show only in a Set of PortInfo with a value that the specification leaves open.
final class OpenValueDeviations {
  private static final long LAST_BYTE = 0xFF;
  private static final int FASTEST = 6;

  private OpenValueDeviations() {}

  /// Whether a Set has the open value.
  private interface Which {
    /// @param before PortInfo of the port before the Set
    boolean is(Transaction t, MemorySegment before);
  }

  /// An open value.
  ///
  /// @param word word in names of deviations
  /// @param text description for users
  private record Open(String word, String text, Field field, Set<NodeKind> kinds, Which which) {
    /// A wrong value is stored.
    DeviationSpec stores(
        String name, String does, Field stored, ToLongFunction<Transaction> value) {
      return DeviationSpec.of(
          "open.%s-%s".formatted(word, name),
          "%s when %s is set".formatted(does, text),
          kinds,
          PortInfoEdits.stored(done -> {
            if (done.code() == MadStatus.OK && which.is(done.t(), done.before())) {
              done.port().put(stored, value.applyAsLong(done.t()));
            }
          }));
    }

    DeviationSpec storedAndRefused() {
      return DeviationSpec.of(
          "open.%s-stored-and-refused".formatted(word),
          "answers code 7 to, but stores, " + text,
          kinds,
          PortInfoDeviations.rules((t, port, of, _, right) ->
              of.equals(field) && which.is(t, port.info()) ? Ruling.STORE_AND_REFUSE : right));
    }

    DeviationSpec code3() {
      return DeviationSpec.of(
          "open.%s-code-3".formatted(word),
          "rejects %s with code 3".formatted(text),
          kinds,
          Edits.sets(
              PORT_INFO,
              (t, handler) -> {
                handler.get(t);
                MemorySegment shown = t.response().asSlice(Smp.DATA);
                if (which.is(t, shown)) {
                  return MadStatus.BAD_METHOD_ATTRIBUTE;
                }
                return handler.set(t);
              }));
    }
  }

  static List<DeviationSpec> all() {
    List<DeviationSpec> all = new ArrayList<>();
    all.addAll(ofStates());
    all.addAll(ofLid());
    all.addAll(ofSpeed());
    all.addAll(ofStallCount());
    all.addAll(ofThresholds());
    return all;
  }

  private static List<DeviationSpec> ofStates() {
    Open present =
        new Open(
            "present-state",
            "the present PortState",
            PORT_STATE,
            Set.of(CA, SWITCH),
            (t, before) -> t.asked(PORT_STATE) != 0 && t.asked(PORT_STATE) == state(before));
    Open active =
        new Open(
            "present-active",
            "PortState Active in Active",
            PORT_STATE,
            Set.of(CA, SWITCH),
            (t, before) -> t.asked(PORT_STATE) == PortState.ACTIVE && isActive(before));
    Open armed =
        new Open(
            "armed",
            "PortState Armed in Active",
            PORT_STATE,
            Set.of(CA, SWITCH),
            (t, before) -> t.asked(PORT_STATE) == PortState.ARMED && isActive(before));
    return List.of(
        present.stores(
            "advances",
            "moves to the next PortState",
            PORT_STATE,
            t -> Math.min(PortState.ACTIVE, t.asked(PORT_STATE) + 1)),
        present.stores("sets-limit", "sets VLHighLimit to 1", PortInfo.VL_HIGH_LIMIT, _ -> 1),
        present.code3(),
        active.stores("leaves-it", "moves to Armed", PORT_STATE, _ -> PortState.ARMED),
        armed.stores("falls", "moves to Initialize", PORT_STATE, _ -> PortState.INITIALIZE),
        armed.stores("sets-limit", "sets VLHighLimit to 1", PortInfo.VL_HIGH_LIMIT, _ -> 1),
        armed.storedAndRefused(),
        armed.code3());
  }

  private static List<DeviationSpec> ofLid() {
    Open lid =
        new Open(
            "lid",
            "a LID whose low LMC bits are not 0",
            LID,
            Set.of(CA),
            (t, _) -> (t.asked(LID) & lowBits(t)) != 0);
    return List.of(
        lid.stores("last", "stores the last LID of the range", LID, t -> t.asked(LID) | lowBits(t)),
        lid.stores(
            "loses-byte", "clears the last byte of LID", LID, t -> t.asked(LID) & ~LAST_BYTE),
        lid.stores("clears-lmc", "sets LMC to 0", LMC, _ -> 0),
        lid.storedAndRefused(),
        lid.code3());
  }

  private static List<DeviationSpec> ofSpeed() {
    Open speed =
        new Open(
            "speed",
            "LinkSpeedEnabled without 2.5 Gb/s",
            LINK_SPEED_ENABLED,
            Set.of(CA, SWITCH),
            (t, _) -> isFast(t.asked(LINK_SPEED_ENABLED)));
    Open fastest =
        new Open(
            "speed-6",
            "LinkSpeedEnabled 6",
            LINK_SPEED_ENABLED,
            Set.of(CA, SWITCH),
            (t, _) -> t.asked(LINK_SPEED_ENABLED) == FASTEST);
    return List.of(
        speed.storedAndRefused(),
        speed.code3(),
        fastest.storedAndRefused(),
        accepting(speed.stores("slowest", "stores 1", LINK_SPEED_ENABLED, _ -> 1)),
        accepting(
            speed.stores(
                "narrows", "sets LinkWidthEnabled to 1", PortInfo.LINK_WIDTH_ENABLED, _ -> 1)));
  }

  private static DeviationSpec accepting(DeviationSpec one) {
    return one.on(SimParameter.LINK_SPEED_COMBINATIONS, 1);
  }

  private static List<DeviationSpec> ofStallCount() {
    Open stall =
        new Open(
            "stall-0",
            "VLStallCount 0",
            VL_STALL_COUNT,
            Set.of(SWITCH),
            (t, before) -> t.asked(VL_STALL_COUNT) == 0 && VL_STALL_COUNT.get(before, 0) != 0);
    return List.of(
        stall.storedAndRefused(),
        stall.code3(),
        stall.stores("clears-life", "sets HOQLife to 0", PortInfo.HOQ_LIFE, _ -> 0));
  }

  private static List<DeviationSpec> ofThresholds() {
    Open local = threshold("local-phy", LOCAL_PHY_ERRORS);
    Open overrun = threshold("overrun", OVERRUN_ERRORS);
    return List.of(
        local.stores(
            "moves-overrun",
            "stores LocalPhyErrors in OverrunErrors, too,",
            OVERRUN_ERRORS,
            t -> t.asked(LOCAL_PHY_ERRORS)),
        local.stores("clears-overrun", "sets OverrunErrors to 0", OVERRUN_ERRORS, _ -> 0),
        local.storedAndRefused(),
        local.code3(),
        overrun.stores(
            "moves-local-phy",
            "stores OverrunErrors in LocalPhyErrors, too,",
            LOCAL_PHY_ERRORS,
            t -> t.asked(OVERRUN_ERRORS)),
        overrun.stores("clears-local-phy", "sets LocalPhyErrors to 0", LOCAL_PHY_ERRORS, _ -> 0),
        overrun.code3(),
        DeviationSpec.of(
            "open.thresholds-swapped",
            "stores LocalPhyErrors in OverrunErrors, and OverrunErrors in LocalPhyErrors",
            Set.of(CA, SWITCH),
            PortInfoEdits.stored(done -> {
              if (done.code() == MadStatus.OK) {
                done.port().put(LOCAL_PHY_ERRORS, done.t().asked(OVERRUN_ERRORS));
                done.port().put(OVERRUN_ERRORS, done.t().asked(LOCAL_PHY_ERRORS));
              }
            })));
  }

  private static Open threshold(String word, Field field) {
    return new Open(
        word,
        "another " + field.name(),
        field,
        Set.of(CA, SWITCH),
        (t, before) -> t.asked(field) != field.get(before, 0));
  }

  private static boolean isActive(MemorySegment before) {
    return state(before) == PortState.ACTIVE;
  }

  private static long state(MemorySegment before) {
    return PORT_STATE.get(before, 0);
  }

  private static long lowBits(Transaction t) {
    return (1L << t.asked(LMC)) - 1;
  }

  private static boolean isFast(long speeds) {
    return speeds > 0 && speeds < 8 && (speeds & 1) == 0;
  }
}
