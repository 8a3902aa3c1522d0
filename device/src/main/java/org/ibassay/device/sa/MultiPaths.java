package org.ibassay.device.sa;

import static org.ibassay.wire.sa.MultiPathRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.MultiPathRecord.D_GID_COUNT;
import static org.ibassay.wire.sa.MultiPathRecord.NUMB_PATH;
import static org.ibassay.wire.sa.MultiPathRecord.SD_GID;
import static org.ibassay.wire.sa.MultiPathRecord.SERVICE_ID_56_LSB;
import static org.ibassay.wire.sa.MultiPathRecord.SERVICE_ID_8_MSB;
import static org.ibassay.wire.sa.MultiPathRecord.S_GID_COUNT;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.MultiPathRecord;
import org.ibassay.wire.sa.PathRecord;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;

/// MultiPathRecord (15.2.5.20): paths from any of several ports to any of several others, as
/// PathRecords. The components have the same meaning as in a PathRecord request.
final class MultiPaths {
  private static final long GID_BYTES = 16;

  /// If the request specifies none: the maximum of NumbPath.
  private static final int MOST_PATHS = 127;

  private final PathRecords paths = new PathRecords();

  /// @param call its MAD contains the whole request, of any number of segments
  RecordAnswer find(SaCall call) {
    if (!call.means(ATTRIBUTE, S_GID_COUNT)
        || !call.means(ATTRIBUTE, D_GID_COUNT)
        || call.means(ATTRIBUTE, SERVICE_ID_8_MSB) != call.means(ATTRIBUTE, SERVICE_ID_56_LSB)) {
      return RecordAnswer.refused(SaStatus.REQ_INSUFFICIENT_COMPONENTS);
    }
    int sources = (int) call.asked(S_GID_COUNT);
    int destinations = (int) call.asked(D_GID_COUNT);
    long needed = SaHeader.DATA + SD_GID.bitOffset() / 8 + GID_BYTES * (sources + destinations);
    if (sources == 0 || destinations == 0 || needed > call.mad().byteSize()) {
      return RecordAnswer.refused(SaStatus.REQ_INVALID);
    }
    List<Gid> gids = new ArrayList<>();
    for (int i = 0; i < sources + destinations; i++) {
      Gid gid = gid(call.mad(), i);
      if (call.subnet().byGid(gid).isEmpty()) {
        return RecordAnswer.refused(SaStatus.REQ_INVALID_GID);
      }
      gids.add(gid);
    }
    return find(call, gids.subList(0, sources), gids.subList(sources, gids.size()));
  }

  private static Gid gid(MemorySegment message, int index) {
    long at = SaHeader.DATA + SD_GID.bitOffset() / 8 + GID_BYTES * index;
    MemorySegment one = MemorySegment.ofArray(new byte[PathRecord.ATTRIBUTE.layout().bytes()]);
    MemorySegment.copy(message, at, one, PathRecord.DGID.bitOffset() / 8, GID_BYTES);
    return Gid.get(PathRecord.DGID, one, 0);
  }

  /// Returns each pair once, even if it is named several times.
  private RecordAnswer find(SaCall call, List<Gid> from, List<Gid> to) {
    long limit = call.means(ATTRIBUTE, NUMB_PATH) ? call.asked(NUMB_PATH) : MOST_PATHS;
    List<MemorySegment> records = new ArrayList<>();
    for (Gid source : from.stream().distinct().toList()) {
      for (Gid destination : to.stream().distinct().toList()) {
        RecordAnswer found = paths.find(pair(call, source, destination));
        if (found.isRefusal()) {
          return found;
        }
        found.records().stream().limit(limit - records.size()).forEach(records::add);
      }
    }
    return RecordAnswer.of(records);
  }

  private static SaCall pair(SaCall call, Gid from, Gid to) {
    SaRequest request =
        SaRequest.of(SaMethod.GET_TABLE, PathRecord.ATTRIBUTE)
            .with(PathRecord.SGID, from)
            .with(PathRecord.DGID, to);
    for (Field field : MultiPathRecord.ATTRIBUTE.layout().fields()) {
      Optional<Field> twin = twin(field);
      if (twin.isPresent() && !field.equals(NUMB_PATH) && call.means(ATTRIBUTE, field)) {
        request.with(twin.get(), call.asked(field));
      }
    }
    MadHeader.TRANSACTION_ID.set(request.mad(), 0, MadHeader.TRANSACTION_ID.get(call.mad(), 0));
    return new SaCall(
        request.mad(), request.componentMask(), call.requester(), call.subnet(), call.now());
  }

  /// Returns the component of PathRecord with the same name.
  private static Optional<Field> twin(Field field) {
    return PathRecord.ATTRIBUTE.components().stream()
        .map(component -> component.field())
        .filter(other -> other.name().equals(field.name()))
        .findFirst();
  }
}
