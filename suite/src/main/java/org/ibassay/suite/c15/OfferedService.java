package org.ibassay.suite.c15;

import static org.ibassay.wire.sa.ServiceRecord.SERVICE_GID;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_ID;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_LEASE;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_NAME;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_P_KEY;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.ibassay.suite.SaChecks;
import org.ibassay.suite.SaRecord;
import org.ibassay.suite.ServiceIds;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaRequest;

/// One of the services that S15_Services registers.
///
/// @param id ServiceID
/// @param gid GID of the port that offers it
/// @param name ServiceName
/// @param variant variant of its data: no two variants have an element in common
/// @param pKey ServiceP_Key
record OfferedService(long id, Gid gid, String name, int variant, int pKey) {
  private static final int OTHERS = 32;

  /// Its length makes the name of [#withOtherContents] fill all 64 bytes of ServiceName.
  private static final String NAME = "ibassay S15_Services, a name as long as they may be.. ";

  private static final long BETWEEN_VARIANTS = 0x2545_F491_4F6C_DD1DL;

  /// Creates a service of the default partition.
  OfferedService(long id, Gid gid, String name, int variant) {
    this(id, gid, name, variant, Gmp.DEFAULT_P_KEY);
  }

  /// Returns the services that may be registered; no two have a value in common.
  static List<OfferedService> candidates(long firstId, Gid gid) {
    List<Long> ids = ServiceIds.from(firstId);
    return IntStream.range(0, ids.size())
        .mapToObj(i -> new OfferedService(ids.get(i), gid, NAME + "%02d".formatted(i), i + 1))
        .toList();
  }

  /// Returns the service with another name and other data.
  OfferedService withOtherContents() {
    return new OfferedService(id, gid, "another " + name, variant + OTHERS, pKey);
  }

  /// Returns a service of another partition with the same ServiceID and ServiceGID, and other
  /// contents.
  OfferedService in(int partition) {
    return new OfferedService(id, gid, "another " + name, variant + OTHERS, partition);
  }

  /// Returns a service of another port with the same ServiceID, and another name.
  OfferedService at(Gid other) {
    return new OfferedService(id, other, "elsewhere", variant);
  }

  /// Returns the value of an element of the data.
  long value(Field data, int index) {
    return (TestService.value(data, index) + variant * BETWEEN_VARIANTS) & data.max();
  }

  /// Makes a request select the service by its identifying components.
  SaRequest identity(SaRequest request) {
    return request.with(SERVICE_ID, id).with(SERVICE_GID, gid).with(SERVICE_P_KEY, pKey);
  }

  /// Makes a request carry all components of the service.
  SaRequest whole(SaRequest request, long lease) {
    identity(request).with(SERVICE_LEASE, lease).with(SERVICE_NAME, name);
    for (Field data : TestService.DATA) {
      for (int i = 0; i < data.count(); i++) {
        request.with(data, i, value(data, i));
      }
    }
    return request;
  }

  /// Verifies that a record is that of the service, as far as it was delivered.
  void verify(SaChecks checks, SaRecord record) {
    checks.verifyData(record, SERVICE_ID, 0, id);
    checks.verifyGid(record, SERVICE_GID, gid);
    checks.verifyData(record, SERVICE_P_KEY, 0, pKey);
    checks.verifyData(record, SERVICE_NAME, name.getBytes(StandardCharsets.UTF_8));
    for (Field data : TestService.DATA) {
      for (int i = 0; i < data.count(); i++) {
        if (record.has(data, i)) {
          checks.verifyData(record, data, i, value(data, i));
        }
      }
    }
  }
}
