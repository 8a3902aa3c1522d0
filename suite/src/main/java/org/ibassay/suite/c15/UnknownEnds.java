package org.ibassay.suite.c15;

import static org.ibassay.wire.sa.PathRecord.DLID;
import static org.ibassay.wire.sa.PathRecord.SLID;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.ibassay.wire.sa.Gid;

/// Requests for paths that do not exist, because no port has one of their ends, or none has both
/// the GID and the LID of one.
final class UnknownEnds {
  /// A locally administered GUID that no port has.
  private static final long NOBODY = 0x021B_A5FF_FE5A_0001L;

  /// Makes another GidPrefix of one, neither link-local nor multicast.
  private static final long ANOTHER_SUBNET = 1L << 60;

  private UnknownEnds() {}

  static List<PathQuery> queries(FabricView subnet, Ends ends) {
    DirectEndPort tester = ends.tester();
    DirectEndPort dut = ends.dut();
    Gid self = tester.gid();
    Gid nobody = new Gid(self.prefix(), NOBODY);
    PathQuery toDut = PathQuery.of(self, dut.gid());
    List<PathQuery> all = new ArrayList<>();
    all.add(PathQuery.of(self, nobody));
    all.add(PathQuery.of(nobody, dut.gid()));
    all.add(PathQuery.of(new Gid(self.prefix() ^ ANOTHER_SUBNET, self.guid()), dut.gid()));
    all.add(PathQuery.of(self, new Gid(self.prefix() ^ ANOTHER_SUBNET, dut.guid())));
    all.add(PathQuery.from(self).with(DLID, firstFree(subnet)));
    if (tester.guid() != dut.guid()) {
      ends(tester).forEach(lid -> all.add(toDut.with(DLID, lid)));
      ends(dut).forEach(lid -> all.add(toDut.with(SLID, lid)));
    }
    otherBits(subnet, dut)
        .forEach(lid -> {
          all.add(PathQuery.from(self).with(DLID, lid));
          all.add(PathQuery.ofNothing().with(SLID, tester.lid()).with(DLID, lid));
          all.add(toDut.with(DLID, lid));
        });
    otherBits(subnet, tester)
        .forEach(lid -> {
          all.add(PathQuery.ofNothing().with(DLID, dut.lid()).with(SLID, lid));
          all.add(toDut.with(SLID, lid));
        });
    return all;
  }

  private static long firstFree(FabricView subnet) {
    long lid = 1;
    while (subnet.hasLid(lid)) {
      lid++;
    }
    return lid;
  }

  /// Returns the first and the last LID of a port.
  private static LongStream ends(DirectEndPort port) {
    return LongStream.of(port.lid(), port.lastLid()).distinct();
  }

  /// Returns unicast LIDs that no port has, and that differ from a port's in one upper bit.
  private static LongStream otherBits(FabricView subnet, DirectEndPort port) {
    return LongStream.of(port.lid() ^ (1 << 14), port.lid() ^ (1 << 15))
        .filter(lid -> lid < TestGroup.FIRST_MLID && !subnet.hasLid(lid));
  }
}
