package org.ibassay.device.sm;

import java.lang.foreign.MemorySegment;

/// How a subnet manager gets along with others (14.4.1): a seam.
public interface ManagerRules {
  /// AttributeModifiers of SubnSet(SMInfo).
  int HANDOVER = 1;

  int ACKNOWLEDGE = 2;
  int DISABLE = 3;
  int STANDBY = 4;
  int DISCOVER = 5;

  /// Those of a conforming subnet manager.
  ManagerRules CONFORMING = new ManagerRules() {};

  /// Whether another one goes before: by priority, then by the lower GUID.
  default boolean isHigher(FoundManager other, int priority, long guid) {
    return other.priority() == priority
        ? Long.compareUnsigned(other.guid(), guid) < 0
        : other.priority() > priority;
  }

  /// Whether a manager takes part at all, as a master sees it.
  default boolean isRival(FoundManager other) {
    return other.isIn(SmState.STANDBY, SmState.MASTER);
  }

  /// Whether a command is obeyed.
  ///
  /// @param sender SMState that the command carries
  /// @param hasKey whether it carries the SM_Key
  /// @param isHandingOver whether a Handover of this manager's waits for its Acknowledge
  default boolean obeys(
      int command, SmState state, SmState sender, boolean hasKey, boolean isHandingOver) {
    return hasKey
        && sender == (command == ACKNOWLEDGE ? SmState.STANDBY : SmState.MASTER)
        && switch (command) {
          case HANDOVER -> state != SmState.NOT_ACTIVE;
          case ACKNOWLEDGE ->
              state == SmState.STANDBY || (state == SmState.MASTER && isHandingOver);
          case DISABLE, DISCOVER -> state == SmState.STANDBY;
          case STANDBY -> state == SmState.NOT_ACTIVE;
          default -> false;
        };
  }

  /// The state after a command that is obeyed.
  default SmState next(int command, SmState state) {
    return switch (command) {
      case HANDOVER -> SmState.MASTER;
      case DISABLE -> SmState.NOT_ACTIVE;
      case DISCOVER -> SmState.DISCOVERING;
      default -> SmState.STANDBY;
    };
  }

  /// Has the last word on the SMInfo of a command.
  default void edit(int command, MemorySegment info) {}

  /// Whether a manager polls in a state.
  default boolean polls(SmState state) {
    return state == SmState.STANDBY;
  }

  /// Time between two polls.
  ///
  /// @param configured the time that it is configured with
  default long pollNanos(long configured) {
    return configured;
  }

  /// How many polls in a row may be without an answer.
  default int retries() {
    return 4;
  }

  /// Whether an answer shows that who is polled is still to be waited for.
  ///
  /// @param isHigher whether it goes before
  default boolean isAlive(FoundManager polled, boolean isHigher) {
    return polled.state() == SmState.MASTER || (polled.state() == SmState.STANDBY && isHigher);
  }

  /// Whether the subnet is taken over from a master that is silent.
  default boolean takesOver() {
    return true;
  }

  /// The state in which it is then, until it has looked for others.
  default SmState afterSilence() {
    return SmState.DISCOVERING;
  }

  /// Those of another, for a deviation to change one.
  class Overlay implements ManagerRules {
    private final ManagerRules rules;

    /// @param rules what lies below
    public Overlay(ManagerRules rules) {
      this.rules = rules;
    }

    @Override
    public boolean isHigher(FoundManager other, int priority, long guid) {
      return rules.isHigher(other, priority, guid);
    }

    @Override
    public boolean isRival(FoundManager other) {
      return rules.isRival(other);
    }

    @Override
    public boolean obeys(
        int command, SmState state, SmState sender, boolean hasKey, boolean isHandingOver) {
      return rules.obeys(command, state, sender, hasKey, isHandingOver);
    }

    @Override
    public SmState next(int command, SmState state) {
      return rules.next(command, state);
    }

    @Override
    public void edit(int command, MemorySegment info) {
      rules.edit(command, info);
    }

    @Override
    public boolean polls(SmState state) {
      return rules.polls(state);
    }

    @Override
    public long pollNanos(long configured) {
      return rules.pollNanos(configured);
    }

    @Override
    public int retries() {
      return rules.retries();
    }

    @Override
    public boolean isAlive(FoundManager polled, boolean isHigher) {
      return rules.isAlive(polled, isHigher);
    }

    @Override
    public boolean takesOver() {
      return rules.takesOver();
    }

    @Override
    public SmState afterSilence() {
      return rules.afterSilence();
    }
  }
}
