package org.ibassay.device;

import static org.ibassay.device.variant.SimParameter.CABLED;
import static org.ibassay.device.variant.SimParameter.FROM_PORT;
import static org.ibassay.device.variant.SimParameter.LID;
import static org.ibassay.device.variant.SimParameter.LMC;
import static org.ibassay.device.variant.SimParameter.MFT_AFTER_GROUP;
import static org.ibassay.device.variant.SimParameter.MLIDS;
import static org.ibassay.device.variant.SimParameter.MULTICAST;
import static org.ibassay.device.variant.SimParameter.MULTIPATH;
import static org.ibassay.device.variant.SimParameter.MULTIPATH_TURN;
import static org.ibassay.device.variant.SimParameter.MULTIPATH_WINDOW;
import static org.ibassay.device.variant.SimParameter.PROXY_JOIN;
import static org.ibassay.device.variant.SimParameter.RESPONSE_MICROS;
import static org.ibassay.device.variant.SimParameter.RMPP;
import static org.ibassay.device.variant.SimParameter.SM_HANDOVER;
import static org.ibassay.device.variant.SimParameter.SM_POLL;
import static org.ibassay.device.variant.SimParameter.SM_PRIORITY;
import static org.ibassay.device.variant.SimParameter.SUBSCRIPTIONS;
import static org.ibassay.device.variant.SimParameter.UNANSWERED_REPORT;
import static org.ibassay.device.variant.SimParameter.WRONG_METHOD;

import java.util.HashMap;
import java.util.Map;
import org.ibassay.device.fabric.Fabric;
import org.ibassay.device.sa.GroupRules;
import org.ibassay.device.sa.ReportRules;
import org.ibassay.device.sa.RequestWays;
import org.ibassay.device.sa.SaParts;
import org.ibassay.device.sa.SubnetAdministration;
import org.ibassay.device.sa.TransferWays;
import org.ibassay.device.sa.WrongMethods;
import org.ibassay.device.sm.ManagerRules;
import org.ibassay.device.sm.SmRules;
import org.ibassay.device.sm.SmSettings;
import org.ibassay.device.sm.SubnetManager;
import org.ibassay.device.sm.SweepWrites;
import org.ibassay.device.sma.Guids;
import org.ibassay.device.sma.ManagedNode;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.SmInfoHandler;
import org.ibassay.device.variant.Variant;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;

/// The subnet managers of a node, with their subnet administration: one for each cabled port,
/// because each is in its own subnet.
final class Management {
  /// A sweep that takes longer never ends.
  private static final long PATIENCE_NANOS = 1_000_000_000_000L;

  /// How often a Report is sent to a port that does not answer it.
  private static final int REPORT_TRIES = 3;

  private final ManagedNode node;
  private final Guids guids;
  private final Variant variant;
  private final Seams seams;
  private final Map<Integer, SubnetManager> managers = new HashMap<>();

  Management(ManagedNode node, Guids guids, Variant variant, Seams seams) {
    this.node = node;
    this.guids = guids;
    this.variant = variant;
    this.seams = seams;
  }

  /// Attaches them to the ports, and waits until their first sweeps are complete.
  void start() {
    int first = variant.number(FROM_PORT);
    for (int port = first; port < first + variant.number(CABLED); port++) {
      managers.put(port, manager(port));
    }
    node.leave(Attribute.SM_INFO, new SmInfoHandler(managers));
    managers.values().forEach(SubnetManager::sweep);
    Fabric fabric = node.fabric();
    long end = fabric.nanos() + PATIENCE_NANOS;
    while (!managers.values().stream().allMatch(SubnetManager::isReady) && fabric.step(end)) {
      // until everything is set up
    }
  }

  private SubnetManager manager(int port) {
    SmSettings settings =
        new SmSettings(
            Math.max(1, variant.number(LID)),
            variant.number(LMC),
            variant.number(SM_PRIORITY),
            variant.is(MFT_AFTER_GROUP),
            variant.number(SM_POLL) * 1_000_000_000L,
            variant.is(SM_HANDOVER));
    SubnetManager manager =
        new SubnetManager(
            node,
            port,
            guids.port(port),
            settings,
            seams.management.over(SmRules.CONFORMING),
            seams.sweep.over(SweepWrites.CONFORMING),
            seams.managers.over(ManagerRules.CONFORMING));
    SubnetAdministration administration =
        new SubnetAdministration(
            node,
            port,
            variant.number(RESPONSE_MICROS) * 1000L,
            manager::info,
            manager::isMaster,
            parts(manager));
    manager.whenSwept(administration::serve);
    manager.whenTrapped(administration::forward);
    node.managedBy(port, manager::accept);
    node.servedBy(port, administration::accept);
    node.port(port).put(PortInfo.IS_SM, 1);
    node.port(port).put(PortInfo.IS_SM_DISABLED, 0);
    node.port(port).onLinkUp(() -> node.fabric().after(Fabric.HOP_NANOS, manager::sweep));
    return manager;
  }

  private SaParts parts(SubnetManager manager) {
    return new SaParts(
        seams.administration.over(TransferWays.of(variant.number(RMPP))),
        WrongMethods.of(variant.number(WRONG_METHOD)),
        new RequestWays(
            variant.is(MULTIPATH), variant.is(MULTIPATH_TURN), variant.number(MULTIPATH_WINDOW)),
        seams.services.over(SubnetAdministration.services()),
        seams.groups.over(GroupRules.of(!variant.is(PROXY_JOIN), variant.is(MLIDS))),
        variant.is(MULTICAST),
        (members, mlid) -> manager.forward(mlid, members),
        seams.reports.over(ReportRules.CONFORMING),
        variant.is(SUBSCRIPTIONS),
        variant.is(UNANSWERED_REPORT) ? 1 : REPORT_TRIES);
  }
}
