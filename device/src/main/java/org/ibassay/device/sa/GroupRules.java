package org.ibassay.device.sa;

import static org.ibassay.wire.sa.McMemberRecord.ATTRIBUTE;

import java.util.Set;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.McMemberRecord;

/// The rules of multicast groups: the seam of MCMemberRecord.
public interface GroupRules {
  /// Bit of JoinState: the port sends and receives, and keeps the group in existence.
  int FULL_MEMBER = 1;

  /// The first and the last multicast LID.
  int FIRST_MLID = 0xC000;

  int LAST_MLID = 0xFFFE;

  /// Returns the rules of a conforming SA (15.2.5.17).
  ///
  /// @param proxies whether ports may join and leave others
  /// @param shares whether all groups share one MLID
  static GroupRules of(boolean proxies, boolean shares) {
    return new GroupRules() {
      @Override
      public boolean mayProxy(boolean isMember, boolean isProxied) {
        return proxies && GroupRules.super.mayProxy(isMember, isProxied);
      }

      @Override
      public int mlid(Set<Integer> used) {
        return shares ? FIRST_MLID : GroupRules.super.mlid(used);
      }
    };
  }

  /// A deviation from other rules: methods that it does not override are unchanged.
  class Overlay implements GroupRules {
    private final GroupRules rules;

    /// @param rules the rules that it deviates from
    public Overlay(GroupRules rules) {
      this.rules = rules;
    }

    @Override
    public boolean isLegal(Gid mgid) {
      return rules.isLegal(mgid);
    }

    @Override
    public long required() {
      return rules.required();
    }

    @Override
    public long compared() {
      return rules.compared();
    }

    @Override
    public boolean comparesCarriage() {
      return rules.comparesCarriage();
    }

    @Override
    public boolean realizesAll() {
      return rules.realizesAll();
    }

    @Override
    public boolean mayCreate(int joinState) {
      return rules.mayCreate(joinState);
    }

    @Override
    public boolean mayJoin(int joinState) {
      return rules.mayJoin(joinState);
    }

    @Override
    public int joined(int before, int asked) {
      return rules.joined(before, asked);
    }

    @Override
    public boolean mayLeave(int before, int asked) {
      return rules.mayLeave(before, asked);
    }

    @Override
    public int left(int before, int asked) {
      return rules.left(before, asked);
    }

    @Override
    public boolean stays(Iterable<Integer> members) {
      return rules.stays(members);
    }

    @Override
    public int mlid(Set<Integer> used) {
      return rules.mlid(used);
    }

    @Override
    public boolean announcesJoins() {
      return rules.announcesJoins();
    }

    @Override
    public boolean mayProxy(boolean isMember, boolean isProxied) {
      return rules.mayProxy(isMember, isProxied);
    }
  }

  /// Whether a request may create a group with that MGID.
  default boolean isLegal(Gid mgid) {
    long prefix = mgid.prefix();
    boolean isMulticast = prefix >>> 56 == 0xFF;
    boolean hasReservedFlags = (prefix >>> 53 & 7) != 0;
    boolean isLinkLocal = (prefix >>> 48 & 0xF) == 2;
    boolean isGivenBySa = (prefix >>> 32 & 0xFFFF) == 0xA01B && isLinkLocal;
    return isMulticast && !hasReservedFlags && !isGivenBySa;
  }

  /// The components required to create a group, in addition to those of every join.
  default long required() {
    return ATTRIBUTE.mask(McMemberRecord.Q_KEY)
        | ATTRIBUTE.mask(McMemberRecord.T_CLASS)
        | ATTRIBUTE.mask(McMemberRecord.P_KEY)
        | ATTRIBUTE.mask(McMemberRecord.SL)
        | ATTRIBUTE.mask(McMemberRecord.FLOW_LABEL);
  }

  /// The components of a join that must match the group's.
  default long compared() {
    return required()
        | ATTRIBUTE.mask(McMemberRecord.MLID)
        | ATTRIBUTE.mask(McMemberRecord.HOP_LIMIT)
        | ATTRIBUTE.mask(McMemberRecord.SCOPE);
  }

  /// Whether the MTU, rate and lifetime in a join must match the group's.
  default boolean comparesCarriage() {
    return true;
  }

  /// Whether a group can be created with reserved values, or an MTU and rate that exceed the
  /// port's.
  default boolean realizesAll() {
    return false;
  }

  /// Whether a port that joins with these bits may create the group.
  default boolean mayCreate(int joinState) {
    return (joinState & FULL_MEMBER) != 0;
  }

  /// Whether these bits are valid in a join.
  default boolean mayJoin(int joinState) {
    return joinState != 0;
  }

  /// The bits after a join.
  default int joined(int before, int asked) {
    return before | asked;
  }

  /// Whether a port with some bits may remove these bits.
  ///
  /// @param before 0 for a port that is not a member
  default boolean mayLeave(int before, int asked) {
    return (before & asked) != 0 && (asked & ~before) == 0;
  }

  /// The bits after a leave.
  default int left(int before, int asked) {
    return before & ~asked;
  }

  /// Whether a group continues to exist.
  ///
  /// @param members the bits of each of its members
  default boolean stays(Iterable<Integer> members) {
    for (int bits : members) {
      if ((bits & FULL_MEMBER) != 0) {
        return true;
      }
    }
    return false;
  }

  /// Assigns the LID of a new group.
  ///
  /// @param used the LIDs of existing groups
  /// @return 0 for none
  default int mlid(Set<Integer> used) {
    for (int lid = FIRST_MLID; lid <= LAST_MLID; lid++) {
      if (!used.contains(lid)) {
        return lid;
      }
    }
    return 0;
  }

  /// Whether each join is reported as the creation of the group.
  default boolean announcesJoins() {
    return false;
  }

  /// Whether a port may join or leave at the request of another port.
  ///
  /// @param isMember whether it is a member of the group
  /// @param isProxied whether it joined at the request of another port
  default boolean mayProxy(boolean isMember, boolean isProxied) {
    return !isMember || isProxied;
  }
}
