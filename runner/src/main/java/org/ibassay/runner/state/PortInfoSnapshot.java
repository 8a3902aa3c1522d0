package org.ibassay.runner.state;

import java.lang.foreign.MemorySegment;
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

/// PortInfo of the ports that share one M_Key: one port of a channel adapter or router, or port 0
/// of a switch with the external ports that a tester port is cabled to.
final class PortInfoSnapshot implements Snapshot {
  /// From Initialize to Active are two Sets; one round is for an answer that was lost.
  private static final int ROUNDS = 4;

  /// In an AttributeModifier of PortInfo.
  private static final long PORT_NUMBER = 0xFF;

  private static final Set<Field> STATES =
      Set.of(PortInfo.PORT_STATE, PortInfo.PORT_PHYSICAL_STATE);
  private static final Set<Field> LIDS = Set.of(PortInfo.LID, PortInfo.MASTER_SM_LID);
  private static final Set<Field> COUNTERS =
      Set.of(PortInfo.M_KEY_VIOLATIONS, PortInfo.P_KEY_VIOLATIONS, PortInfo.Q_KEY_VIOLATIONS);

  /// A port and what its PortInfo was.
  ///
  /// @param number of the port
  /// @param modifier that reads and writes it
  /// @param before the attribute, 64 bytes
  private record Port(int number, long modifier, MemorySegment before) {}

  private final Smps smps;
  private final List<Port> ports;
  private final List<Long> keys;

  private PortInfoSnapshot(Smps smps, List<Port> ports, List<Long> keys) {
    this.smps = smps;
    this.ports = ports;
    this.keys = keys;
  }

  /// Reads the ports.
  ///
  /// @param numbers of the ports, the one that holds the M_Key last: it is put back last, so that
  ///   the key that opens the others stays in place as long
  /// @param keys that the test may leave behind
  /// @throws NotReadableException names the port, or says that its M_Key is not certain: then it
  ///   could not be put back
  static PortInfoSnapshot take(Smps smps, List<Integer> numbers, List<Long> keys)
      throws NotReadableException, LinkException, InterruptedException {
    MKeySearch search = new MKeySearch(smps, numbers.getLast());
    MKeySearch.Found found = search.find(MKeySearch.inOrder(List.of(0L), asArray(keys)));
    if (found == null) {
      throw new NotReadableException("PortInfo of port " + numbers.getLast() + ": no answer");
    }
    List<Port> ports = new ArrayList<>();
    for (int number : numbers) {
      ports.add(read(smps, number, found.key()));
    }
    MemorySegment holder = ports.getLast().before();
    if (MKeySearch.isHidden(holder)) {
      throw new NotReadableException(
          "M_Key reads as 0, which beside M_KeyProtectBits %d may hide another; give that one with"
                  .formatted(PortInfo.M_KEY_PROTECT_BITS.get(holder, 0))
              + " --param M_KEY_DUT=KEY");
    }
    return new PortInfoSnapshot(smps, List.copyOf(ports), keys);
  }

  /// What an earlier process has taken.
  static PortInfoSnapshot of(List<SavedAttribute> saved, Smps smps, List<Long> keys) {
    Map<Integer, Port> ports = new TreeMap<>(Comparator.reverseOrder());
    for (SavedAttribute one : saved) {
      int number = (int) (one.modifier() & PORT_NUMBER);
      ports.putIfAbsent(number, new Port(number, one.modifier(), one.data()));
    }
    return new PortInfoSnapshot(smps, List.copyOf(ports.values()), keys);
  }

  private static Port read(Smps smps, int number, long key)
      throws NotReadableException, LinkException, InterruptedException {
    Smps.Answer plain = smps.get(Attribute.PORT_INFO, number, key);
    if (plain == null || !plain.isOk()) {
      throw new NotReadableException(
          "PortInfo of port "
              + number
              + ": "
              + (plain == null ? "no answer" : "status code " + plain.code()),
          plain != null);
    }
    if (plain.get(PortInfo.IS_EXTENDED_SPEEDS_SUPPORTED) == 1) {
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
        .map(port -> new SavedAttribute(Change.PORT_INFO, via, 0, port.modifier(), port.before()))
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
    for (int round = 0; round < ROUNDS; round++) {
      MKeySearch.Found found = search.find(order);
      if (found == null) {
        return List.of(
            ChangedState.open(
                "PortInfo: the DUT does not answer any more, so it was not put back"));
      }
      if (!putBack(found.key())) {
        return differences(found.key());
      }
      order = MKeySearch.inOrder(List.of(original), asArray(MKeySearch.inOrder(keys, 0)));
    }
    MKeySearch.Found found = search.find(order);
    return differences(found == null ? original : found.key());
  }

  /// @return whether there was anything to put back
  private boolean putBack(long key) throws LinkException, InterruptedException {
    boolean isChanged = false;
    for (Port port : ports) {
      Smps.Answer present = smps.get(Attribute.PORT_INFO, port.modifier(), key);
      if (present == null) {
        isChanged = true;
      } else if (isDue(port.before(), present.data())) {
        isChanged = true;
        MemorySegment set = writable(port, present.data());
        smps.setOnce(Attribute.PORT_INFO, port.modifier(), key, set);
      }
    }
    return isChanged;
  }

  /// Whether a Set can bring the port nearer to what it was.
  private static boolean isDue(MemorySegment before, MemorySegment present) {
    if (nextState(before, present) != PortState.NO_CHANGE) {
      return true;
    }
    return PortInfo.LAYOUT.differences(before, 0, present, 0).stream()
        .filter(field -> field.access() == Access.RW && !STATES.contains(field))
        .anyMatch(field -> isSettable(field, field.get(before, 0), present));
  }

  /// Counters can be set to nothing but 0: what any other value does is undefined.
  private static boolean isSettable(Field field, long value, MemorySegment held) {
    return COUNTERS.contains(field) ? value == 0 : field.legal().allows(value, held);
  }

  /// The attribute as it was, but for what a Set may not carry: there it is as the port holds it.
  private MemorySegment writable(Port port, MemorySegment present) {
    MemorySegment set = MemorySegment.ofArray(new byte[(int) port.before().byteSize()]);
    set.copyFrom(port.before());
    for (Field field : PortInfo.LAYOUT.fields()) {
      if (!field.legal().allows(field.get(set, 0), present)) {
        field.set(set, 0, field.get(present, 0));
      }
      boolean isZeroLid = LIDS.contains(field) && field.get(set, 0) == 0;
      if (isZeroLid && port.equals(holder())) {
        field.set(set, 0, 1);
      }
    }
    PortInfo.PORT_STATE.set(set, 0, nextState(port.before(), present));
    PortInfo.PORT_PHYSICAL_STATE.set(set, 0, 0);
    return set;
  }

  /// A port that fell back while its link is up is led through Armed to Active again.
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
        differences.add(ChangedState.open(name + "the DUT does not tell what it holds now"));
        continue;
      }
      PortInfo.LAYOUT
          .differences(port.before(), 0, present.data(), 0)
          .forEach(field -> differences.add(difference(name, field, port, present.data())));
    }
    return differences;
  }

  private static ChangedState difference(
      String name, Field field, Port port, MemorySegment present) {
    String was = text(field, port.before());
    String is = text(field, present);
    String why = why(field, port.before(), present);
    return new ChangedState(
        name + field.name(),
        " was %s, is %s%s".formatted(was, is, why),
        " is %s again, after %s".formatted(was, is),
        !why.isEmpty());
  }

  /// Why no Set can put a component back; empty where one can.
  private static String why(Field field, MemorySegment before, MemorySegment present) {
    long value = field.get(before, 0);
    if (LIDS.contains(field) && value == 0) {
      return " (a Set may not carry 0)";
    }
    if (COUNTERS.contains(field)) {
      return value == 0 ? "" : " (a counter can only be set to 0)";
    }
    if (STATES.contains(field)) {
      return nextState(before, present) == PortState.NO_CHANGE ? " (no Set changes it)" : "";
    }
    if (field.access() == Access.RO) {
      return " (no Set changes it)";
    }
    return isSettable(field, value, present) ? "" : " (a Set may not carry it)";
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
