package org.ibassay.suite.c15;

import static org.ibassay.wire.sa.MultiPathRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.MultiPathRecord.D_GID_COUNT;
import static org.ibassay.wire.sa.MultiPathRecord.SD_GID;
import static org.ibassay.wire.sa.MultiPathRecord.S_GID_COUNT;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ibassay.link.rmpp.RmppSegments;
import org.ibassay.suite.SaRecord;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.PathRecord;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaRequest;

/// The ports between which a MultiPathRecord requests paths, and the requested properties.
///
/// @param from GIDs of source ports
/// @param to GIDs of destination ports
/// @param wish further requested properties, by components of PathRecord
record MultiPathQuery(List<Gid> from, List<Gid> to, PathQuery wish) {
  private static final int GID_BYTES = 16;
  private static final int BEFORE_GIDS = SD_GID.bitOffset() / Byte.SIZE;

  static MultiPathQuery of(List<Gid> from, List<Gid> to) {
    return new MultiPathQuery(from, to, PathQuery.ofNothing());
  }

  /// Returns a copy with other components of PathRecord.
  MultiPathQuery with(PathQuery other) {
    return new MultiPathQuery(from, to, other);
  }

  /// Returns a request that fits in one MAD, to be sent by RMPP.
  SaRequest request() {
    SaRequest request = header();
    List<Gid> gids = gids();
    for (int i = 0; i < gids.size(); i++) {
      request.carrying(SD_GID, i, gids.get(i));
    }
    return request.byRmpp(BEFORE_GIDS + GID_BYTES * gids.size());
  }

  /// Returns the MADs of a request, however many it takes, complete except for the TransactionID.
  List<MemorySegment> segments() {
    List<Gid> gids = gids();
    long bytes = SaHeader.DATA + BEFORE_GIDS + (long) GID_BYTES * gids.size();
    MemorySegment message = MemorySegment.ofArray(new byte[(int) bytes]);
    MemorySegment.copy(header().mad(), 0, message, 0, SaHeader.DATA + BEFORE_GIDS);
    for (int i = 0; i < gids.size(); i++) {
      MemorySegment one = SaRequest.of(SaMethod.GET, ATTRIBUTE).carrying(SD_GID, gids.get(i)).mad();
      int first = SaHeader.DATA + BEFORE_GIDS;
      MemorySegment.copy(one, first, message, first + (long) GID_BYTES * i, GID_BYTES);
    }
    return RmppSegments.of(message);
  }

  private List<Gid> gids() {
    return Stream.concat(from.stream(), to.stream()).toList();
  }

  private SaRequest header() {
    SaRequest request =
        SaRequest.of(SaMethod.GET_MULTI, ATTRIBUTE)
            .with(S_GID_COUNT, from.size())
            .with(D_GID_COUNT, to.size());
    for (Map.Entry<Field, Long> component : wish.components().entrySet()) {
      request.with(twin(component.getKey()), component.getValue());
    }
    return request;
  }

  /// Returns the component of MultiPathRecord that has the same name as one of PathRecord.
  private static Field twin(Field component) {
    return ATTRIBUTE.components().stream()
        .map(twin -> twin.field())
        .filter(field -> field.name().equals(component.name()))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(component.name()));
  }

  /// Whether a path leads from one of the source ports to one of the destination ports.
  boolean isBetween(Gid source, Gid destination) {
    return from.contains(source) && to.contains(destination);
  }

  /// Returns the ends of a path, for messages.
  static String ends(SaRecord path) {
    return "SGID %s, DGID %s".formatted(path.gid(PathRecord.SGID), path.gid(PathRecord.DGID));
  }
}
