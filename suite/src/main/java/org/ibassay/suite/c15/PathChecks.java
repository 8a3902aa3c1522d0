package org.ibassay.suite.c15;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ibassay.suite.SaChecks;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.SaRecord;
import org.ibassay.suite.Shown;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.PathRecord;
import org.ibassay.wire.sa.Rate;

/// Checks of PathRecords. Paths are found in a table by their destinations, and their contents are
/// compared with what the ports themselves report.
final class PathChecks {
  private static final String NOT_ALL = "the stack below the tester did not deliver all paths";

  private final SaChecks checks;
  private final Ends ends;

  PathChecks(SaChecks checks, Ends ends) {
    this.checks = checks;
    this.ends = ends;
  }

  private DirectEndPort tester() {
    return ends.tester();
  }

  private DirectEndPort dut() {
    return ends.dut();
  }

  /// Returns the path to a port, found by the GUID in its DGID. If there are several, it is the one
  /// from the tester.
  ///
  /// @param name for messages
  SaRecord pathTo(DirectEndPort destination, String name, SaPacketSpec paths) {
    List<SaRecord> found = pathsTo(destination, paths);
    return found.stream()
        .filter(path -> path.gid(PathRecord.SGID).guid() == tester().guid())
        .findFirst()
        .or(() -> found.stream().findFirst())
        .orElseGet(() -> paths.missing("path to " + name));
  }

  private static List<SaRecord> pathsTo(DirectEndPort destination, SaPacketSpec paths) {
    return paths.records().stream()
        .filter(path -> path.has(PathRecord.DGID))
        .filter(path -> path.gid(PathRecord.DGID).guid() == destination.guid())
        .toList();
  }

  /// Verifies that the table has one path to the tester and one to the SM/SA and, in a SimpleLink,
  /// no others except to additional GUIDs of these two ports.
  void verifyPaths(SaPacketSpec paths) {
    int toTester = pathsTo(tester(), paths).size();
    int toDut = pathsTo(dut(), paths).size();
    long toOthers = paths.records().stream().filter(this::isToOther).count();
    boolean isTooMuch = toTester > 1 || toDut > 1 || (ends.isSimpleLink() && toOthers > 0);
    if (paths.isCut() && !isTooMuch) {
      checks.steps().inconclusive(NOT_ALL);
      return;
    }
    checks.verify(
        paths,
        !isTooMuch && toTester == 1 && toDut == 1,
        () ->
            "1 path to the tester, 1 path to the SM/SA"
                + (ends.isSimpleLink() ? " and no other" : " among those to others"),
        () ->
            "%d to the tester, %d to the SM/SA, %d in all"
                .formatted(toTester, toDut, paths.records().size()));
  }

  private boolean isToOther(SaRecord path) {
    long guid = path.gid(PathRecord.DGID).guid();
    return path.has(PathRecord.DGID)
        && !tester().guids().contains(guid)
        && !dut().guids().contains(guid);
  }

  /// Verifies that DGID is that of a port, and SGID the tester's.
  void verifyGids(SaRecord path, DirectEndPort destination) {
    checks.verifyGid(path, PathRecord.DGID, destination.gid());
    checks.verifyGid(path, PathRecord.SGID, tester().gid());
  }

  /// Verifies that DLID is one of a port's, and SLID one of the tester's.
  void verifyLids(SaRecord path, DirectEndPort destination) {
    verifyLid(path, PathRecord.DLID, destination);
    verifyLid(path, PathRecord.SLID, tester());
  }

  private void verifyLid(SaRecord path, Field field, DirectEndPort port) {
    checks.verify(
        path,
        field,
        port.lid() == port.lastLid() ? Long.valueOf(port.lid()) : null,
        port.has(path.data(field)),
        () ->
            field.name()
                + " "
                + Shown.of(field, port.lid())
                + (port.lid() == port.lastLid() ? "" : " to " + Shown.of(field, port.lastLid())),
        () -> field.name() + " " + Shown.of(field, path.data(field)));
  }

  /// Verifies Mtu to the SM/SA: that of the tester's link; beyond switches, which may have links
  /// with a smaller one, at most that of either end.
  void verifyMtuToDut(SaRecord path) {
    long mtu = path.data(PathRecord.MTU);
    long greatest = ends.isSimpleLink() ? tester().mtu() : Math.min(tester().mtu(), dut().mtu());
    checks.verify(
        path,
        PathRecord.MTU,
        ends.isSimpleLink() ? greatest : null,
        ends.isSimpleLink() ? mtu == greatest : mtu > 0 && mtu <= greatest,
        () -> (ends.isSimpleLink() ? "Mtu " : "Mtu of at most ") + greatest,
        () -> "Mtu " + mtu);
  }

  /// Verifies Mtu from the tester to itself: one that its port can send.
  void verifyMtuToTester(SaRecord path) {
    long mtu = path.data(PathRecord.MTU);
    long greatest = tester().linkInfo().data(PortInfo.MTU_CAP);
    checks.verify(
        path,
        PathRecord.MTU,
        mtu > 0 && mtu <= greatest,
        () -> "Mtu of 1 to " + greatest,
        () -> "Mtu " + mtu);
  }

  /// Verifies Rate from the tester to itself: the rate of its link.
  void verifyRateToTester(SaRecord path) {
    verifyRate(path, tester().rate(), true);
  }

  /// Verifies Rate to the SM/SA: that of the tester's link; beyond switches, which may have slower
  /// links, at most that of either end.
  void verifyRateToDut(SaRecord path) {
    Optional<Rate> slower =
        tester().rate().flatMap(one -> dut().rate().map(other -> slower(one, other)));
    verifyRate(path, ends.isSimpleLink() ? tester().rate() : slower, ends.isSimpleLink());
  }

  private static Rate slower(Rate one, Rate other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  private void verifyRate(SaRecord path, Optional<Rate> limit, boolean exactly) {
    if (limit.isEmpty()) {
      checks
          .steps()
          .inconclusive("width and speed of the link are reserved values, which have no Rate");
      return;
    }
    int code = (int) path.data(PathRecord.RATE);
    Optional<Rate> rate = Rate.of(code);
    checks.verify(
        path,
        PathRecord.RATE,
        exactly ? Long.valueOf(limit.get().code()) : null,
        rate.filter(r -> exactly ? r == limit.get() : r.compareTo(limit.get()) <= 0).isPresent(),
        () ->
            (exactly ? "Rate " : "Rate of at most ")
                + "%d (%s)".formatted(limit.get().code(), limit.get()),
        () -> "Rate %d (%s)".formatted(code, rate.map(Rate::toString).orElse("reserved")));
  }

  /// Verifies that the rate of the SM/SA's own link is not below the tester's. In a larger fabric
  /// the pages assume it, but it need not be so.
  void verifyDutRate(SaPacketSpec about) {
    Optional<Rate> own = tester().rate();
    Optional<Rate> others = dut().rate();
    if (!ends.isSimpleLink()) {
      checks.steps().notApplicable("the tester is not cabled straight to the SM/SA's port");
    } else if (own.isEmpty() || others.isEmpty()) {
      checks
          .steps()
          .inconclusive("width and speed of the link are reserved values, which have no Rate");
    } else {
      checks.verify(
          about,
          others.get().compareTo(own.get()) >= 0,
          () -> "a link of at least " + own.get() + " at the SM/SA's port",
          () -> others.get().toString());
    }
  }

  /// Verifies the P_Key of a path to a port: a key of one of its two ends, of a partition of which
  /// both are members.
  void verifySharedPKey(SaRecord path, DirectEndPort destination) {
    int pKey = (int) path.data(PathRecord.P_KEY);
    boolean isKeyOfEnd = tester().pKeys().contains(pKey) || destination.pKeys().contains(pKey);
    checks.verify(
        path,
        PathRecord.P_KEY,
        isKeyOfEnd && tester().isIn(pKey) && destination.isIn(pKey),
        () -> "a P_Key that the ends of the path have in common",
        () -> "P_Key " + Shown.of(pKey));
  }

  /// Verifies that every path of a table starts at the tester, and that no two have the same
  /// destination.
  void verifyEachPath(SaPacketSpec paths) {
    Set<Gid> destinations = new HashSet<>();
    if (paths.isCut()) {
      checks.steps().inconclusive(NOT_ALL);
    }
    for (SaRecord path : paths.records()) {
      checks.verifyGid(path, PathRecord.SGID, tester().gid());
      checks.verify(
          path,
          PathRecord.DGID,
          destinations.add(path.gid(PathRecord.DGID)),
          () -> "one path to each port",
          () -> "DGID " + path.gid(PathRecord.DGID) + " for the second time");
    }
  }
}
