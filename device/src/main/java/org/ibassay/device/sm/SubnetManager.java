package org.ibassay.device.sm;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.ibassay.device.fabric.Node;
import org.ibassay.device.fabric.Packet;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.attribute.SmInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.jspecify.annotations.Nullable;

/// The subnet manager of one port's subnet (14.4): its master, unless it finds another one that
/// goes before. The M_Key of all ports stays as it is.
public final class SubnetManager {
  /// PortInfo:SubnetTimeOut that it gives to all ports, and the lifetime of packets between two of
  /// them; OpenSM's default.
  public static final int SUBNET_TIME_OUT = 18;

  /// Traps that tell of a change: of a link, and of a port.
  private static final Set<Long> CHANGES = Set.of(128L, 144L);

  /// The key of trusted requests.
  public static final long SM_KEY = 1;

  private final int port;
  private final long guid;
  private final SmSettings settings;
  private final SmRules rules;
  private final SweepWrites writes;
  private final SmpRequests requests;
  private final Election election;
  private Consumer<Subnet> whenSwept = found -> {};
  private @Nullable Subnet subnet;
  private long activity;

  /// @param port of the node; its cable leads to the subnet
  /// @param guid the port's
  /// @param writes what its sweeps write
  /// @param managerRules how it gets along with others
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
    this.requests = new SmpRequests(node, port);
    this.election =
        new Election(node.fabric(), requests, guid, settings, managerRules, this::sweep);
  }

  /// Names who is told what each sweep found.
  public void whenSwept(Consumer<Subnet> listener) {
    whenSwept = listener;
  }

  /// Starts a sweep. One that is not over ends without a word.
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

  /// Has the switches forward a group's packets to its members.
  ///
  /// @param members end ports; none of a group that is no more
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

  /// Whether the first sweep is over.
  public boolean isReady() {
    return subnet != null || election.state() == SmState.STANDBY;
  }

  /// Takes over a MAD received by the port for a manager. A master that is told of a change looks
  /// at all of its subnet again. What its own port has to say it knows; a TrapRepress to that would
  /// be one more request with a key that a test may have changed.
  public void accept(Packet packet) {
    MemorySegment mad = packet.mad();
    boolean isTrap = MadHeader.METHOD.get(mad, 0) == Method.TRAP;
    boolean isOwn = packet.slid() == packet.dlid();
    if (isTrap && !isOwn && election.state() == SmState.MASTER) {
      requests.repress(mad, packet.slid());
      if (CHANGES.contains(Notice.TRAP_NUMBER_DEVICE_ID.get(mad, Smp.DATA))) {
        sweep();
      }
    }
    requests.accept(packet);
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

  /// Notes that it sends a response.
  public void countActivity() {
    activity++;
  }

  /// SMInfo as this subnet manager gives it to those that it does not know: without its key
  /// (14.2.5.13).
  ///
  /// ActCount is the number of SMPs that it has sent, responses included, as with OpenSM.
  public MemorySegment info() {
    MemorySegment info = MemorySegment.ofArray(new byte[SmInfo.LAYOUT.bytes()]);
    SmInfo.GUID.set(info, 0, guid);
    SmInfo.ACT_COUNT.set(info, 0, requests.sent() + activity);
    SmInfo.PRIORITY.set(info, 0, settings.priority());
    SmInfo.SM_STATE.set(info, 0, election.state().number());
    return info;
  }
}
