package org.ibassay.suite;

import static org.ibassay.wire.attribute.Attribute.SM_INFO;

import java.time.Duration;
import org.ibassay.link.mad.Route;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SmInfo;

/// A sweep of the subnet manager under test after an event, and its end.
///
/// SMInfo:ActCount counts the activities of a manager; OpenSM counts the SMPs that it sends. The
/// sweep has ended when ActCount has grown by more than responses to the tester and a
/// SubnTrapRepress explain, and then by no more than that for a second. The tester waits the whole
/// time for a manager whose ActCount does not show a sweep.
public final class ProvokedSweep {
  private static final Duration LOOK = Duration.ofMillis(100);
  private static final Duration QUIET = Duration.ofSeconds(1);

  private final MadExchange mads;
  private final long before;
  private long count;
  private int looks;

  /// Reads ActCount before the event.
  public ProvokedSweep(MadExchange mads) throws TestException {
    this.mads = mads;
    this.before = actCount();
    this.count = before;
  }

  /// Sends trap 144 with the present CapabilityMask of the tester's port to its manager, and waits
  /// until the manager's sweep has ended.
  ///
  /// @param ownPort PortInfo of the tester's port
  /// @param transactionId TransactionID of the trap, another one for each trap
  /// @param longest how long to wait at most
  public static void run(
      MadExchange mads, MadPacketSpec ownPort, long transactionId, Duration longest)
      throws TestException {
    ProvokedSweep sweep = new ProvokedSweep(mads);
    int lid = (int) ownPort.data(PortInfo.LID);
    mads.sendAsIs(
        LocalChanges.trap(lid, ownPort.data(PortInfo.CAPABILITY_MASK), transactionId),
        new Route.Lid((int) ownPort.data(PortInfo.MASTER_SM_LID)));
    sweep.await(longest);
  }

  /// Waits until the sweep has ended.
  ///
  /// @param longest how long to wait at most
  public void await(Duration longest) throws TestException {
    Steps steps = mads.steps();
    long end = steps.now() + longest.toNanos();
    long quietSince = steps.now();
    while (steps.now() < end && (!hasBegun() || steps.now() - quietSince < QUIET.toNanos())) {
      steps.waitFor(LOOK);
      long now = actCount();
      looks++;
      if (grown(count, now) > 1) {
        quietSince = steps.now();
      }
      count = now;
    }
  }

  private boolean hasBegun() {
    return grown(before, count) > looks + 1;
  }

  /// Returns the last value known if there is no response.
  private long actCount() throws TestException {
    mads.send(MadPacketSpec.subnGet(SM_INFO));
    MadPacketSpec info = mads.receiveIfAny();
    return info == null ? count : info.data(SmInfo.ACT_COUNT);
  }

  private static long grown(long before, long now) {
    return now - before & 0xFFFF_FFFFL;
  }
}
