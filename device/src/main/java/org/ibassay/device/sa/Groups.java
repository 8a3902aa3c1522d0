package org.ibassay.device.sa;

import static org.ibassay.wire.sa.McMemberRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.McMemberRecord.JOIN_STATE;
import static org.ibassay.wire.sa.McMemberRecord.MGID;
import static org.ibassay.wire.sa.McMemberRecord.MLID;
import static org.ibassay.wire.sa.McMemberRecord.PORT_GID;
import static org.ibassay.wire.sa.McMemberRecord.PROXY_JOIN;
import static org.ibassay.wire.sa.McMemberRecord.P_KEY;
import static org.ibassay.wire.sa.McMemberRecord.SCOPE;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ObjIntConsumer;
import java.util.stream.Collectors;
import org.ibassay.device.sm.EndPort;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.McMemberRecord;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaAttribute.Component;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaStatus;

/// MCMemberRecord (15.2.5.17): multicast groups and their members.
///
/// A Set joins a port, and creates the group if it does not exist; a Delete removes bits of
/// JoinState. A group without a full member is deleted, and its MLID is released. Untrusted
/// requests get one record for each group, without members; as with OpenSM, PortGID still selects
/// records.
final class Groups implements RecordService {
  private static final long JOIN =
      ATTRIBUTE.mask(MGID) | ATTRIBUTE.mask(PORT_GID) | ATTRIBUTE.mask(JOIN_STATE);
  private static final long OF_MEMBERS =
      ATTRIBUTE.mask(PORT_GID) | ATTRIBUTE.mask(JOIN_STATE) | ATTRIBUTE.mask(PROXY_JOIN);
  private static final long CARRIAGE =
      ATTRIBUTE.mask(McMemberRecord.MTU_SELECTOR)
          | ATTRIBUTE.mask(McMemberRecord.MTU)
          | ATTRIBUTE.mask(McMemberRecord.RATE_SELECTOR)
          | ATTRIBUTE.mask(McMemberRecord.RATE)
          | ATTRIBUTE.mask(McMemberRecord.PACKET_LIFE_TIME_SELECTOR)
          | ATTRIBUTE.mask(McMemberRecord.PACKET_LIFE_TIME);
  private static final Gid NONE = new Gid(0, 0);
  private static final int CREATED = 66;
  private static final int DELETED = 67;
  private static final int LINK_LOCAL = 2;

  private final GroupRules rules;
  private final ObjIntConsumer<MemorySegment> notice;
  private final ObjIntConsumer<List<EndPort>> forwarding;
  private final Map<Gid, Group> groups = new LinkedHashMap<>();
  private int assigned;

  /// @param notice called with the record of a group and the trap number of its event
  /// @param forwarding called with all members of an MLID's groups when they change
  Groups(
      GroupRules rules,
      ObjIntConsumer<MemorySegment> notice,
      ObjIntConsumer<List<EndPort>> forwarding) {
    this.rules = rules;
    this.notice = notice;
    this.forwarding = forwarding;
  }

  /// @param bits JoinState
  /// @param isProxied whether another port requested it
  private record Membership(int bits, boolean isProxied) {}

  /// @param record the components shared by all members
  private record Group(MemorySegment record, Map<Gid, Membership> members) {
    List<Integer> bits() {
      return members.values().stream().map(Membership::bits).toList();
    }

    MemorySegment of(Gid port) {
      MemorySegment own = copy(record);
      port.set(PORT_GID, own, 0);
      Membership membership = members.getOrDefault(port, new Membership(0, false));
      JOIN_STATE.set(own, 0, membership.bits());
      PROXY_JOIN.set(own, 0, membership.isProxied() ? 1 : 0);
      return own;
    }
  }

  @Override
  public SaAttribute attribute() {
    return ATTRIBUTE;
  }

  @Override
  public RecordAnswer find(SaCall call) {
    List<MemorySegment> found = new ArrayList<>();
    for (Group group : groups.values()) {
      if (call.requester().isIn((int) P_KEY.get(group.record(), 0))
          && isEqual(call, call.mask() & ~OF_MEMBERS & ~CARRIAGE, group.record())
          && GroupCarriage.fits(call, group.record())) {
        found.addAll(shown(call, group));
      }
    }
    return RecordAnswer.of(found);
  }

  private static List<MemorySegment> shown(SaCall call, Group group) {
    if (!call.isTrusted()) {
      boolean isMeant =
          !call.means(ATTRIBUTE, PORT_GID) || group.members().containsKey(call.askedGid(PORT_GID));
      long ofMembers = call.mask() & OF_MEMBERS & ~ATTRIBUTE.mask(PORT_GID);
      MemorySegment plain = copy(group.record());
      return isMeant && isEqual(call, ofMembers, plain) ? List.of(plain) : List.of();
    }
    return group.members().keySet().stream()
        .map(group::of)
        .filter(record -> isEqual(call, call.mask() & OF_MEMBERS, record))
        .toList();
  }

  @Override
  public RecordAnswer set(SaCall call) {
    if ((call.mask() & JOIN) != JOIN) {
      return RecordAnswer.refused(SaStatus.REQ_INSUFFICIENT_COMPONENTS);
    }
    int bits = (int) call.asked(JOIN_STATE);
    Optional<EndPort> named = call.subnet().byGid(call.askedGid(PORT_GID));
    if (named.isEmpty()) {
      return RecordAnswer.refused(SaStatus.REQ_INVALID_GID);
    }
    EndPort port = named.get();
    Group group = groups.get(call.askedGid(MGID));
    return group == null ? create(call, port, bits) : join(call, port, bits, group);
  }

  private RecordAnswer create(SaCall call, EndPort port, int bits) {
    Gid asked = call.askedGid(MGID);
    boolean isAssigned = asked.equals(NONE);
    if ((call.mask() & rules.required()) != rules.required()) {
      return RecordAnswer.refused(SaStatus.REQ_INSUFFICIENT_COMPONENTS);
    }
    if (!rules.mayJoin(bits)
        || !rules.mayCreate(bits)
        || (!isAssigned && !rules.isLegal(asked))
        || !areIn(call, port, (int) call.asked(P_KEY))
        || (!call.requester().equals(port) && !rules.mayProxy(false, false))) {
      return RecordAnswer.refused(SaStatus.REQ_INVALID);
    }
    MemorySegment record = named(call);
    if (!GroupCarriage.realize(call, port, record, rules.realizesAll())) {
      return RecordAnswer.refused(SaStatus.REQ_INVALID);
    }
    int mlid = rules.mlid(mlids());
    if (mlid == 0) {
      return RecordAnswer.refused(SaStatus.NO_RESOURCES);
    }
    MLID.set(record, 0, mlid);
    Gid mgid = isAssigned ? next(call) : asked;
    mgid.set(MGID, record, 0);
    SCOPE.set(record, 0, mgid.prefix() >>> 48 & 0xF);
    Group group = new Group(record, new LinkedHashMap<>());
    groups.put(mgid, group);
    enter(call, port, bits, group);
    notice.accept(record, CREATED);
    return RecordAnswer.of(List.of(group.of(port.gid())));
  }

  private RecordAnswer join(SaCall call, EndPort port, int bits, Group group) {
    boolean fits =
        rules.mayJoin(bits)
            && isEqual(call, call.mask() & rules.compared(), group.record())
            && (!rules.comparesCarriage() || GroupCarriage.fits(call, group.record()))
            && GroupCarriage.isFor(port, group.record())
            && areIn(call, port, (int) P_KEY.get(group.record(), 0))
            && mayModify(call, port, group);
    if (!fits) {
      return RecordAnswer.refused(SaStatus.REQ_INVALID);
    }
    enter(call, port, bits, group);
    if (rules.announcesJoins()) {
      notice.accept(group.record(), CREATED);
    }
    return RecordAnswer.of(List.of(group.of(port.gid())));
  }

  private void enter(SaCall call, EndPort port, int bits, Group group) {
    Membership before = group.members().get(port.gid());
    boolean isProxied = before == null ? !call.requester().equals(port) : before.isProxied();
    int all = rules.joined(before == null ? 0 : before.bits(), bits);
    group.members().put(port.gid(), new Membership(all, isProxied));
    forward(call, group);
  }

  private void forward(SaCall call, Group changed) {
    long mlid = MLID.get(changed.record(), 0);
    List<EndPort> members =
        groups.values().stream()
            .filter(group -> MLID.get(group.record(), 0) == mlid)
            .flatMap(group -> group.members().keySet().stream())
            .distinct()
            .flatMap(gid -> call.subnet().byGid(gid).stream())
            .toList();
    forwarding.accept(members, (int) mlid);
  }

  @Override
  public RecordAnswer delete(SaCall call) {
    if ((call.mask() & JOIN) != JOIN) {
      return RecordAnswer.refused(SaStatus.REQ_INSUFFICIENT_COMPONENTS);
    }
    Gid mgid = call.askedGid(MGID);
    Group group = groups.get(mgid);
    Optional<EndPort> port = call.subnet().byGid(call.askedGid(PORT_GID));
    if (group == null || port.isEmpty()) {
      return RecordAnswer.refused(SaStatus.REQ_INVALID);
    }
    Gid gid = port.get().gid();
    Membership member = group.members().get(gid);
    int before = member == null ? 0 : member.bits();
    int bits = (int) call.asked(JOIN_STATE);
    if (!rules.mayLeave(before, bits) || !mayModify(call, port.get(), group)) {
      return RecordAnswer.refused(SaStatus.REQ_INVALID);
    }
    int rest = rules.left(before, bits);
    if (rest == 0) {
      group.members().remove(gid);
    } else {
      group.members().put(gid, new Membership(rest, member != null && member.isProxied()));
    }
    MemorySegment answer = group.of(gid);
    if (!rules.stays(group.bits())) {
      groups.remove(mgid);
      JOIN_STATE.set(answer, 0, 0);
      notice.accept(group.record(), DELETED);
    }
    forward(call, group);
    return RecordAnswer.of(List.of(answer));
  }

  private boolean mayModify(SaCall call, EndPort port, Group group) {
    if (call.requester().equals(port)) {
      return true;
    }
    Membership member = group.members().get(port.gid());
    return rules.mayProxy(member != null, member != null && member.isProxied());
  }

  private static boolean areIn(SaCall call, EndPort port, int pKey) {
    return call.requester().isIn(pKey) && port.isIn(pKey);
  }

  private Set<Integer> mlids() {
    return groups.values().stream()
        .map(group -> (int) MLID.get(group.record(), 0))
        .collect(Collectors.toSet());
  }

  /// Returns the next MGID of the SA; only the SA assigns MGIDs of this form.
  private Gid next(SaCall call) {
    long scope = call.means(ATTRIBUTE, SCOPE) ? call.asked(SCOPE) : LINK_LOCAL;
    long prefix = 0xFF10_A01B_0000_0000L | scope << 48;
    return new Gid(prefix, ++assigned);
  }

  private static boolean isEqual(SaCall call, long mask, MemorySegment record) {
    MemorySegment asked = asked(call);
    return ATTRIBUTE.in(mask).stream()
        .allMatch(component -> PlainRecords.isEqual(component, asked, record));
  }

  /// Returns the request's record with only the components in its ComponentMask.
  private static MemorySegment named(SaCall call) {
    MemorySegment asked = asked(call);
    MemorySegment record = NodeRecords.empty(ATTRIBUTE);
    for (Component component : ATTRIBUTE.in(call.mask() & ~OF_MEMBERS & ~CARRIAGE)) {
      if (component.field().isWide()) {
        component.field().slice(record, 0, 0).copyFrom(component.field().slice(asked, 0, 0));
      } else {
        component.field().set(record, 0, component.field().get(asked, 0));
      }
    }
    return record;
  }

  private static MemorySegment asked(SaCall call) {
    return call.mad().asSlice(SaHeader.DATA, ATTRIBUTE.layout().bytes());
  }

  private static MemorySegment copy(MemorySegment record) {
    return NodeRecords.empty(ATTRIBUTE).copyFrom(record);
  }
}
