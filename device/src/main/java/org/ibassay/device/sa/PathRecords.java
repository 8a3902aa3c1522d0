package org.ibassay.device.sa;

import static org.ibassay.wire.sa.PathRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.PathRecord.DGID;
import static org.ibassay.wire.sa.PathRecord.DLID;
import static org.ibassay.wire.sa.PathRecord.NUMB_PATH;
import static org.ibassay.wire.sa.PathRecord.SERVICE_ID_56_LSB;
import static org.ibassay.wire.sa.PathRecord.SERVICE_ID_8_MSB;
import static org.ibassay.wire.sa.PathRecord.SGID;
import static org.ibassay.wire.sa.PathRecord.SLID;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ibassay.device.sm.EndPort;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaStatus;

/// PathRecord (15.2.5.16): the paths between ports, computed for each request.
///
/// A request may leave both ends open. OpenSM answers a Get that matches several pairs of ports
/// with the first of them; here it gets ERR_TOO_MANY_RECORDS, like any Get with more than one
/// record (15.4.4). For an invalid GID, OpenSM reports that there are no records; here the status
/// is that of an invalid GID.
final class PathRecords implements RecordService {
  private static final int MULTICAST_PREFIX = 0xFF;

  @Override
  public SaAttribute attribute() {
    return ATTRIBUTE;
  }

  @Override
  public RecordAnswer find(SaCall call) {
    if (call.means(ATTRIBUTE, SERVICE_ID_8_MSB) != call.means(ATTRIBUTE, SERVICE_ID_56_LSB)) {
      return RecordAnswer.refused(SaStatus.REQ_INSUFFICIENT_COMPONENTS);
    }
    PathWish wish = new PathWish(call);
    if (wish.isReserved()) {
      return RecordAnswer.refused(SaStatus.REQ_INVALID);
    }
    if (call.means(ATTRIBUTE, DGID) && isMulticast(call.askedGid(DGID))) {
      return RecordAnswer.of(List.of()); // there are no groups
    }
    End source = end(call, SGID, SLID);
    End destination = end(call, DGID, DLID);
    if (source.refusal() != SaStatus.OK) {
      return RecordAnswer.refused(source.refusal());
    }
    if (destination.refusal() != SaStatus.OK) {
      return RecordAnswer.refused(destination.refusal());
    }
    List<MemorySegment> records = new ArrayList<>();
    for (EndPort from : source.ports()) {
      for (EndPort to : destination.ports()) {
        addPaths(call, wish, from, to, records);
      }
    }
    return RecordAnswer.of(records);
  }

  /// One end of the paths.
  ///
  /// @param refusal why there are none, one of [SaStatus]
  private record End(int refusal, List<EndPort> ports) {}

  private static End end(SaCall call, Field gid, Field lid) {
    List<EndPort> ports = call.subnet().ports();
    if (call.means(ATTRIBUTE, gid)) {
      Optional<EndPort> named = call.subnet().byGid(call.askedGid(gid));
      if (named.isEmpty()) {
        return new End(SaStatus.REQ_INVALID_GID, List.of());
      }
      ports = List.of(named.get());
    }
    if (call.means(ATTRIBUTE, lid)) {
      Optional<EndPort> named = call.subnet().byLid((int) call.asked(lid));
      if (named.isEmpty()) {
        return new End(SaStatus.OK, List.of());
      }
      if (!ports.contains(named.get())) {
        return new End(SaStatus.REQ_INVALID, List.of());
      }
      ports = List.of(named.get());
    }
    return new End(SaStatus.OK, ports);
  }

  /// NumbPath limits the paths of each pair of ports; a Get requests one path (15.2.5.16 with the
  /// erratum that OpenSM names).
  private static void addPaths(
      SaCall call, PathWish wish, EndPort from, EndPort to, List<MemorySegment> records) {
    long limit = Long.MAX_VALUE;
    if (call.isGet()) {
      limit = 1;
    } else if (call.means(ATTRIBUTE, NUMB_PATH)) {
      limit = call.asked(NUMB_PATH);
    }
    Optional<MemorySegment> path = wish.path(from, to);
    if (path.isPresent()) {
      LidPairs.of(call, from, to)
          .limit(limit)
          .map(pair -> pair.of(path.get()))
          .forEach(records::add);
    }
  }

  private static boolean isMulticast(Gid gid) {
    return gid.prefix() >>> 56 == MULTICAST_PREFIX;
  }
}
