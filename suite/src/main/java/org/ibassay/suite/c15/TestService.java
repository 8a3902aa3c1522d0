package org.ibassay.suite.c15;

import static org.ibassay.wire.sa.ServiceRecord.SERVICE_DATA16;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_DATA32;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_DATA64;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_DATA8;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_GID;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_ID;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_KEY;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_LEASE;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_NAME;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_P_KEY;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.ibassay.suite.ServiceIds;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaRequest;

/// The service that C15_0_1_012_15 registers: its identity and contents.
///
/// @param id ServiceID
/// @param name ServiceName
/// @param gid GID of the port that offers it
record TestService(long id, String name, Gid gid) {
  private static final String NAME = "ibassay C15_0_1_012_15";
  static final List<Field> DATA =
      List.of(SERVICE_DATA8, SERVICE_DATA16, SERVICE_DATA32, SERVICE_DATA64);

  private static final String KEY = "ibassay's secret";
  private static final long BETWEEN_FIELDS = 0x9E37_79B9_7F4A_7C15L;
  private static final long BETWEEN_ELEMENTS = 0x0101_0101_0101_0101L;

  /// Returns the services that may be registered, in order of preference: each has its own
  /// ServiceID and name.
  static List<TestService> candidates(long firstId, Gid gid) {
    List<Long> ids = ServiceIds.from(firstId);
    return IntStream.range(0, ids.size())
        .mapToObj(i -> new TestService(ids.get(i), i == 0 ? NAME : NAME + " #" + (i + 1), gid))
        .toList();
  }

  static byte[] key() {
    return KEY.getBytes(StandardCharsets.US_ASCII);
  }

  /// Returns the value of an element of the data: all differ, and each has bits set at both ends.
  static long value(Field data, int index) {
    long pattern = (DATA.indexOf(data) + 1) * BETWEEN_FIELDS + index * BETWEEN_ELEMENTS;
    return (pattern | 1L << (data.width() - 1)) & data.max();
  }

  /// Makes a request select the service by its identifying components.
  SaRequest identity(SaRequest request) {
    return request
        .with(SERVICE_ID, id)
        .with(SERVICE_GID, gid)
        .with(SERVICE_P_KEY, Gmp.DEFAULT_P_KEY);
  }

  /// Makes a request carry all of its components.
  SaRequest with(SaRequest request, long lease) {
    identity(request).with(SERVICE_LEASE, lease).with(SERVICE_KEY, key()).with(SERVICE_NAME, name);
    for (Field data : DATA) {
      for (int i = 0; i < data.count(); i++) {
        request.with(data, i, value(data, i));
      }
    }
    return request;
  }

  /// Makes a request select it by its contents.
  SaRequest byContents(SaRequest request) {
    return request
        .with(SERVICE_GID, gid)
        .with(SERVICE_NAME, name)
        .with(SERVICE_DATA64, 1, value(SERVICE_DATA64, 1));
  }

  /// Makes a request select by a longer name, which the service does not have.
  SaRequest byAnotherName(SaRequest request) {
    return request.with(SERVICE_GID, gid).with(SERVICE_NAME, name + " but another");
  }

  /// Makes a request select by data that differs in one bit.
  SaRequest byOtherData(SaRequest request) {
    return request
        .with(SERVICE_ID, id)
        .with(SERVICE_GID, gid)
        .with(SERVICE_DATA8, 0, value(SERVICE_DATA8, 0) ^ 1);
  }
}
