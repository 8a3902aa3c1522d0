package org.ibassay.device.sm;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import org.ibassay.device.fabric.Node;
import org.ibassay.device.fabric.Packet;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.attribute.SmInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.jspecify.annotations.Nullable;

/// The subnet manager of one port's subnet (14.4): the master, unless it finds another one with
/// precedence. It does not change the M_Key of ports.
public final class SubnetManager {
  /// The PortInfo:SubnetTimeOut that it sets at all ports, and the lifetime of packets between two
  /// of them; OpenSM's default.
  public static final int SUBNET_TIME_OUT = 18;

  /// The SM_Key of trusted requests.
  public static final long SM_KEY = 1;

  private final int port;
  private final long guid;
  private final SmSettings settings;
  private final SmRules rules;
  private final SweepWrites writes;
  private final ManagerRules managerRules;
  private final SmpRequests requests;
  private final Election election;
  private Consumer<Subnet> whenSwept = found -> {};
  private ObjIntConsumer<MemorySegment> whenTrapped = (notice, lid) -> {};
  private @Nullable Subnet subnet;
  private long activity;

  /// @param port of the node; its cable leads to the subnet
  /// @param guid the port's GUID
  /// @param writes changes the writes of its sweeps
  /// @param managerRules how it interacts with other managers
  public SubnetManager(
      Node node,
      int port,
      long guid,
      SmSettings settings,
      SmRules rules,
      SweepWrites writes,
      ManagerRules managerRules) {
    this.port = port;
    this.guid = guid;
    this.settings = settings;
    this.rules = rules;
    this.writes = writes;
    this.managerRules = managerRules;
    this.requests = new SmpRequests(node, port);
    this.election =
        new Election(node.fabric(), requests, guid, settings, managerRules, this::sweep);
  }

  /// Sets the listener that is called after each sweep.
  public void whenSwept(Consumer<Subnet> listener) {
    whenSwept = listener;
  }

  /// Sets the listener that is called with the Notice of each trap and the LID that sent it.
  public void whenTrapped(ObjIntConsumer<MemorySegment> listener) {
    whenTrapped = listener;
  }

  /// Whether it is the master.
  public boolean isMaster() {
    return election.state() == SmState.MASTER;
  }

  /// Starts a sweep. An unfinished one is abandoned.
  public void sweep() {
    if (election.isActive()) {
      requests.forget();
      new Sweep(requests, port, settings, rules, writes, election::found, this::swept).start();
    }
  }

  private void swept(Subnet found) {
    subnet = found;
    whenSwept.accept(found);
  }

  /// Makes the switches forward a group's packets to its members.
  ///
  /// @param members end ports; empty for a deleted group
  public void forward(int mlid, List<EndPort> members) {
    Subnet known = subnet;
    if (known == null || (members.size() < 2 && settings.keepsEntries())) {
      return;
    }
    Map<SubnetSwitch, Long> tree = MulticastBlocks.tree(known, rules.members(members));
    for (SubnetSwitch one : known.switches()) {
      long ports = tree.getOrDefault(one, 0L);
      for (int position = 0; position * 16 <= one.external().size(); position++) {
        forward(one, mlid, position, ports);
      }
    }
  }

  private void forward(SubnetSwitch one, int mlid, int position, long ports) {
    int modifier = MulticastBlocks.modifier(mlid, position);
    Attribute table = Attribute.MULTICAST_FORWARDING_TABLE;
    one.block(table, modifier)
        .ifPresent(block -> {
          MemorySegment wanted = MulticastBlocks.with(block, mlid, position, ports);
          if (wanted.mismatch(block) >= 0) {
            rules.table(table, modifier, wanted);
            block.copyFrom(wanted);
            requests.set(one.route(), table, modifier, wanted, block::copyFrom);
          }
        });
  }

  /// Whether the first sweep is complete.
  public boolean isReady() {
    return subnet != null || election.state() == SmState.STANDBY;
  }

  /// Handles a MAD that the port received for a manager, and releases it. A master to which a
  /// change is reported sweeps again. It ignores traps of its own port; a TrapRepress to that port
  /// would be an additional request with a key that a test may have changed.
  public void accept(Packet packet) {
    MemorySegment mad = packet.mad();
    boolean isTrap = MadHeader.METHOD.get(mad, 0) == Method.TRAP;
    boolean isOwn = packet.slid() == packet.dlid();
    if (isTrap && !isOwn && election.state() == SmState.MASTER) {
      takeTrap(mad, packet.slid());
    }
    requests.accept(packet);
  }

  private void takeTrap(MemorySegment mad, int from) {
    long trap = Notice.TRAP_NUMBER_DEVICE_ID.get(mad, Smp.DATA);
    if (managerRules.represses(trap)) {
      requests.repress(mad, from, managerRules::editRepress);
    }
    whenTrapped.accept(mad.asSlice(Smp.DATA, Smp.DATA_BYTES), from);
    if (managerRules.sweepsAfter(trap)) {
      sweep();
    }
  }

  /// Whether it obeys a command, a SubnSet(SMInfo).
  ///
  /// @param asked SMInfo of the command
  public boolean obeys(int command, MemorySegment asked) {
    return election.obeys(command, asked);
  }

  /// Obeys a command.
  ///
  /// @param sender SMInfo:GUID of the command
  public void obey(int command, long sender) {
    election.obey(command, sender);
  }

  /// Counts a response that it sends.
  public void countActivity() {
    activity++;
  }

  /// Returns its SMInfo as shown to unknown requesters: without its key (14.2.5.13).
  ///
  /// ActCount is the number of SMPs that it has sent, including responses, as with OpenSM.
  public MemorySegment info() {
    MemorySegment info = MemorySegment.ofArray(new byte[SmInfo.LAYOUT.bytes()]);
    SmInfo.GUID.set(info, 0, guid);
    SmInfo.ACT_COUNT.set(info, 0, requests.sent() + activity);
    SmInfo.PRIORITY.set(info, 0, settings.priority());
    SmInfo.SM_STATE.set(info, 0, election.state().number());
    return info;
  }
}
