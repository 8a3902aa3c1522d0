package org.ibassay.suite.c15;

import static org.ibassay.wire.sa.PathRecord.DGID;
import static org.ibassay.wire.sa.PathRecord.DLID;
import static org.ibassay.wire.sa.PathRecord.MTU;
import static org.ibassay.wire.sa.PathRecord.RATE;
import static org.ibassay.wire.sa.PathRecord.SGID;
import static org.ibassay.wire.sa.PathRecord.SLID;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ibassay.suite.MadExchange;
import org.ibassay.suite.SaChecks;
import org.ibassay.suite.SaRecord;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.PathRecord;
import org.ibassay.wire.sa.Rate;

/// Ports of a subnet between any two of which there is a path, and the limits of these paths.
///
/// @param ports ports, tester and DUT first
record PathPairs(FabricView subnet, List<DirectEndPort> ports) {
  private static final int MOST_PORTS = 8;
  private static final int DEFAULT_PARTITION = 0xFFFF;

  /// A pair of ports, which may be the same.
  record Pair(FabricView subnet, DirectEndPort from, DirectEndPort to) {
    /// Returns queries by GIDs, then by each LID of one port with one LID of the other; if a port
    /// has several, by GIDs and LIDs as well.
    List<PathQuery> queries() {
      List<PathQuery> all = new ArrayList<>();
      all.add(PathQuery.of(from.gid(), to.gid()));
      int last = Math.max(from.lastLid() - from.lid(), to.lastLid() - to.lid());
      for (int i = 0; i <= last; i++) {
        int slid = from.lid() + i % (from.lastLid() - from.lid() + 1);
        int dlid = to.lid() + i % (to.lastLid() - to.lid() + 1);
        all.add(PathQuery.ofNothing().with(SLID, slid).with(DLID, dlid));
        if (last > 0) {
          all.add(PathQuery.of(from.gid(), to.gid()).with(SLID, slid).with(DLID, dlid));
        }
      }
      return all;
    }

    /// Verifies that a path leads from one port to the other.
    void verifyEnds(SaChecks checks, SaRecord path) {
      checks.verifyGid(path, SGID, from.gid());
      checks.verifyGid(path, DGID, to.gid());
      verifyLid(checks, path, SLID, from);
      verifyLid(checks, path, DLID, to);
    }

    private static void verifyLid(SaChecks checks, SaRecord path, Field field, DirectEndPort port) {
      long lid = path.data(field);
      checks.verify(
          path,
          field,
          port.has(lid),
          () -> "%s 0x%04X to 0x%04X".formatted(field.name(), port.lid(), port.lastLid()),
          () -> "%s 0x%04X".formatted(field.name(), lid));
    }

    /// Verifies that every link on the path supports what the record says.
    void verifyBorne(SaChecks checks, SaRecord path) {
      Optional<FabricWay> way = FabricWay.of(subnet, from, path.data(DLID));
      long mtu = way.flatMap(FabricWay::mtu).orElse(Math.min(from.mtu(), to.mtu()));
      checks.verify(
          path,
          MTU,
          path.data(MTU) > 0 && path.data(MTU) <= mtu,
          () -> "Mtu 1 to %d".formatted(mtu),
          () -> "Mtu %d".formatted(path.data(MTU)));
      way.flatMap(FabricWay::rate)
          .or(from::rate)
          .ifPresentOrElse(
              rate -> verifyRate(checks, path, rate),
              () -> checks.steps().inconclusive("a link on the way has a reserved rate"));
    }

    private static void verifyRate(SaChecks checks, SaRecord path, Rate greatest) {
      long code = path.data(PathRecord.RATE);
      checks.verify(
          path,
          RATE,
          Rate.of((int) code).filter(rate -> rate.compareTo(greatest) <= 0).isPresent(),
          () -> "Rate of at most %d (%s)".formatted(greatest.code(), greatest),
          () -> "Rate %d".formatted(code));
    }
  }

  /// Reads the attributes of the ports.
  static PathPairs of(FabricView subnet, Ends ends, MadExchange mads) throws TestException {
    List<DirectEndPort> ports = new ArrayList<>(List.of(ends.tester(), ends.dut()));
    for (FabricNode node : subnet.nodes()) {
      boolean isKnown = ports.stream().anyMatch(port -> port.guid() == node.guid());
      if (!isKnown && !node.isSwitch() && ports.size() < MOST_PORTS && node.lid() != 0) {
        DirectEndPort port = DirectEndPort.read(mads, node.route());
        if (port.pKeys().contains(DEFAULT_PARTITION)) {
          ports.add(port);
        }
      }
    }
    ports.removeIf(DirectEndPort::isSwitch);
    return new PathPairs(subnet, List.copyOf(ports));
  }

  /// Returns every pair, of different ports and of the same port.
  List<Pair> all() {
    return ports.stream()
        .flatMap(from -> ports.stream().map(to -> new Pair(subnet, from, to)))
        .toList();
  }
}
