package org.ibassay.suite.c15;

import static org.ibassay.suite.GroupIds.Q_KEY;
import static org.ibassay.wire.mad.Gmp.DEFAULT_P_KEY;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.ibassay.suite.GroupIds;
import org.ibassay.suite.SaChecks;
import org.ibassay.suite.SaRecord;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.McMemberRecord;
import org.ibassay.wire.sa.Rate;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.Selector;
import org.jspecify.annotations.Nullable;

/// A multicast group that a test creates, with the capabilities of both ends.
///
/// @param mgid its MGID
/// @param mtu MTU code of all members
/// @param rate rate of all members; empty if the rate of a link is not known
record TestGroup(Gid mgid, long mtu, Optional<Rate> rate) {
  static final int FULL_MEMBER = 1;
  static final int NON_MEMBER = 2;
  static final int SEND_ONLY = 4;

  /// The first multicast LID.
  static final int FIRST_MLID = 0xC000;

  static final int LAST_MLID = 0xFFFE;

  private static final int LINK_LOCAL = 2;

  /// Components that do not depend on the members, that is all except MTU and rate.
  private static final Map<Field, Long> CONTENTS = contents();

  private static Map<Field, Long> contents() {
    Map<Field, Long> contents = new LinkedHashMap<>();
    contents.put(McMemberRecord.Q_KEY, Q_KEY);
    contents.put(McMemberRecord.T_CLASS, 0x5AL);
    contents.put(McMemberRecord.P_KEY, (long) DEFAULT_P_KEY);
    contents.put(McMemberRecord.SL, 0L);
    contents.put(McMemberRecord.FLOW_LABEL, 0x1_BA55L);
    contents.put(McMemberRecord.SCOPE, (long) LINK_LOCAL);
    return contents;
  }

  /// Returns the groups that may be created, in order of preference.
  static List<TestGroup> candidates(Ends ends) {
    long mtu = Math.min(ends.tester().mtu(), ends.dut().mtu());
    Optional<Rate> rate =
        ends.tester()
            .rate()
            .flatMap(one -> ends.dut().rate().map(other -> one.compareTo(other) < 0 ? one : other));
    return GroupIds.of(ends.tester().guid()).stream()
        .map(mgid -> new TestGroup(mgid, mtu, rate))
        .toList();
  }

  /// Returns the same group under another MGID.
  TestGroup withMgid(Gid other) {
    return new TestGroup(other, mtu, rate);
  }

  /// Returns groups whose MGIDs differ in one bit: of the flags, the scope, the signature, what
  /// follows, and either end of the second half.
  List<TestGroup> alike() {
    return Stream.concat(
            LongStream.of(52, 48, 47, 16)
                .mapToObj(bit -> new Gid(mgid.prefix() ^ (1L << bit), mgid.guid())),
            LongStream.of(63, 0).mapToObj(bit -> new Gid(mgid.prefix(), mgid.guid() ^ (1L << bit))))
        .map(this::withMgid)
        .toList();
  }

  /// Returns its components: with its MTU and, if known, its rate.
  Map<Field, Long> components() {
    Map<Field, Long> all = new LinkedHashMap<>(CONTENTS);
    all.put(McMemberRecord.MTU, mtu);
    rate.ifPresent(known -> all.put(McMemberRecord.RATE, (long) known.code()));
    return all;
  }

  /// Verifies that a record has the group's MGID and components.
  void verify(SaChecks checks, SaRecord record) {
    checks.verifyGid(record, McMemberRecord.MGID, mgid);
    components().forEach((field, value) -> checks.verifyData(record, field, 0, value));
  }

  SaRequest byMgid(SaRequest request) {
    return request.with(McMemberRecord.MGID, mgid);
  }

  /// Makes a request in which a port joins or leaves.
  SaRequest member(SaRequest request, Gid port, int joinState) {
    return byMgid(request)
        .with(McMemberRecord.PORT_GID, port)
        .with(McMemberRecord.JOIN_STATE, joinState);
  }

  /// Makes a request in which a port joins and specifies all components of the group.
  SaRequest whole(SaRequest request, Gid port, int joinState) {
    return contents(member(request, port, joinState), null);
  }

  /// Makes a request in which a port joins and specifies all components except for one.
  SaRequest without(SaRequest request, Field component, Gid port) {
    return contents(member(request, port, FULL_MEMBER), component);
  }

  /// Makes a request in which a port joins and leaves MTU, rate and packet lifetime open.
  SaRequest unlimited(SaRequest request, Gid port, int joinState) {
    member(request, port, joinState);
    CONTENTS.forEach(request::with);
    return request;
  }

  private SaRequest contents(SaRequest request, @Nullable Field but) {
    CONTENTS.forEach((field, value) -> {
      if (!field.equals(but)) {
        request.with(field, value);
      }
    });
    request.with(McMemberRecord.MTU_SELECTOR, Selector.EXACTLY).with(McMemberRecord.MTU, mtu);
    rate.ifPresent(known ->
        request
            .with(McMemberRecord.RATE_SELECTOR, Selector.EXACTLY)
            .with(McMemberRecord.RATE, known.code()));
    return request;
  }
}
