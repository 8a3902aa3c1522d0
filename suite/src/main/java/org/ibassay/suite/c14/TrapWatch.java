package org.ibassay.suite.c14;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.ibassay.suite.MadExchange;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Steps;
import org.ibassay.suite.TestException;
import org.ibassay.suite.UnaskedSmp;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;

/// Receives the traps that the DUT sends to the tester, and represses them.
final class TrapWatch {
  /// How long the port receives at a time on a real link.
  private static final Duration SLICE = Duration.ofMillis(5);

  private static final int MOST_ROUNDS = 40;

  private final MadExchange mads;
  private final Steps steps;
  private final List<UnaskedSmp> known = new ArrayList<>();
  private long key;

  TrapWatch(MadExchange mads) {
    this.mads = mads;
    this.steps = mads.steps();
  }

  /// Uses an M_Key from now on, which a TrapRepress needs.
  void key(long mKey) {
    key = mKey;
  }

  /// Returns everything received since the last call, traps or not.
  List<UnaskedSmp> take() {
    return mads.takeUnasked();
  }

  /// Waits for enough new traps, and discards all other packets.
  ///
  /// @return those traps, in the order of reception
  List<UnaskedSmp> await(Predicate<List<UnaskedSmp>> enough, Duration patience)
      throws TestException {
    long end = steps.now() + patience.toNanos();
    List<UnaskedSmp> received = new ArrayList<>(fresh());
    while (!enough.test(received) && steps.now() < end) {
      steps.waitFor(SLICE);
      received.addAll(fresh());
    }
    return received;
  }

  /// Returns the first new trap of a kind, if there is one.
  Optional<UnaskedSmp> first(Predicate<UnaskedSmp> which, Duration patience) throws TestException {
    List<UnaskedSmp> received = await(list -> list.stream().anyMatch(which), patience);
    return received.stream().filter(which).findFirst();
  }

  /// Whether a trap has a number.
  static boolean isOf(int number, UnaskedSmp trap) {
    return trap.mad().data(Notice.TRAP_NUMBER_DEVICE_ID) == number;
  }

  /// Returns all new traps received during a time.
  List<UnaskedSmp> during(Duration duration) throws TestException {
    return await(_ -> false, duration);
  }

  private List<UnaskedSmp> fresh() {
    return take().stream().filter(UnaskedSmp::isTrap).filter(this::isNew).toList();
  }

  private boolean isNew(UnaskedSmp trap) {
    return known.stream().noneMatch(one -> one.isSame(trap));
  }

  /// Treats traps like these as repetitions from now on.
  void knows(List<UnaskedSmp> traps) {
    known.addAll(traps);
  }

  /// Represses traps not repressed yet, until no trap is received for some time.
  void quieten(Duration quiet) throws TestException {
    for (int round = 0; round < MOST_ROUNDS; round++) {
      List<UnaskedSmp> received = await(list -> !list.isEmpty(), quiet);
      knows(received);
      if (received.isEmpty()) {
        return;
      }
      for (UnaskedSmp trap : received) {
        repress(trap.mad());
      }
    }
  }

  /// Returns a SubnTrapRepress of a trap, to be sent or modified.
  MadPacketSpec repressOf(MadPacketSpec trap) {
    return MadPacketSpec.subnTrapRepress((int) trap.data(Notice.TRAP_NUMBER_DEVICE_ID))
        .setHeader(MadHeader.TRANSACTION_ID, trap.header(MadHeader.TRANSACTION_ID))
        .dataOf(trap)
        .mKey(key);
  }

  /// Sends a SubnTrapRepress of a trap.
  void repress(MadPacketSpec trap) throws TestException {
    send(repressOf(trap));
  }

  /// Sends a SubnTrapRepress; it has no response.
  void send(MadPacketSpec repress) throws TestException {
    assert repress.header(MadHeader.METHOD) == Method.TRAP_REPRESS : "another method";
    mads.sendAsIs(repress, mads.toDut());
  }
}
