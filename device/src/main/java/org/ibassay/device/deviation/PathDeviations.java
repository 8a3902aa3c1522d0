package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.wire.sa.PathRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.PathRecord.DGID;
import static org.ibassay.wire.sa.PathRecord.DLID;
import static org.ibassay.wire.sa.PathRecord.MTU;
import static org.ibassay.wire.sa.PathRecord.MTU_SELECTOR;
import static org.ibassay.wire.sa.PathRecord.PACKET_LIFE_TIME;
import static org.ibassay.wire.sa.PathRecord.PACKET_LIFE_TIME_SELECTOR;
import static org.ibassay.wire.sa.PathRecord.P_KEY;
import static org.ibassay.wire.sa.PathRecord.RATE;
import static org.ibassay.wire.sa.PathRecord.RATE_SELECTOR;
import static org.ibassay.wire.sa.PathRecord.SGID;
import static org.ibassay.wire.sa.PathRecord.SLID;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.sm.EndPort;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.Rate;
import org.ibassay.wire.sa.Selector;

/// Deviations in the contents of a PathRecord: each in all records, and only in the records of one
/// direction and one method.
final class PathDeviations {
  /// One wrong value of a record.
  private record PathAspect(
      String word, String text, List<PathScope> scopes, BiConsumer<SaCall, MemorySegment> spoil) {}

  /// A selection of records.
  private record PathScope(String word, String text, BiPredicate<SaCall, MemorySegment> which) {}

  private static final PathScope ALL = new PathScope("", "in all records", (call, record) -> true);
  private static final PathScope GET =
      new PathScope("-in-get", "in the answer to a Get", (call, record) -> call.isGet());
  private static final PathScope TO_ITSELF =
      new PathScope(
          "-to-itself",
          "in a table's record from a port to itself",
          (call, record) -> !call.isGet() && isLoopback(record));
  private static final PathScope TO_OTHER =
      new PathScope(
          "-to-other",
          "in a table's record from a port to another",
          (call, record) -> !call.isGet() && !isLoopback(record));

  /// Deviations that are not visible in a record from a port to itself.
  private static final List<PathScope> BETWEEN_PORTS = List.of(ALL, TO_OTHER);

  private static final List<PathScope> FROM_ITSELF =
      List.of(
          new PathScope("", "in all records", (call, record) -> isLoopback(record)),
          new PathScope(
              "-in-get",
              "in the answer to a Get",
              (call, record) -> call.isGet() && isLoopback(record)),
          new PathScope(
              "-in-table", "in a table", (call, record) -> !call.isGet() && isLoopback(record)));

  /// The MTU from a port to itself may be smaller.
  private static final List<PathScope> FOR_MTU = List.of(ALL, TO_OTHER);

  private static final List<PathScope> EVERYWHERE = List.of(ALL, GET, TO_ITSELF, TO_OTHER);

  private PathDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(selectors(), values(), ends())
        .flatMap(List::stream)
        .flatMap(aspect -> aspect.scopes().stream().map(scope -> deviate(aspect, scope)))
        .toList();
  }

  private static List<PathAspect> selectors() {
    return List.of(
        set("mtu-selector", "MtuSelector \"greater than\"", MTU_SELECTOR, Selector.GREATER_THAN),
        set("rate-selector", "RateSelector \"best\"", RATE_SELECTOR, Selector.BEST),
        set(
            "life-time-selector",
            "PacketLifeTimeSelector \"less than\"",
            PACKET_LIFE_TIME_SELECTOR,
            Selector.LESS_THAN));
  }

  private static List<PathAspect> values() {
    List<PathAspect> all = new ArrayList<>();
    all.add(aspect("mtu-one-less", "an Mtu one step too small", FOR_MTU, add(MTU, -1)));
    all.add(aspect("mtu-smallest", "an Mtu of 256 bytes", FOR_MTU, put(MTU, 1)));
    all.add(
        aspect(
            "rate-of-one-lane",
            "the Rate of one lane",
            EVERYWHERE,
            (call, record) -> rate(call, record, true)));
    all.add(
        aspect(
            "rate-without-extended-speeds",
            "the Rate as it would be without extended speeds",
            EVERYWHERE,
            (call, record) -> rate(call, record, false)));
    all.add(
        aspect(
            "rate-by-rank",
            "the Rate as a rank from the slowest instead of its encoding",
            EVERYWHERE,
            (call, record) ->
                RATE.set(
                    record,
                    0,
                    Rate.of((int) RATE.get(record, 0))
                        .map(List.of(Rate.values())::indexOf)
                        .orElse(0))));
    all.add(
        aspect(
            "life-time-to-itself",
            "a PacketLifeTime of 18 to itself",
            FROM_ITSELF,
            put(PACKET_LIFE_TIME, 18)));
    all.add(
        aspect(
            "life-time-1-to-itself",
            "a PacketLifeTime of 1 to itself",
            FROM_ITSELF,
            put(PACKET_LIFE_TIME, 1)));
    all.add(set("p-key-limited", "P_Key 0x7FFF", P_KEY, 0x7FFF));
    all.add(set("p-key-0", "P_Key 0", P_KEY, 0));
    return all;
  }

  private static List<PathAspect> ends() {
    return List.of(
        aspect("lids-swapped", "SLID and DLID swapped", BETWEEN_PORTS, PathDeviations::swapLids),
        aspect("gids-swapped", "SGID and DGID swapped", BETWEEN_PORTS, PathDeviations::swapGids),
        aspect("dlid-next", "the DLID after the right one", EVERYWHERE, add(DLID, 1)),
        aspect("slid-next", "the SLID after the right one", EVERYWHERE, add(SLID, 1)),
        aspect(
            "dlid-turned",
            "DLID with its bytes swapped",
            EVERYWHERE,
            (call, record) -> DLID.set(record, 0, Short.reverseBytes((short) DLID.get(record, 0)))),
        aspect(
            "dgid-of-node",
            "a DGID made of the NodeGUID",
            EVERYWHERE,
            (call, record) -> nodeGid(call, record, DGID)),
        aspect(
            "sgid-without-prefix",
            "an SGID without the subnet's prefix",
            EVERYWHERE,
            (call, record) -> new Gid(0, Gid.get(SGID, record, 0).guid()).set(SGID, record, 0)));
  }

  private static DeviationSpec deviate(PathAspect aspect, PathScope scope) {
    return deviation(
        "path." + aspect.word() + scope.word(),
        "reports " + aspect.text() + ", " + scope.text(),
        SaEdits.records(
            call -> call.isFor(ATTRIBUTE),
            (call, record) -> {
              if (scope.which().test(call, record)) {
                aspect.spoil().accept(call, record);
              }
            }));
  }

  private static PathAspect aspect(
      String word, String text, List<PathScope> scopes, BiConsumer<SaCall, MemorySegment> spoil) {
    return new PathAspect(word, text, scopes, spoil);
  }

  private static PathAspect set(String word, String text, Field field, long value) {
    return aspect(word, text, EVERYWHERE, put(field, value));
  }

  private static BiConsumer<SaCall, MemorySegment> put(Field field, long value) {
    return (call, record) -> field.set(record, 0, value);
  }

  private static BiConsumer<SaCall, MemorySegment> add(Field field, long difference) {
    return (call, record) -> field.set(record, 0, field.get(record, 0) + difference);
  }

  private static boolean isLoopback(MemorySegment record) {
    return Gid.get(DGID, record, 0).equals(Gid.get(SGID, record, 0));
  }

  /// Sets the rate of the source's link, ignoring a part of it.
  private static void rate(SaCall call, MemorySegment record, boolean oneLane) {
    call.subnet()
        .byLid((int) SLID.get(record, 0))
        .map(EndPort::portInfo)
        .flatMap(info -> rate(info, oneLane))
        .ifPresent(rate -> RATE.set(record, 0, rate.code()));
  }

  private static Optional<Rate> rate(MemorySegment info, boolean oneLane) {
    int width = oneLane ? 1 : (int) PortInfo.LINK_WIDTH_ACTIVE.get(info, 0);
    int extended = oneLane ? (int) PortInfo.LINK_SPEED_EXT_ACTIVE.get(info, 0) : 0;
    return Rate.of(width, (int) PortInfo.LINK_SPEED_ACTIVE.get(info, 0), extended, 0);
  }

  private static void swapLids(SaCall call, MemorySegment record) {
    long slid = SLID.get(record, 0);
    SLID.set(record, 0, DLID.get(record, 0));
    DLID.set(record, 0, slid);
  }

  private static void swapGids(SaCall call, MemorySegment record) {
    Gid sgid = Gid.get(SGID, record, 0);
    Gid.get(DGID, record, 0).set(SGID, record, 0);
    sgid.set(DGID, record, 0);
  }

  private static void nodeGid(SaCall call, MemorySegment record, Field field) {
    Gid gid = Gid.get(field, record, 0);
    call.subnet()
        .byGid(gid)
        .map(port -> new Gid(gid.prefix(), NodeInfo.NODE_GUID.get(port.nodeInfo(), 0)))
        .ifPresent(wrong -> wrong.set(field, record, 0));
  }
}
