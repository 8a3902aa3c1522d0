package org.ibassay.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.ibassay.device.SmpClient.Mad;
import org.ibassay.link.sa.SaAnswer;
import org.ibassay.wire.Described;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.PathRecord;
import org.ibassay.wire.sa.Rate;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;
import org.ibassay.wire.sa.Selector;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Requests paths by every combination of components, and compares the response with all possible
/// paths filtered by each component.
class PathRecordsTest {
  private static final int REQUESTS = 1500;
  private static final Gid STRANGER = new Gid(Gid.DEFAULT_PREFIX, 0x1234);
  private static final Gid OTHER_SUBNET = new Gid(0xFEC0_0000_0000_0001L, 0x1234);
  private static final Gid GROUP = new Gid(0xFF12_401B_FFFF_0000L, 1);

  private record Port(Gid gid, int lid, int lids, int mtu, Rate rate) {
    boolean has(long asked) {
      return asked >= lid && asked < lid + lids;
    }
  }

  /// A path with its expected values.
  private record Path(Port from, Port to, int slid, int dlid, int mtu, Rate rate, int life) {}

  /// A request and its components.
  private static final class Asked {
    final SaRequest request;
    final MemorySegment record = MemorySegment.ofArray(new byte[64]);
    final Set<Field> named = new HashSet<>();
    final boolean get;

    Asked(boolean get) {
      this.get = get;
      this.request = SaRequest.of(get ? SaMethod.GET : SaMethod.GET_TABLE, PathRecord.ATTRIBUTE);
    }

    void put(Field field, long value) {
      request.with(field, value);
      field.set(record, 0, value);
      note(field);
    }

    void put(Field field, Gid value) {
      request.with(field, value);
      value.set(field, record, 0);
      note(field);
    }

    private void note(Field field) {
      named.add(field);
      if (field.equals(PathRecord.SERVICE_ID)) {
        named.add(PathRecord.SERVICE_ID_8_MSB);
        named.add(PathRecord.SERVICE_ID_56_LSB);
      }
    }

    boolean names(Field field) {
      return named.contains(field);
    }

    long value(Field field) {
      return field.get(record, 0);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sim:sm",
        "sim:sm?lmc=2",
        "sim:sm?mtu-cap=4&speeds=3&ext-speeds=0&widths=3",
        "sim:sm?mtu-cap=2&widths=1&speeds=7&ext-speeds=0&lid=9&lmc=1"
      })
  void areThoseThatAFilterLeaves(String uri) {
    long seed = 20250718;
    System.out.println(uri + ": seed " + seed);
    Random random = new Random(seed);
    List<Port> ports = ports(uri);
    try (SaClient sa = SaClient.open(uri)) {
      for (int i = 0; i < REQUESTS; i++) {
        Asked asked = anyRequest(random, ports);
        SaAnswer answer = sa.ask(asked.request);
        assertThat(answer.outcome()).isEqualTo(SaAnswer.Outcome.ANSWERED);
        int status = expectedStatus(asked, ports);
        List<String> expected = status == SaStatus.OK ? filtered(asked, ports) : List.of();
        if (asked.get && status == SaStatus.OK && expected.size() != 1) {
          status = expected.isEmpty() ? SaStatus.NO_RECORDS : SaStatus.TOO_MANY_RECORDS;
          expected = List.of();
        }
        assertThat(SaStatus.name(answer.saStatus()))
            .as(() -> "request " + text(asked.record))
            .isEqualTo(SaStatus.name(status));
        assertThat(records(asked, answer))
            .as(() -> "request " + text(asked.record))
            .containsExactlyInAnyOrderElementsOf(expected);
      }
    }
  }

  /// The response to a Get fills a whole MAD, with zeros after its only record.
  private static List<String> records(Asked asked, SaAnswer answer) {
    return answer.status() != 0
        ? List.of()
        : answer.records(PathRecord.ATTRIBUTE).records().stream()
            .map(PathRecordsTest::text)
            .limit(asked.get ? 1 : Long.MAX_VALUE)
            .toList();
  }

  private static String text(MemorySegment record) {
    return Described.of(PathRecord.ATTRIBUTE.layout(), record, 0).toLines();
  }

  private static List<Port> ports(String uri) {
    try (SmpClient smps = SmpClient.open(uri)) {
      int modifier = PortInfo.SM_SUPPORTS_EXTENDED_SPEEDS;
      return List.of(
          port(
              smps.ask(SmpClient.get(Attribute.NODE_INFO, 0)),
              smps.ask(SmpClient.get(Attribute.PORT_INFO, modifier))),
          port(
              smps.askTester(SmpClient.get(Attribute.NODE_INFO, 0)),
              smps.askTester(SmpClient.get(Attribute.PORT_INFO, modifier))));
    }
  }

  private static Port port(Mad node, Mad info) {
    return new Port(
        new Gid(info.value(PortInfo.GID_PREFIX), node.value(NodeInfo.PORT_GUID)),
        (int) info.value(PortInfo.LID),
        1 << info.value(PortInfo.LMC),
        (int) info.value(PortInfo.NEIGHBOR_MTU),
        Rate.of(
                (int) info.value(PortInfo.LINK_WIDTH_ACTIVE),
                (int) info.value(PortInfo.LINK_SPEED_ACTIVE),
                (int) info.value(PortInfo.LINK_SPEED_EXT_ACTIVE),
                0)
            .orElseThrow());
  }

  private static Asked anyRequest(Random random, List<Port> ports) {
    Asked asked = new Asked(random.nextBoolean());
    maybe(random, 2, () -> asked.put(PathRecord.SGID, anyGid(random, ports)));
    maybe(random, 2, () -> asked.put(PathRecord.DGID, anyGid(random, ports)));
    maybe(random, 4, () -> asked.put(PathRecord.SLID, anyLid(random, ports)));
    maybe(random, 4, () -> asked.put(PathRecord.DLID, anyLid(random, ports)));
    maybe(random, 16, () -> asked.put(PathRecord.SERVICE_ID_8_MSB, 1));
    maybe(random, 16, () -> asked.put(PathRecord.SERVICE_ID, random.nextLong()));
    maybe(random, 16, () -> asked.put(PathRecord.RAW_TRAFFIC, random.nextInt(2)));
    maybe(random, 8, () -> asked.put(PathRecord.FLOW_LABEL, random.nextInt(1 << 20)));
    maybe(random, 8, () -> asked.put(PathRecord.HOP_LIMIT, random.nextInt(256)));
    maybe(random, 8, () -> asked.put(PathRecord.T_CLASS, random.nextInt(256)));
    maybe(random, 8, () -> asked.put(PathRecord.SL, random.nextInt(16)));
    maybe(random, 8, () -> asked.put(PathRecord.QOS_CLASS, random.nextInt(1 << 12)));
    maybe(random, 4, () -> asked.put(PathRecord.REVERSIBLE, random.nextInt(2)));
    maybe(random, 2, () -> asked.put(PathRecord.NUMB_PATH, random.nextInt(6)));
    maybe(random, 3, () -> asked.put(PathRecord.P_KEY, anyKey(random)));
    maybe(random, 3, () -> asked.put(PathRecord.MTU_SELECTOR, random.nextInt(4)));
    maybe(random, 3, () -> asked.put(PathRecord.MTU, mostly(random, 1 + random.nextInt(5), 6)));
    maybe(random, 3, () -> asked.put(PathRecord.RATE_SELECTOR, random.nextInt(4)));
    maybe(random, 3, () -> asked.put(PathRecord.RATE, mostly(random, 2 + random.nextInt(24), 1)));
    maybe(random, 3, () -> asked.put(PathRecord.PACKET_LIFE_TIME_SELECTOR, random.nextInt(4)));
    maybe(
        random,
        3,
        () -> asked.put(PathRecord.PACKET_LIFE_TIME, mostly(random, 18, random.nextInt(64))));
    return asked;
  }

  private static void maybe(Random random, int oneIn, Runnable action) {
    if (random.nextInt(oneIn) == 0) {
      action.run();
    }
  }

  private static long mostly(Random random, long usual, long unusual) {
    return random.nextInt(4) == 0 ? unusual : usual;
  }

  private static Gid anyGid(Random random, List<Port> ports) {
    return switch (random.nextInt(24)) {
      case 0 -> STRANGER;
      case 1 -> OTHER_SUBNET;
      case 2 -> GROUP;
      default -> ports.get(random.nextInt(2)).gid();
    };
  }

  private static int anyLid(Random random, List<Port> ports) {
    return random.nextInt(8) == 0
        ? random.nextInt(0x10000)
        : ports.get(random.nextInt(2)).lid() + random.nextInt(2);
  }

  private static int anyKey(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> 0x7FFF;
      case 1 -> 0x8001;
      case 2 -> 0;
      default -> 0xFFFF;
    };
  }

  /// The expected status; errors in the order in which they are checked.
  private static int expectedStatus(Asked asked, List<Port> ports) {
    if (asked.names(PathRecord.SERVICE_ID_8_MSB) != asked.names(PathRecord.SERVICE_ID_56_LSB)) {
      return SaStatus.REQ_INSUFFICIENT_COMPONENTS;
    }
    long rate = asked.value(PathRecord.RATE);
    long mtu = asked.value(PathRecord.MTU);
    boolean reservedMtu = counts(asked, PathRecord.MTU_SELECTOR, PathRecord.MTU) && mtu > 5;
    boolean reservedRate =
        counts(asked, PathRecord.RATE_SELECTOR, PathRecord.RATE) && (rate < 2 || rate > 25);
    if (reservedMtu || reservedRate) {
      return SaStatus.REQ_INVALID;
    }
    if (asked.names(PathRecord.DGID) && Gid.get(PathRecord.DGID, asked.record, 0).equals(GROUP)) {
      return SaStatus.OK;
    }
    int source = endStatus(asked, PathRecord.SGID, PathRecord.SLID, ports);
    return source != SaStatus.OK
        ? source
        : endStatus(asked, PathRecord.DGID, PathRecord.DLID, ports);
  }

  private static int endStatus(Asked asked, Field gid, Field lid, List<Port> ports) {
    if (!asked.names(gid)) {
      return SaStatus.OK;
    }
    Gid wanted = Gid.get(gid, asked.record, 0);
    List<Port> named = ports.stream().filter(port -> port.gid().equals(wanted)).toList();
    if (named.isEmpty()) {
      return SaStatus.REQ_INVALID_GID;
    }
    boolean contradicts =
        asked.names(lid)
            && ports.stream().anyMatch(port -> port.has(asked.value(lid)))
            && !named.getFirst().has(asked.value(lid));
    return contradicts ? SaStatus.REQ_INVALID : SaStatus.OK;
  }

  private static List<String> filtered(Asked asked, List<Port> ports) {
    List<String> records = new ArrayList<>();
    for (Port from : ports) {
      for (Port to : ports) {
        pairs(asked, from, to).stream()
            .map(lids -> best(asked, from, to, lids[0], lids[1]))
            .filter(paths -> !paths.isEmpty())
            .map(List::getFirst)
            .limit(limit(asked))
            .forEach(path -> records.add(text(record(asked, path))));
      }
    }
    return records;
  }

  private static long limit(Asked asked) {
    if (asked.get) {
      return 1;
    }
    return asked.names(PathRecord.NUMB_PATH) ? asked.value(PathRecord.NUMB_PATH) : Long.MAX_VALUE;
  }

  /// The n-th LIDs of both ports first, then the other pairs.
  private static List<int[]> pairs(Asked asked, Port from, Port to) {
    List<Integer> sources = lids(asked, PathRecord.SLID, from);
    List<Integer> destinations = lids(asked, PathRecord.DLID, to);
    List<int[]> pairs = new ArrayList<>();
    for (int slid : sources) {
      for (int dlid : destinations) {
        pairs.add(new int[] {slid, dlid});
      }
    }
    pairs.sort(
        Comparator.comparing(
            (int[] pair) -> sources.indexOf(pair[0]) != destinations.indexOf(pair[1])));
    return pairs;
  }

  private static List<Integer> lids(Asked asked, Field field, Port port) {
    return IntStream.range(port.lid(), port.lid() + port.lids())
        .filter(lid -> !asked.names(field) || asked.value(field) == lid)
        .boxed()
        .toList();
  }

  /// The possible paths between two LIDs that match the request, those with the greatest values
  /// first.
  private static List<Path> best(Asked asked, Port from, Port to, int slid, int dlid) {
    List<Path> paths = new ArrayList<>();
    int mtu = Math.min(from.mtu(), to.mtu());
    Rate rate = from.rate().compareTo(to.rate()) < 0 ? from.rate() : to.rate();
    for (int m = mtu; m >= 1; m--) {
      for (Rate r : List.of(Rate.values()).reversed()) {
        Path path = new Path(from, to, slid, dlid, m, r, from.equals(to) ? 0 : 18);
        if (r.compareTo(rate) <= 0 && keeps(asked, path)) {
          paths.add(path);
        }
      }
    }
    return paths;
  }

  private static boolean keeps(Asked asked, Path path) {
    Comparator<Integer> byRate =
        Comparator.comparing((Integer code) -> Rate.of(code).orElse(Rate.GBPS_2_5));
    return (!asked.names(PathRecord.SGID)
            || Gid.get(PathRecord.SGID, asked.record, 0).equals(path.from().gid()))
        && (!asked.names(PathRecord.DGID)
            || Gid.get(PathRecord.DGID, asked.record, 0).equals(path.to().gid()))
        && (!asked.names(PathRecord.RAW_TRAFFIC) || asked.value(PathRecord.RAW_TRAFFIC) == 0)
        && (!asked.names(PathRecord.P_KEY) || (asked.value(PathRecord.P_KEY) & 0x7FFF) == 0x7FFF)
        && suits(
            asked, PathRecord.MTU_SELECTOR, PathRecord.MTU, path.mtu(), Comparator.naturalOrder())
        && suits(asked, PathRecord.RATE_SELECTOR, PathRecord.RATE, path.rate().code(), byRate)
        && suits(
            asked,
            PathRecord.PACKET_LIFE_TIME_SELECTOR,
            PathRecord.PACKET_LIFE_TIME,
            path.life(),
            Comparator.naturalOrder());
  }

  private static boolean counts(Asked asked, Field selector, Field value) {
    return asked.names(selector) && asked.names(value) && asked.value(selector) != Selector.BEST;
  }

  private static boolean suits(
      Asked asked, Field selector, Field value, int present, Comparator<Integer> order) {
    if (!counts(asked, selector, value)) {
      return true;
    }
    int compared = order.compare(present, (int) asked.value(value));
    return switch ((int) asked.value(selector)) {
      case Selector.GREATER_THAN -> compared > 0;
      case Selector.LESS_THAN -> compared < 0;
      default -> compared == 0;
    };
  }

  private static MemorySegment record(Asked asked, Path path) {
    MemorySegment record = MemorySegment.ofArray(new byte[64]);
    path.to().gid().set(PathRecord.DGID, record, 0);
    path.from().gid().set(PathRecord.SGID, record, 0);
    PathRecord.DLID.set(record, 0, path.dlid());
    PathRecord.SLID.set(record, 0, path.slid());
    PathRecord.REVERSIBLE.set(record, 0, 1);
    PathRecord.MTU_SELECTOR.set(record, 0, 2);
    PathRecord.MTU.set(record, 0, path.mtu());
    PathRecord.RATE_SELECTOR.set(record, 0, 2);
    PathRecord.RATE.set(record, 0, path.rate().code());
    PathRecord.PACKET_LIFE_TIME_SELECTOR.set(record, 0, 2);
    PathRecord.PACKET_LIFE_TIME.set(record, 0, path.life());
    PathRecord.P_KEY.set(
        record, 0, asked.names(PathRecord.P_KEY) ? asked.value(PathRecord.P_KEY) : 0xFFFF);
    for (Field own :
        List.of(PathRecord.FLOW_LABEL, PathRecord.HOP_LIMIT, PathRecord.T_CLASS, PathRecord.SL)) {
      own.set(record, 0, asked.names(own) ? asked.value(own) : 0);
    }
    return record;
  }
}
