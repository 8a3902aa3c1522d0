package org.ibassay.runner.state;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.ibassay.link.LinkException;
import org.ibassay.suite.Change;
import org.ibassay.wire.Access;
import org.ibassay.wire.Described;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.jspecify.annotations.Nullable;

/// PortInfo of the ports that share one M_Key: one port of a channel adapter or router, or port 0
/// of a switch with external ports.
final class PortInfoSnapshot implements Snapshot {
  /// From Initialize to Active takes two Sets; one more round allows for a lost response.
  private static final int ROUNDS = 4;

  /// How long to wait for links to retrain, in total.
  private static final Duration TRAINING = Duration.ofSeconds(2);

  private static final Duration TRAINING_LOOK = Duration.ofMillis(50);

  /// The port number in an AttributeModifier of PortInfo.
  private static final long PORT_NUMBER = 0xFF;

  /// A value of PortPhysicalState.
  private static final long POLLING = 2;

  private static final long DISABLED = 3;
  private static final long LINK_UP = 5;
  private static final long PHY_TEST = 7;

  private static final Set<Field> STATES =
      Set.of(PortInfo.PORT_STATE, PortInfo.PORT_PHYSICAL_STATE);
  private static final Set<Field> LIDS = Set.of(PortInfo.LID, PortInfo.MASTER_SM_LID);
  private static final Set<Field> COUNTERS =
      Set.of(PortInfo.M_KEY_VIOLATIONS, PortInfo.P_KEY_VIOLATIONS, PortInfo.Q_KEY_VIOLATIONS);

  /// A port and its PortInfo.
  ///
  /// @param number port number
  /// @param modifier AttributeModifier that reads and writes it
  /// @param before the attribute, 64 bytes
  private record Port(int number, long modifier, MemorySegment before) {}

  private final Change change;
  private final Smps smps;
  private final List<Port> ports;
  private final List<Long> keys;

  private PortInfoSnapshot(Change change, Smps smps, List<Port> ports, List<Long> keys) {
    this.change = change;
    this.smps = smps;
    this.ports = ports;
    this.keys = keys;
  }

  /// Reads the ports. An external port whose Get is rejected is omitted, because its state is
  /// unknown.
  ///
  /// @param external external ports of a switch
  /// @param holder the port that holds the M_Key. It is restored last, so that the key that opens
  ///   the others remains in place until then
  /// @param keys keys that the test may leave
  /// @throws NotReadableException names the port, or says that its M_Key is uncertain, so that it
  ///   could not be restored
  static PortInfoSnapshot take(
      Change change, Smps smps, List<Integer> external, int holder, List<Long> keys)
      throws NotReadableException, LinkException, InterruptedException {
    MKeySearch search = new MKeySearch(smps, holder);
    MKeySearch.Found found = search.find(MKeySearch.inOrder(List.of(0L), asArray(keys)));
    if (found == null) {
      throw new NotReadableException("PortInfo of port " + holder + ": no response");
    }
    boolean isExtended = found.portInfo().get(PortInfo.IS_EXTENDED_SPEEDS_SUPPORTED) == 1;
    List<Port> ports = new ArrayList<>();
    for (int number : external) {
      Port port = read(smps, number, found.key(), isExtended);
      if (port != null) {
        ports.add(port);
      }
    }
    Port last = read(smps, holder, found.key(), isExtended);
    if (last == null) {
      throw new NotReadableException(
          "PortInfo of port %d: status code %d".formatted(holder, found.portInfo().code()), true);
    }
    ports.add(last);
    requireKnownKey(last.before());
    return new PortInfoSnapshot(change, smps, List.copyOf(ports), keys);
  }

  private static void requireKnownKey(MemorySegment holder) throws NotReadableException {
    if (MKeySearch.isHidden(holder)) {
      throw new NotReadableException(
          "M_Key reads as 0, which beside M_KeyProtectBits %d may hide another; give that one with"
                  .formatted(PortInfo.M_KEY_PROTECT_BITS.get(holder, 0))
              + " --param M_KEY_DUT=KEY");
    }
  }

  /// Recreates the snapshot of an earlier process.
  static PortInfoSnapshot of(List<SavedAttribute> saved, Smps smps, List<Long> keys) {
    Map<Integer, Port> ports = new TreeMap<>(Comparator.reverseOrder());
    for (SavedAttribute one : saved) {
      int number = (int) (one.modifier() & PORT_NUMBER);
      ports.putIfAbsent(number, new Port(number, one.modifier(), one.data()));
    }
    Change change = saved.getFirst().change();
    return new PortInfoSnapshot(change, smps, List.copyOf(ports.values()), keys);
  }

  /// @param isExtended whether the port that holds the M_Key declares extended speeds: on a switch,
  ///   for all ports
  /// @return null if the Get is rejected
  private static @Nullable Port read(Smps smps, int number, long key, boolean isExtended)
      throws NotReadableException, LinkException, InterruptedException {
    Smps.Answer plain = smps.get(Attribute.PORT_INFO, number, key);
    if (plain == null) {
      throw new NotReadableException("PortInfo of port " + number + ": no response");
    }
    if (!plain.isOk()) {
      return null;
    }
    if (isExtended) {
      long modifier = (PortInfo.SM_SUPPORTS_EXTENDED_SPEEDS & 0xFFFF_FFFFL) | number;
      Smps.Answer extended = smps.get(Attribute.PORT_INFO, modifier, key);
      if (extended != null && extended.isOk()) {
        return new Port(number, modifier, extended.data());
      }
    }
    return new Port(number, number, plain.data());
  }

  @Override
  public List<SavedAttribute> saved(int via) {
    return ports.stream()
        .map(port -> new SavedAttribute(change, via, 0, port.modifier(), port.before()))
        .toList();
  }

  @Override
  public List<ChangedState> differences() throws LinkException, InterruptedException {
    MKeySearch search = new MKeySearch(smps, holder().modifier());
    MKeySearch.Found found = search.find(MKeySearch.inOrder(keys, original(), 0));
    return differences(found == null ? original() : found.key());
  }

  private long original() {
    return PortInfo.M_KEY.get(holder().before(), 0);
  }

  @Override
  public List<ChangedState> restore() throws LinkException, InterruptedException {
    MKeySearch search = new MKeySearch(smps, holder().modifier());
    long original = original();
    List<Long> order = MKeySearch.inOrder(keys, original, 0);
    Duration trained = Duration.ZERO;
    for (int round = 0; round < ROUNDS; round++) {
      MKeySearch.Found found = search.find(order);
      if (found == null) {
        return List.of(
            ChangedState.open("PortInfo: the DUT no longer answers, so it was not restored"));
      }
      Standing standing = putBack(found.key());
      if (standing == Standing.BACK) {
        return differences(found.key());
      }
      if (standing == Standing.TRAINING && trained.compareTo(TRAINING) < 0) {
        smps.pause(TRAINING_LOOK);
        trained = trained.plus(TRAINING_LOOK);
        round--;
      }
      order = MKeySearch.inOrder(List.of(original), asArray(MKeySearch.inOrder(keys, 0)));
    }
    MKeySearch.Found found = search.find(order);
    return differences(found == null ? original : found.key());
  }

  /// The progress of a restore.
  private enum Standing {
    /// Nothing had to be restored.
    BACK,
    /// Something was restored.
    SET,
    /// Something was restored, and a link that was up is training.
    TRAINING
  }

  private Standing putBack(long key) throws LinkException, InterruptedException {
    boolean isChanged = false;
    boolean isTraining = false;
    for (Port port : ports) {
      Smps.Answer present = smps.get(Attribute.PORT_INFO, port.modifier(), key);
      if (present == null) {
        isChanged = true;
        continue;
      }
      isTraining |= isTraining(port.before(), present.data());
      if (isDue(port, present.data())) {
        isChanged = true;
        MemorySegment set = writable(port, present.data());
        smps.setOnce(Attribute.PORT_INFO, port.modifier(), key, set);
      }
    }
    return isTraining ? Standing.TRAINING : isChanged ? Standing.SET : Standing.BACK;
  }

  /// Whether a Set can bring the port closer to its saved state.
  private boolean isDue(Port port, MemorySegment present) {
    MemorySegment before = port.before();
    if (nextState(before, present) != PortState.NO_CHANGE || nextLink(before, present) != 0) {
      return true;
    }
    MemorySegment rules = rules(port, present);
    return PortInfo.LAYOUT.differences(before, 0, present, 0).stream()
        .filter(field -> field.access() == Access.RW && !STATES.contains(field))
        .anyMatch(field -> isUnused(port, field) || isSettable(field, field.get(before, 0), rules));
  }

  /// Whether the LID of an external port, which has no meaning, may be set to 0. Some switches
  /// store it.
  private boolean isUnused(Port port, Field field) {
    return LIDS.contains(field) && !port.equals(holder());
  }

  /// Returns the attribute that determines the legal values: the port's own, with the capabilities
  /// of the port that holds the M_Key, because an external port of a switch may not show any.
  private MemorySegment rules(Port port, MemorySegment present) {
    if (port.equals(holder())) {
      return present;
    }
    MemorySegment rules = MemorySegment.ofArray(present.toArray(ValueLayout.JAVA_BYTE));
    for (Field mask : List.of(PortInfo.CAPABILITY_MASK, PortInfo.CAPABILITY_MASK2)) {
      mask.set(rules, 0, mask.get(holder().before(), 0));
    }
    return rules;
  }

  /// Counters can only be set to 0: other values have an undefined effect.
  private static boolean isSettable(Field field, long value, MemorySegment held) {
    return COUNTERS.contains(field) ? value == 0 : field.legal().allows(value, held);
  }

  /// Returns the saved attribute; components that a Set must not carry have their present values.
  private MemorySegment writable(Port port, MemorySegment present) {
    MemorySegment set = MemorySegment.ofArray(new byte[(int) port.before().byteSize()]);
    set.copyFrom(port.before());
    MemorySegment rules = rules(port, present);
    for (Field field : PortInfo.LAYOUT.fields()) {
      if (!isUnused(port, field) && !field.legal().allows(field.get(set, 0), rules)) {
        field.set(set, 0, field.get(present, 0));
      }
      boolean isZeroLid = LIDS.contains(field) && field.get(set, 0) == 0;
      if (isZeroLid && port.equals(holder())) {
        field.set(set, 0, 1);
      }
    }
    PortInfo.PORT_STATE.set(set, 0, nextState(port.before(), present));
    PortInfo.PORT_PHYSICAL_STATE.set(set, 0, nextLink(port.before(), present));
    return set;
  }

  /// Returns the PortPhysicalState to set. A link that a test put to Sleep, disabled, or put into
  /// an undefined state returns to its saved state; if it was up, it is set to Polling and then
  /// trains.
  private static long nextLink(MemorySegment before, MemorySegment present) {
    long was = PortInfo.PORT_PHYSICAL_STATE.get(before, 0);
    long is = PortInfo.PORT_PHYSICAL_STATE.get(present, 0);
    long wanted = was > DISABLED ? POLLING : was;
    boolean isCommanded = is != 0 && (is <= DISABLED || is > PHY_TEST);
    return is != wanted && (isCommanded || was == DISABLED) ? wanted : 0;
  }

  private static boolean isTraining(MemorySegment before, MemorySegment present) {
    return PortInfo.PORT_PHYSICAL_STATE.get(before, 0) == LINK_UP
        && PortInfo.PORT_PHYSICAL_STATE.get(present, 0) < LINK_UP;
  }

  /// Returns the PortState to set: Armed and then Active for a port that has fallen back while its
  /// link is up.
  private static long nextState(MemorySegment before, MemorySegment present) {
    long was = PortInfo.PORT_STATE.get(before, 0);
    long is = PortInfo.PORT_STATE.get(present, 0);
    boolean isFallen = was > is && was <= PortState.ACTIVE && is >= PortState.INITIALIZE;
    return isFallen ? is + 1 : PortState.NO_CHANGE;
  }

  private List<ChangedState> differences(long key) throws LinkException, InterruptedException {
    List<ChangedState> differences = new ArrayList<>();
    for (Port port : ports) {
      Smps.Answer present = smps.get(Attribute.PORT_INFO, port.modifier(), key);
      String name = "PortInfo of port " + port.number() + ": ";
      if (present == null) {
        differences.add(ChangedState.open(name + "the DUT does not report its present value"));
        continue;
      }
      PortInfo.LAYOUT
          .differences(port.before(), 0, present.data(), 0)
          .forEach(field -> differences.add(difference(name, field, port, present.data())));
    }
    return differences;
  }

  private ChangedState difference(String name, Field field, Port port, MemorySegment present) {
    String was = text(field, port.before());
    String is = text(field, present);
    String why = why(field, port, present);
    return new ChangedState(
        name + field.name(),
        " was %s, is %s%s".formatted(was, is, why),
        " is %s again, after %s".formatted(was, is),
        !why.isEmpty());
  }

  /// Returns why no Set can restore a component; empty if one can.
  private String why(Field field, Port port, MemorySegment present) {
    MemorySegment before = port.before();
    long value = field.get(before, 0);
    if (isUnused(port, field)) {
      return "";
    }
    if (LIDS.contains(field) && value == 0) {
      return " (a Set may not carry 0)";
    }
    if (COUNTERS.contains(field)) {
      return value == 0 ? "" : " (a counter can only be set to 0)";
    }
    if (STATES.contains(field)) {
      boolean isDue = nextState(before, present) != PortState.NO_CHANGE;
      return isDue || nextLink(before, present) != 0 ? "" : " (no Set changes it)";
    }
    if (field.access() == Access.RO) {
      return " (no Set changes it)";
    }
    return isSettable(field, value, rules(port, present)) ? "" : " (a Set may not carry it)";
  }

  private static String text(Field field, MemorySegment in) {
    return Described.of(PortInfo.LAYOUT, field, in, 0).text();
  }

  private Port holder() {
    return ports.getLast();
  }

  private static long[] asArray(List<Long> keys) {
    return keys.stream().mapToLong(Long::longValue).toArray();
  }
}
