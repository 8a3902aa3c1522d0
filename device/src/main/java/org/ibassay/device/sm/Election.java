package org.ibassay.device.sm;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.ibassay.device.fabric.Fabric;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.SmInfo;
import org.jspecify.annotations.Nullable;

/// Decides whether this subnet manager is the master (14.4.1): its state, and its reactions to the
/// managers that it finds and to their commands.
final class Election {
  private final Fabric fabric;
  private final SmpRequests requests;
  private final long guid;
  private final SmSettings settings;
  private final ManagerRules rules;
  private final Runnable sweep;
  private SmState state = SmState.DISCOVERING;
  private List<FoundManager> others = List.of();
  private @Nullable FoundManager master;
  private @Nullable FoundManager successor;
  private int unanswered;
  private int polling;

  /// @param sweep begins a sweep
  Election(
      Fabric fabric,
      SmpRequests requests,
      long guid,
      SmSettings settings,
      ManagerRules rules,
      Runnable sweep) {
    this.fabric = fabric;
    this.requests = requests;
    this.guid = guid;
    this.settings = settings;
    this.rules = rules;
    this.sweep = sweep;
  }

  SmState state() {
    return state;
  }

  /// Whether it sweeps in this state.
  boolean isActive() {
    return state == SmState.DISCOVERING || state == SmState.MASTER;
  }

  /// Called when a sweep has found all ports, before it sets anything. Managers with another SM_Key
  /// are ignored.
  ///
  /// @return whether the sweep continues
  boolean found(List<FoundManager> managers) {
    if (!isActive()) {
      return false; // a command was received meanwhile
    }
    others =
        managers.stream()
            .filter(other -> other.key() == 0 || other.key() == SubnetManager.SM_KEY)
            .toList();
    if (state == SmState.MASTER) {
      Optional<FoundManager> preferred =
          others.stream().filter(other -> rules.withdraws(other, isHigher(other))).findFirst();
      if (preferred.isPresent()) {
        standBy(preferred.get());
        return false;
      }
      Optional<FoundManager> higher =
          others.stream().filter(other -> rules.isRival(other) && isHigher(other)).findFirst();
      higher.ifPresent(this::handOver);
      return higher.isEmpty();
    }
    Optional<FoundManager> above =
        others.stream()
            .filter(other ->
                other.state() == SmState.MASTER
                    || (other.state() != SmState.NOT_ACTIVE && isHigher(other)))
            .findFirst();
    above.ifPresentOrElse(this::standBy, () -> state = SmState.MASTER);
    return above.isEmpty();
  }

  private boolean isHigher(FoundManager other) {
    return rules.isHigher(other, settings.priority(), guid);
  }

  private void handOver(FoundManager to) {
    successor = null;
    command(
        to,
        ManagerRules.HANDOVER,
        SmState.MASTER,
        () -> {
          successor = to;
          if (settings.standsByAtOnce()) {
            standBy(to);
          }
        });
  }

  /// Whether it obeys a command.
  boolean obeys(int command, MemorySegment asked) {
    boolean hasKey = rules.isKey(SmInfo.SM_KEY.get(asked, 0), SubnetManager.SM_KEY);
    return SmState.of(SmInfo.SM_STATE.get(asked, 0))
        .filter(sender -> rules.obeys(command, state, sender, hasKey, successor != null))
        .isPresent();
  }

  /// Obeys a command.
  ///
  /// @param sender SMInfo:GUID of the command
  void obey(int command, long sender) {
    FoundManager from =
        others.stream().filter(other -> other.guid() == sender).findFirst().orElse(master);
    if (command == ManagerRules.HANDOVER && from != null) {
      command(from, ManagerRules.ACKNOWLEDGE, SmState.STANDBY, () -> {});
    }
    FoundManager next = command == ManagerRules.ACKNOWLEDGE ? successor : from;
    SmState after = rules.next(command, state);
    boolean isStandby = state == SmState.STANDBY && after == SmState.STANDBY;
    if (after == SmState.STANDBY && next != null && !isStandby) {
      standBy(next);
    } else if (!isStandby) {
      state = after;
      successor = null;
    }
    if (isActive()) {
      sweep.run();
    }
  }

  private void command(FoundManager to, int command, SmState as, Runnable whenObeyed) {
    MemorySegment info = MemorySegment.ofArray(new byte[SmInfo.LAYOUT.bytes()]);
    SmInfo.GUID.set(info, 0, guid);
    SmInfo.SM_KEY.set(info, 0, SubnetManager.SM_KEY);
    SmInfo.ACT_COUNT.set(info, 0, requests.sent());
    SmInfo.PRIORITY.set(info, 0, settings.priority());
    SmInfo.SM_STATE.set(info, 0, as.number());
    rules.edit(command, info);
    requests.set(to.route(), Attribute.SM_INFO, command, info, _ -> whenObeyed.run());
  }

  private void standBy(FoundManager winner) {
    state = SmState.STANDBY;
    master = winner;
    successor = null;
    unanswered = 0;
    poll(++polling);
  }

  /// @param number of the standby period that the poll belongs to
  private void poll(int number) {
    if (!rules.polls(state) || number != polling) {
      return;
    }
    if (unanswered > rules.retries()) {
      if (rules.takesOver()) {
        state = rules.afterSilence();
        sweep.run();
      }
      return;
    }
    unanswered++;
    List<Integer> route = Objects.requireNonNull(master).route();
    requests.get(
        route,
        Attribute.SM_INFO,
        0,
        info -> {
          FoundManager polled = FoundManager.of(route, info);
          if (rules.isAlive(polled, isHigher(polled))) {
            unanswered = 0;
          }
        });
    if (rules.claims()) {
      command(master, ManagerRules.HANDOVER, SmState.MASTER, () -> {});
    }
    fabric.after(rules.pollNanos(settings.pollNanos()), () -> poll(number));
  }
}
