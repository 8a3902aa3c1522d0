package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.answersTo;
import static org.ibassay.device.deviation.SaEdits.calls;
import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.device.sa.GroupRules.FULL_MEMBER;
import static org.ibassay.wire.sa.McMemberRecord.ATTRIBUTE;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntBinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.ibassay.device.sa.GroupRules;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.sa.SaRules;
import org.ibassay.device.sma.Seams;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.McMemberRecord;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaStatus;

/// Deviations in who may create, join and leave a multicast group, and in when it is deleted.
final class GroupMemberDeviations {
  private static final int NON_MEMBER = 2;
  private static final int SEND_ONLY = 4;
  private static final int SEND_ONLY_FULL = 8;
  private static final Predicate<SaCall> SET = calls(SaMethod.SET, ATTRIBUTE);
  private static final Predicate<SaCall> DELETE = calls(SaMethod.DELETE, ATTRIBUTE);

  private GroupMemberDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(ends(), joins(), leaves(), creations(), mgids())
        .flatMap(List::stream)
        .toList();
  }

  private static List<DeviationSpec> ends() {
    return List.of(
        stays("never-ends", "keeps a group without members", _ -> true),
        stays("ends-with-first-leave", "deletes a group when any member leaves", _ -> false),
        stays(
            "kept-by-non-member",
            "keeps a group that has only non-full members",
            members -> bits(members).findAny().isPresent()),
        stays(
            "ends-with-any-full-member",
            "deletes a group when one of its members stops being a full member",
            members ->
                bits(members).findAny().isPresent()
                    && bits(members).allMatch(own -> (own & FULL_MEMBER) != 0)),
        deviation(
            "group.partial-leave-keeps-mlid",
            "never deletes a group that a port joined with JoinState 9 and left with 1",
            seams -> seams.groups.deviate(PartialLeaveKeeps::new)),
        rules(
            "mlid-unicast",
            "assigns a group a unicast LID",
            rules ->
                new GroupRules.Overlay(rules) {
                  @Override
                  public int mlid(Set<Integer> used) {
                    return super.mlid(used) - 1;
                  }
                }),
        rules(
            "mlid-permissive",
            "assigns a group the permissive LID",
            rules ->
                new GroupRules.Overlay(rules) {
                  @Override
                  public int mlid(Set<Integer> used) {
                    return 0xFFFF;
                  }
                }),
        rules(
            "joins-announced",
            "reports each join as the creation of the group",
            rules ->
                new GroupRules.Overlay(rules) {
                  @Override
                  public boolean announcesJoins() {
                    return true;
                  }
                }));
  }

  /// As OpenSM: such a port is removed by its first leave, and counts as a full member forever.
  private static final class PartialLeaveKeeps extends GroupRules.Overlay {
    private boolean isKept;

    PartialLeaveKeeps(GroupRules rules) {
      super(rules);
    }

    @Override
    public int left(int before, int asked) {
      boolean isPartial = (before & SEND_ONLY_FULL) != 0 && asked == FULL_MEMBER;
      isKept |= isPartial;
      return isPartial ? 0 : super.left(before, asked);
    }

    @Override
    public boolean stays(Iterable<Integer> members) {
      return isKept || super.stays(members);
    }
  }

  private static Stream<Integer> bits(Iterable<Integer> members) {
    return StreamSupport.stream(members.spliterator(), false);
  }

  private static DeviationSpec stays(String name, String text, Predicate<Iterable<Integer>> rule) {
    return rules(
        name,
        text,
        rules ->
            new GroupRules.Overlay(rules) {
              @Override
              public boolean stays(Iterable<Integer> members) {
                return rule.test(members);
              }
            });
  }

  private static List<DeviationSpec> joins() {
    return List.of(
        joined(
            "join-replaces", "replaces JoinState with that of a later join", (_, asked) -> asked),
        joined(
            "second-join-ignored",
            "does not add the JoinState of a second join",
            (before, asked) -> before == 0 ? asked : before),
        joined(
            "join-inverts",
            "clears JoinState bits that join twice",
            (before, asked) -> before ^ asked),
        joined(
            "join-is-full",
            "makes every member a full member",
            (before, asked) -> before | asked | FULL_MEMBER),
        rules(
            "joins-as-nothing",
            "accepts a join with JoinState 0",
            rules ->
                new GroupRules.Overlay(rules) {
                  @Override
                  public boolean mayJoin(int joinState) {
                    return true;
                  }
                }));
  }

  private static DeviationSpec joined(String name, String text, IntBinaryOperator rule) {
    return rules(
        name,
        text,
        rules ->
            new GroupRules.Overlay(rules) {
              @Override
              public int joined(int before, int asked) {
                return rule.applyAsInt(before, asked);
              }
            });
  }

  private static List<DeviationSpec> leaves() {
    return List.of(
        left("partial-leave-is-whole", "clears all of JoinState at any leave", (_, _) -> 0),
        left(
            "partial-leave-ignored",
            "clears JoinState only at a leave of all bits",
            (before, asked) -> before == asked ? 0 : before),
        mayLeave("leaves-anything", "accepts any leave", (_, _) -> 1),
        mayLeave(
            "leaves-one-bit-of-several",
            "accepts a leave of which only one bit is set",
            (before, asked) -> before & asked),
        mayLeave(
            "leaves-nothing",
            "accepts a leave with JoinState 0",
            (before, asked) -> before != 0 && (asked & ~before) == 0 ? 1 : 0),
        mayLeave(
            "stranger-leaves",
            "accepts a leave from a non-member",
            (before, asked) ->
                before == 0 || ((before & asked) != 0 && (asked & ~before) == 0) ? 1 : 0),
        deviation(
            "group.leave-without-join-state",
            "accepts a leave without JoinState",
            assumes(DELETE, McMemberRecord.JOIN_STATE)),
        deviation(
            "group.leave-without-mgid",
            "accepts a leave without MGID",
            assumes(DELETE, McMemberRecord.MGID)),
        deviation(
            "group.leave-without-port-gid",
            "accepts a leave without PortGID",
            assumes(DELETE, McMemberRecord.PORT_GID)),
        left(
            "leaves-one-bit-only",
            "clears only the least significant bit of a leave",
            (before, asked) -> before & ~Integer.lowestOneBit(asked)),
        left(
            "leave-keeps-send-only",
            "does not clear SendOnlyNonMember at a leave of other bits, too",
            (before, asked) -> before & ~(asked == SEND_ONLY ? asked : asked & ~SEND_ONLY)));
  }

  private static DeviationSpec left(String name, String text, IntBinaryOperator rule) {
    return rules(
        name,
        text,
        rules ->
            new GroupRules.Overlay(rules) {
              @Override
              public int left(int before, int asked) {
                return rule.applyAsInt(before, asked);
              }
            });
  }

  /// @param rule 0 to reject
  private static DeviationSpec mayLeave(String name, String text, IntBinaryOperator rule) {
    return rules(
        name,
        text,
        rules ->
            new GroupRules.Overlay(rules) {
              @Override
              public boolean mayLeave(int before, int asked) {
                return rule.applyAsInt(before, asked) != 0;
              }
            });
  }

  private static List<DeviationSpec> creations() {
    return List.of(
        mayCreate(
            "anybody-creates",
            "creates a group for a requester that is not a full member",
            _ -> true),
        mayCreate(
            "non-member-creates",
            "creates a group for a receiving non-member",
            joinState -> (joinState & (FULL_MEMBER | NON_MEMBER)) != 0),
        needsNot("q-key", McMemberRecord.Q_KEY),
        needsNot("t-class", McMemberRecord.T_CLASS),
        needsNot("flow-label", McMemberRecord.FLOW_LABEL),
        needsNot("sl", McMemberRecord.SL),
        rules(
            "needs-nothing",
            "creates a group of MGID, PortGID, JoinState and P_Key",
            rules ->
                new GroupRules.Overlay(rules) {
                  @Override
                  public long required() {
                    return ATTRIBUTE.mask(McMemberRecord.P_KEY);
                  }
                }),
        deviation(
            "group.join-without-join-state",
            "accepts a join without JoinState",
            assumes(SET, McMemberRecord.JOIN_STATE)),
        deviation(
            "group.join-without-port-gid",
            "accepts a join without PortGID",
            assumes(SET, McMemberRecord.PORT_GID)),
        deviation(
            "group.join-without-mgid",
            "accepts a join without MGID",
            assumes(SET, McMemberRecord.MGID)),
        rules(
            "realizes-anything",
            "creates a group of any MTU and rate",
            rules ->
                new GroupRules.Overlay(rules) {
                  @Override
                  public boolean realizesAll() {
                    return true;
                  }
                }));
  }

  private static DeviationSpec mayCreate(String name, String text, IntPredicate rule) {
    return rules(
        name,
        text,
        rules ->
            new GroupRules.Overlay(rules) {
              @Override
              public boolean mayCreate(int joinState) {
                return rule.test(joinState);
              }
            });
  }

  private static DeviationSpec needsNot(String word, Field component) {
    return rules(
        "needs-no-" + word,
        "creates a group without %s".formatted(component.name()),
        rules ->
            new GroupRules.Overlay(rules) {
              @Override
              public long required() {
                return super.required() & ~ATTRIBUTE.mask(component);
              }
            });
  }

  /// Treats a component as if it were in the ComponentMask.
  private static Consumer<Seams> assumes(Predicate<SaCall> which, Field component) {
    return seams ->
        seams.administration.deviate(rules ->
            new SaRules.Overlay(rules) {
              @Override
              public long componentMask(SaCall call) {
                long mask = super.componentMask(call);
                return which.test(call) ? mask | ATTRIBUTE.mask(component) : mask;
              }
            });
  }

  private static List<DeviationSpec> mgids() {
    return List.of(
        legal("any-mgid", "any MGID", _ -> true),
        legal(
            "unicast-mgid",
            "an MGID that does not start with 0xFF",
            prefix -> prefix >>> 56 != 0xFF),
        legal("flags-ignored", "an MGID with a reserved flag", prefix -> (prefix >>> 53 & 7) != 0),
        legal("top-flag-ignored", "an MGID with the top flag", prefix -> (prefix >>> 53 & 7) == 4),
        legal(
            "signature-ignored",
            "an MGID that only the SA gives out",
            prefix -> (prefix >>> 32 & 0xFFFF) == 0xA01B),
        deviation(
            "group.refused-mgid-created",
            "rejects an invalid MGID, and creates the group",
            seams -> {
              GroupRules conforming = GroupRules.of(true, false);
              legal("", "", _ -> true).effect().accept(seams);
              answersTo(
                      SET,
                      (call, answer) ->
                          conforming.isLegal(call.askedGid(McMemberRecord.MGID))
                              ? answer
                              : RecordAnswer.refused(SaStatus.REQ_INVALID))
                  .accept(seams);
            }));
  }

  private interface Prefixes {
    boolean has(long prefix);
  }

  private static DeviationSpec legal(String name, String what, Prefixes more) {
    return rules(
        name,
        "creates a group of " + what,
        rules ->
            new GroupRules.Overlay(rules) {
              @Override
              public boolean isLegal(Gid mgid) {
                return super.isLegal(mgid) || more.has(mgid.prefix());
              }
            });
  }

  static DeviationSpec rules(String name, String text, UnaryOperator<GroupRules> rules) {
    return deviation("group." + name, text, seams -> seams.groups.deviate(rules));
  }
}
