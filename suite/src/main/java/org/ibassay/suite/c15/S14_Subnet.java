package org.ibassay.suite.c15;

import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;

import java.time.Duration;
import org.ibassay.link.mad.Route;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.SmTest;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.jspecify.annotations.Nullable;

/// # A subnet as its manager configured it
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Active at both ends.
public abstract class S14_Subnet extends SmTest {
  /// Reading a larger subnet would take longer than a test may.
  static final int MOST_NODES = 1024;

  /// Interval between reads: the manager may still be configuring the subnet.
  private static final Duration BEAT = Duration.ofSeconds(1);

  private static final int MOST_BEATS = 15;

  private volatile boolean isJudged; // ports may be judged at a time

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    return portStatesAreActive();
  }

  /// Verifies a subnet that the DUT manages.
  interface SubnetProcedure {
    /// @param dutGuid PortGUID of the DUT in that subnet
    void run(ManagedSubnet subnet, long dutGuid) throws TestException;
  }

  /// Reads each subnet that the DUT manages, once it is configured, and checks it.
  final void repeatForSubnets(String step, SubnetProcedure procedure) throws TestException {
    repeatForPorts(port -> {
      step(step);
      mads().send(MadPacketSpec.subnGet(PORT_INFO), Route.SELF);
      long master = mads().receiveOk().data(PortInfo.MASTER_SM_LID);
      mads().send(MadPacketSpec.subnGet(PORT_INFO));
      MadPacketSpec portInfo = mads().receiveOk();
      mads().send(MadPacketSpec.subnGet(NODE_INFO));
      long guid = mads().receiveOk().data(NodeInfo.PORT_GUID);
      long paths = -1L << portInfo.data(PortInfo.LMC);
      if (master == 0 || (master & paths) != portInfo.data(PortInfo.LID)) {
        remark("not judged through port %d: the DUT does not manage that subnet".formatted(port));
        return;
      }
      isJudged = true;
      ManagedSubnet subnet = settled();
      if (subnet == null) {
        leaveOutRest("the subnet has more than %d nodes".formatted(MOST_NODES));
        return;
      }
      procedure.run(subnet, guid);
    });
    needs(isJudged, "the DUT manages none of the subnets of the tester's ports");
  }

  /// Reads the subnet once all ports with a link are Active, or after 15 s.
  ///
  /// @return null if it is too large
  final @Nullable ManagedSubnet settled() throws TestException {
    FabricView view = FabricView.sweep(mads(), MOST_NODES).orElse(null);
    for (int beat = 0; view != null && !ManagedSubnet.isActive(view) && beat < MOST_BEATS; beat++) {
      waitFor(BEAT);
      view = FabricView.sweep(mads(), MOST_NODES).orElse(null);
    }
    return view == null ? null : ManagedSubnet.of(view);
  }
}
