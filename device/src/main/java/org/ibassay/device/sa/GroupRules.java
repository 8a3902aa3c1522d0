package org.ibassay.device.sa;

import static org.ibassay.wire.sa.McMemberRecord.ATTRIBUTE;

import java.util.Set;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.McMemberRecord;

/// The rules of multicast groups: the seam of MCMemberRecord.
public interface GroupRules {
  /// Bit of JoinState: the port sends and receives, and keeps the group in being.
  int FULL_MEMBER = 1;

  /// The first and the last multicast LID.
  int FIRST_MLID = 0xC000;

  int LAST_MLID = 0xFFFE;

  /// The rules of a conforming SA (15.2.5.17).
  ///
  /// @param proxies whether ports may ask for others
  /// @param shares whether all groups have one MLID
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

  /// A deviation over other rules: what it does not override holds as before.
  class Overlay implements GroupRules {
    private final GroupRules rules;

    /// @param rules what holds but for what is overridden
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

  /// Whether a request may create a group of that MGID.
  default boolean isLegal(Gid mgid) {
    long prefix = mgid.prefix();
    boolean isMulticast = prefix >>> 56 == 0xFF;
    boolean hasReservedFlags = (prefix >>> 53 & 7) != 0;
    boolean isLinkLocal = (prefix >>> 48 & 0xF) == 2;
    boolean isGivenBySa = (prefix >>> 32 & 0xFFFF) == 0xA01B && isLinkLocal;
    return isMulticast && !hasReservedFlags && !isGivenBySa;
  }

  /// The components that a request needs to create a group, beside those of every join.
  default long required() {
    return ATTRIBUTE.mask(McMemberRecord.Q_KEY)
        | ATTRIBUTE.mask(McMemberRecord.T_CLASS)
        | ATTRIBUTE.mask(McMemberRecord.P_KEY)
        | ATTRIBUTE.mask(McMemberRecord.SL)
        | ATTRIBUTE.mask(McMemberRecord.FLOW_LABEL);
  }

  /// The components of a join that have to be the group's own.
  default long compared() {
    return required()
        | ATTRIBUTE.mask(McMemberRecord.MLID)
        | ATTRIBUTE.mask(McMemberRecord.HOP_LIMIT)
        | ATTRIBUTE.mask(McMemberRecord.SCOPE);
  }

  /// Whether the MTU, rate and lifetime that a join asks for have to be the group's.
  default boolean comparesCarriage() {
    return true;
  }

  /// Whether a group can be created with more than the port's MTU and rate, or reserved ones.
  default boolean realizesAll() {
    return false;
  }

  /// Whether a port that joins with these bits may create the group.
  default boolean mayCreate(int joinState) {
    return (joinState & FULL_MEMBER) != 0;
  }

  /// Whether these bits are a way to join.
  default boolean mayJoin(int joinState) {
    return joinState != 0;
  }

  /// The bits after a join.
  default int joined(int before, int asked) {
    return before | asked;
  }

  /// Whether a port that has some bits may leave these.
  ///
  /// @param before 0 of one that is no member
  default boolean mayLeave(int before, int asked) {
    return (before & asked) != 0 && (asked & ~before) == 0;
  }

  /// The bits after a leave.
  default int left(int before, int asked) {
    return before & ~asked;
  }

  /// Whether a group stays.
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

  /// The LID of a new group.
  ///
  /// @param used those that groups have
  /// @return 0 for none
  default int mlid(Set<Integer> used) {
    for (int lid = FIRST_MLID; lid <= LAST_MLID; lid++) {
      if (!used.contains(lid)) {
        return lid;
      }
    }
    return 0;
  }

  /// Whether each join is told as the creation of the group.
  default boolean announcesJoins() {
    return false;
  }

  /// A port that was named joins or leaves by the request of another one.
  ///
  /// @param isMember whether it is one of the group's
  /// @param isProxied whether it joined by another's request
  default boolean mayProxy(boolean isMember, boolean isProxied) {
    return !isMember || isProxied;
  }
}
