package org.ibassay.device.sma;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.ibassay.device.cm.CmSeams;
import org.ibassay.device.pma.PmaSeams;
import org.ibassay.device.rc.GsiSeams;
import org.ibassay.device.rc.RcSeams;
import org.ibassay.device.rc.TransportSeams;
import org.ibassay.device.rc.UcSeams;
import org.ibassay.device.rc.UdSeams;
import org.ibassay.device.sa.GroupRules;
import org.ibassay.device.sa.ReportRules;
import org.ibassay.device.sa.SaRules;
import org.ibassay.device.sa.ServiceStore;
import org.ibassay.device.seam.Decision;
import org.ibassay.device.seam.Seam;
import org.ibassay.device.sm.ManagerRules;
import org.ibassay.device.sm.SmRules;
import org.ibassay.device.sm.SweepWrites;
import org.ibassay.device.variant.Variant;
import org.ibassay.wire.attribute.Attribute;

/// The seams of a node: places where it can deviate from the specification.
public final class Seams {
  /// The kind of node and its declared capabilities.
  public final Seam<Variant> variant = new Seam<>();

  /// The M_Key check and the lease.
  public final Seam<MKeyRules> mKey = new Seam<>();

  /// The legal values of a Set(PortInfo).
  public final Seam<PortInfoChecks> portInfo = new Seam<>();

  /// Further effects of a Set(PortInfo).
  public final Seam<PortInfoEffects> portInfoEffects = new Seam<>();

  /// The multicast forwarding table.
  public final Seam<MulticastCells> multicast = new Seam<>();

  /// All requests: whether they are received, their responses, and the response time.
  public final Seam<Replies> replies = new Seam<>();

  /// The partition enforcement of a switch.
  public final Seam<Enforcement> enforcement = new Seam<>();

  /// Traps.
  public final Seam<TrapRules> traps = new Seam<>();

  /// Which LIDs a port accepts packets for.
  public final Decision<LidRange> lids = new Decision<>(LidRange.CONFORMING);

  /// Changes a MAD, all 256 bytes, as the last step before it is sent.
  public final Decision<Consumer<MemorySegment>> wire = new Decision<>(_ -> {});

  /// Selects the handler of an attribute.
  @FunctionalInterface
  public interface HandlerChoice {
    /// @param conforming the attribute's own handler
    AttributeHandler of(Attribute attribute, AttributeHandler conforming);
  }

  /// The handling of an attribute as a whole.
  public final Seam<HandlerChoice> handlers = new Seam<>();

  /// Selects the storage for the blocks of an attribute.
  @FunctionalInterface
  public interface TableChoice {
    /// @param conforming the attribute's own storage; for a channel adapter or router, that of one
    ///   port
    TableBytes of(Attribute attribute, TableBytes conforming);
  }

  /// The storage of GUIDInfo, linear and random forwarding tables.
  public final Seam<TableChoice> tables = new Seam<>();

  /// The settings that a subnet manager writes.
  public final Seam<SmRules> management = new Seam<>();

  /// The writes of a subnet manager's sweeps, node by node.
  public final Seam<SweepWrites> sweep = new Seam<>();

  /// How a subnet manager interacts with others.
  public final Seam<ManagerRules> managers = new Seam<>();

  /// All requests to subnet administration, and their responses.
  public final Seam<SaRules> administration = new Seam<>();

  /// The registered services of subnet administration.
  public final Seam<ServiceStore> services = new Seam<>();

  /// The rules of multicast groups.
  public final Seam<GroupRules> groups = new Seam<>();

  /// The rules of subscriptions and reports.
  public final Seam<ReportRules> reports = new Seam<>();

  /// Reliable connections.
  public final RcSeams rc = new RcSeams();

  /// Unreliable datagrams.
  public final UdSeams ud = new UdSeams();

  /// Unreliable connections.
  public final UcSeams uc = new UcSeams();

  /// QP1.
  public final GsiSeams gsi = new GsiSeams();

  /// Communication management.
  public final CmSeams cm = new CmSeams();

  /// Performance management.
  public final PmaSeams performance = new PmaSeams();

  private final long seed;

  /// A node that conforms.
  ///
  /// @param seed seed of the random values of deviations
  public Seams(long seed) {
    this.seed = seed;
  }

  /// The seed of the random values of deviations.
  public long seed() {
    return seed;
  }

  /// The seams of an adapter's transport.
  public TransportSeams transport() {
    return new TransportSeams(rc, ud, uc, gsi);
  }

  /// Selects storage, with deviations.
  TableChoice tableChoice() {
    return tables.over((_, conforming) -> conforming);
  }

  /// Selects handlers, with deviations.
  HandlerChoice handlerChoice() {
    return handlers.over((_, conforming) -> conforming);
  }
}
