package org.ibassay.suite.c15;

import static org.ibassay.wire.sa.InformInfo.GID_FIELD;
import static org.ibassay.wire.sa.InformInfo.IS_GENERIC;
import static org.ibassay.wire.sa.InformInfo.LID_RANGE_BEGIN;
import static org.ibassay.wire.sa.InformInfo.LID_RANGE_END;
import static org.ibassay.wire.sa.InformInfo.PRODUCER_TYPE_VENDOR_ID;
import static org.ibassay.wire.sa.InformInfo.QPN;
import static org.ibassay.wire.sa.InformInfo.RESP_TIME_VALUE;
import static org.ibassay.wire.sa.InformInfo.SUBSCRIBE;
import static org.ibassay.wire.sa.InformInfo.TRAP_NUMBER_DEVICE_ID;
import static org.ibassay.wire.sa.InformInfo.TYPE;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.SaRecord;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.InformInfo;
import org.ibassay.wire.sa.InformInfoRecord;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaRequest;

/// A subscription of the tester and its scope.
///
/// @param fields components of InformInfo, except its GID
/// @param gid port whose events are reported; 0 if LIDs select it
record TestSubscription(Map<Field, Long> fields, Gid gid) {
  /// The value of LIDRangeBegin, Type and TrapNumber that selects all.
  static final long ALL = 0xFFFF;

  /// The value of ProducerType that selects all.
  static final long ALL_PRODUCERS = 0xFF_FFFF;

  /// Type: subnet management.
  static final int SUBNET_MANAGEMENT = 3;

  /// ProducerType: class manager.
  static final int CLASS_MANAGER = 4;

  private static final Gid NONE = new Gid(0, 0);

  /// 4.096 us * 2^18 = 1.07 s.
  private static final long RESPONSE_TIME = 18;

  /// Copies the components, in order.
  TestSubscription {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }

  /// Returns the subscription to one trap that the subnet manager itself issues.
  static TestSubscription of(int trap) {
    Map<Field, Long> fields = new LinkedHashMap<>();
    fields.put(LID_RANGE_BEGIN, ALL);
    fields.put(LID_RANGE_END, 0L);
    fields.put(IS_GENERIC, 1L);
    fields.put(TYPE, (long) SUBNET_MANAGEMENT);
    fields.put(TRAP_NUMBER_DEVICE_ID, (long) trap);
    fields.put(RESP_TIME_VALUE, RESPONSE_TIME);
    fields.put(PRODUCER_TYPE_VENDOR_ID, (long) CLASS_MANAGER);
    return new TestSubscription(fields, NONE);
  }

  /// Returns a copy with another value.
  TestSubscription with(Field field, long value) {
    Map<Field, Long> other = new LinkedHashMap<>(fields);
    other.put(field, value);
    return new TestSubscription(other, gid);
  }

  /// Returns a copy for traps issued by a port.
  TestSubscription of(Gid port) {
    return new TestSubscription(fields, port);
  }

  /// Returns a copy for traps issued by one LID.
  TestSubscription from(int lid) {
    return from(lid, lid);
  }

  /// Returns a copy for traps issued by a LID of a range.
  TestSubscription from(int first, int last) {
    return with(LID_RANGE_BEGIN, first).with(LID_RANGE_END, last);
  }

  /// Returns the request that creates it.
  SaRequest begin() {
    return request(1);
  }

  /// Returns the request that removes it: of the tester's queue pair.
  SaRequest end() {
    return request(0).carrying(QPN, Gmp.QP);
  }

  /// @param subscribe value of the component Subscribe
  SaRequest request(int subscribe) {
    SaRequest request = SaRequest.of(SaMethod.SET, InformInfo.ATTRIBUTE).carrying(GID_FIELD, gid);
    fields.forEach(request::carrying);
    return request.carrying(SUBSCRIBE, subscribe);
  }

  /// Returns the query for the tester's subscriptions.
  static SaRequest all(Gid tester) {
    return SaRequest.of(SaMethod.GET_TABLE, InformInfoRecord.ATTRIBUTE)
        .with(InformInfoRecord.SUBSCRIBER_GID, tester);
  }

  /// Returns the components that identify it.
  Map<Field, Long> identity() {
    Map<Field, Long> identity = new LinkedHashMap<>(fields);
    identity.remove(RESP_TIME_VALUE);
    return identity;
  }

  /// Returns the number of records of it.
  long countIn(SaPacketSpec table) {
    return table.status() == 0 ? table.records().stream().filter(this::isIn).count() : 0;
  }

  /// Names the components of a record that are not those of the subscription.
  String differences(SaRecord record) {
    List<String> differences =
        identity().entrySet().stream()
            .filter(component -> record.has(inRecord(component.getKey())))
            .filter(component -> record.data(inRecord(component.getKey())) != component.getValue())
            .map(component ->
                "%s 0x%X instead of 0x%X"
                    .formatted(
                        component.getKey().name(),
                        record.data(inRecord(component.getKey())),
                        component.getValue()))
            .toList();
    return differences.isEmpty() ? "" : "; the first has " + String.join(", ", differences);
  }

  private static Field inRecord(Field field) {
    return InformInfoRecord.INFORM_INFO.of(field);
  }

  /// Whether a record is that of the subscription.
  boolean isIn(SaRecord record) {
    return record.has(InformInfoRecord.INFORM_INFO.of(PRODUCER_TYPE_VENDOR_ID))
        && record.gid(InformInfoRecord.INFORM_INFO.of(GID_FIELD)).equals(gid)
        && identity().keySet().stream()
            .allMatch(field ->
                record.data(InformInfoRecord.INFORM_INFO.of(field))
                    == Objects.requireNonNull(fields.get(field)));
  }
}
