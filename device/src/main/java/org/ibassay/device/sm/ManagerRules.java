package org.ibassay.device.sm;

import java.lang.foreign.MemorySegment;

/// How a subnet manager interacts with others (14.4.1): a seam.
public interface ManagerRules {
  /// AttributeModifiers of SubnSet(SMInfo).
  int HANDOVER = 1;

  int ACKNOWLEDGE = 2;
  int DISABLE = 3;
  int STANDBY = 4;
  int DISCOVER = 5;

  /// The rules of a conforming subnet manager.
  ManagerRules CONFORMING = new ManagerRules() {};

  /// Whether another manager has precedence: by higher priority, then by lower GUID.
  default boolean isHigher(FoundManager other, int priority, long guid) {
    return other.priority() == priority
        ? Long.compareUnsigned(other.guid(), guid) < 0
        : other.priority() > priority;
  }

  /// Whether a master considers another manager at all.
  default boolean isRival(FoundManager other) {
    return other.isIn(SmState.STANDBY, SmState.MASTER);
  }

  /// Whether a master goes to standby without a Handover.
  ///
  /// @param other a manager that it has found
  /// @param isHigher whether that one has precedence
  default boolean withdraws(FoundManager other, boolean isHigher) {
    return false;
  }

  /// Whether the SM_Key of a command is that of this manager.
  default boolean isKey(long given, long own) {
    return given == own;
  }

  /// Whether a command is obeyed.
  ///
  /// @param sender SMState in the command
  /// @param hasKey whether it has the SM_Key
  /// @param isHandingOver whether a Handover sent by this manager waits for its Acknowledge
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

  /// The state after an obeyed command.
  default SmState next(int command, SmState state) {
    return switch (command) {
      case HANDOVER -> SmState.MASTER;
      case DISABLE -> SmState.NOT_ACTIVE;
      case DISCOVER -> SmState.DISCOVERING;
      default -> SmState.STANDBY;
    };
  }

  /// Changes the SMInfo of a command.
  default void edit(int command, MemorySegment info) {}

  /// Whether a manager polls in a state.
  default boolean polls(SmState state) {
    return state == SmState.STANDBY;
  }

  /// Time between two polls.
  ///
  /// @param configured the configured time
  default long pollNanos(long configured) {
    return configured;
  }

  /// Whether each poll is followed by a Handover.
  default boolean claims() {
    return false;
  }

  /// How many consecutive polls may be unanswered.
  default int retries() {
    return 4;
  }

  /// Whether the response to a poll shows that the polled manager is still to be waited for.
  ///
  /// @param isHigher whether it has precedence
  default boolean isAlive(FoundManager polled, boolean isHigher) {
    return polled.state() == SmState.MASTER || (polled.state() == SmState.STANDBY && isHigher);
  }

  /// Whether the subnet is taken over from a master that does not respond.
  default boolean takesOver() {
    return true;
  }

  /// The state after that, until it has looked for other managers.
  default SmState afterSilence() {
    return SmState.DISCOVERING;
  }

  /// Whether a trap is repressed.
  ///
  /// @param trap number
  default boolean represses(long trap) {
    return true;
  }

  /// Has the last word on a TrapRepress.
  ///
  /// @param mad all 256 bytes
  default void editRepress(MemorySegment mad) {}

  /// Whether a sweep follows a trap: after a change of a link, or of a port.
  ///
  /// @param trap number
  default boolean sweepsAfter(long trap) {
    return trap == 128 || trap == 144;
  }

  /// A deviation from other rules: methods that it does not override are unchanged.
  class Overlay implements ManagerRules {
    private final ManagerRules rules;

    /// @param rules the rules that it deviates from
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
    public boolean withdraws(FoundManager other, boolean isHigher) {
      return rules.withdraws(other, isHigher);
    }

    @Override
    public boolean isKey(long given, long own) {
      return rules.isKey(given, own);
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
    public boolean claims() {
      return rules.claims();
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

    @Override
    public boolean represses(long trap) {
      return rules.represses(trap);
    }

    @Override
    public void editRepress(MemorySegment mad) {
      rules.editRepress(mad);
    }

    @Override
    public boolean sweepsAfter(long trap) {
      return rules.sweepsAfter(trap);
    }
  }
}
