package org.ibassay.device.rc;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.ConnectSettings;
import org.ibassay.link.upper.ConnectionStatus;
import org.ibassay.link.upper.Datagram;
import org.ibassay.link.upper.DeviceAttributes;
import org.ibassay.link.upper.ExtendedVerbs;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.link.upper.Pump;
import org.ibassay.link.upper.Qp;
import org.ibassay.link.upper.QpAttributes;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.link.upper.RcQp;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.link.upper.UcQp;
import org.ibassay.link.upper.UcSettings;
import org.ibassay.link.upper.UdQp;
import org.ibassay.link.upper.UdSettings;
import org.ibassay.link.upper.UpperTester;
import org.ibassay.link.upper.UpperTesterException;
import org.ibassay.wire.packet.Psn;
import org.jspecify.annotations.Nullable;

/// The upper tester of a simulated channel adapter. Each call takes some virtual time, as on a real
/// host, so that a loop that polls for an event ends.
public final class SimUpperTester implements UpperTester {
  private static final long CALL_NANOS = 10_000;

  /// Errnos of Linux.
  private static final int ENOENT = 2;

  private static final int ENOMEM = 12;
  private static final int EFAULT = 14;
  private static final int EINVAL = 22;

  private static final int MAX_REGION = 1 << 28;

  private final ChannelAdapter adapter;
  private final Pump pump;
  private final SettingsChecks checks;
  private final SimExtension extension;

  /// @param adapter the adapter that it controls
  /// @param pump is notified of answered calls
  public SimUpperTester(ChannelAdapter adapter, Pump pump) {
    this.adapter = adapter;
    this.pump = pump;
    this.checks = new SettingsChecks(adapter);
    this.extension = new SimExtension(this, adapter);
  }

  void takeTime() throws UpperTesterException {
    adapter.fabric().runUntil(adapter.fabric().nanos() + CALL_NANOS);
    if (adapter.isDead()) {
      throw UpperTesterException.lost("the simulated host no longer answers");
    }
    pump.heard();
  }

  @Override
  public DeviceAttributes attributes() throws UpperTesterException {
    takeTime();
    return adapter.attributes();
  }

  @Override
  public RcQp open(RcSettings settings) throws UpperTesterException {
    return open(settings, new ReceiveQueue());
  }

  RcQp open(RcSettings settings, ReceiveQueue receives) throws UpperTesterException {
    takeTime();
    checks.check(settings);
    QueuePair qp = adapter.open(settings, receives);
    return new RcQp(qp.qpn(), qp.address());
  }

  /// All abilities, except that connections require IP addresses.
  @Override
  public Set<Ability> abilities() {
    EnumSet<Ability> abilities = EnumSet.allOf(Ability.class);
    if (adapter.connector() == null) {
      abilities.remove(Ability.CONNECTS);
    }
    return abilities;
  }

  @Override
  public RcQp connect(ConnectSettings settings) throws UpperTesterException {
    takeTime();
    checks.checkPath(adapter.mtu(), settings.gidIndex(), settings.peer());
    SettingsChecks.inRange("depth", settings.depth(), 1, SettingsChecks.MAX_DEPTH);
    int qpn = connector().connect(settings);
    return new RcQp(qpn, adapter.address(settings.gidIndex()));
  }

  @Override
  public ConnectionStatus connection(RcQp qp) throws UpperTesterException {
    takeTime();
    return found(qp, connector().status(qp.qpn()));
  }

  @Override
  public void disconnect(RcQp qp) throws UpperTesterException {
    takeTime();
    connector().disconnect(qp.qpn());
  }

  private Connector connector() throws UpperTesterException {
    Connector connector = adapter.connector();
    if (connector == null) {
      throw UpperTesterException.unable(Ability.CONNECTS.lack());
    }
    return connector;
  }

  @Override
  public QpAttributes query(Qp qp) throws UpperTesterException {
    takeTime();
    return queuesOf(qp).attributes();
  }

  @Override
  public void close(Qp qp) throws UpperTesterException {
    takeTime();
    switch (qp) {
      case RcQp rc -> close(rc);
      case UcQp uc -> adapter.unreliable().close(find(uc));
      case UdQp ud -> adapter.datagrams().close(find(ud));
    }
  }

  private void close(RcQp qp) throws UpperTesterException {
    Connector connector = adapter.connector();
    if (connector == null || connector.status(qp.qpn()) == null) {
      adapter.close(find(qp));
    } else {
      connector.giveUp(qp.qpn());
    }
  }

  @Override
  public ExtendedVerbs extended() {
    return extension;
  }

  @Override
  public MemoryRegion register(long bytes, AccessRights rights) throws UpperTesterException {
    return register(bytes, rights, false);
  }

  MemoryRegion register(long bytes, AccessRights rights, boolean isElsewhere)
      throws UpperTesterException {
    takeTime();
    if (bytes < 1 || ((rights.remoteWrite() || rights.remoteAtomic()) && !rights.localWrite())) {
      throw UpperTesterException.refused(EINVAL, "register: %d bytes, %s".formatted(bytes, rights));
    }
    if (bytes > MAX_REGION) {
      throw UpperTesterException.refused(ENOMEM, "register: %d bytes".formatted(bytes));
    }
    Region region = adapter.memory().register((int) bytes, rights, isElsewhere);
    return new MemoryRegion(region.id(), region.address(), bytes, region.rkey());
  }

  @Override
  public void write(MemoryRegion region, long at, byte[] data) throws UpperTesterException {
    takeTime();
    Region found = find(region, at, data.length);
    found.write(found.address() + at, data);
  }

  @Override
  public void fill(MemoryRegion region, long at, long bytes, byte value)
      throws UpperTesterException {
    takeTime();
    Region found = find(region, at, bytes);
    found.fill(found.address() + at, bytes, value);
  }

  @Override
  public byte[] read(MemoryRegion region, long at, int bytes) throws UpperTesterException {
    takeTime();
    Region found = find(region, at, bytes);
    return found.read(found.address() + at, bytes);
  }

  @Override
  public void free(MemoryRegion region) throws UpperTesterException {
    takeTime();
    Region found = find(region, 0, 0);
    adapter.memory().free(found, adapter.seams().again.freedKeys.part().apply(found.rkey()));
  }

  @Override
  public void postReceive(Qp qp, long id, Buffer into) throws UpperTesterException {
    takeTime();
    WorkQueues found = queuesOf(qp);
    if (found.attributes().state() == State.RESET) {
      throw UpperTesterException.refused(EINVAL, "post receive: the QP is in RESET");
    }
    if (found.receives().size() >= found.depth()) {
      throw UpperTesterException.refused(ENOMEM, "post receive: the queue is full");
    }
    found.postReceive(new PostedReceive(id, into));
  }

  @Override
  public void post(Qp qp, SendRequest request) throws UpperTesterException {
    post(qp, request, false);
  }

  @Override
  public void postFenced(Qp qp, SendRequest request) throws UpperTesterException {
    post(qp, request, true);
  }

  /// A fence has no effect without READs and atomics.
  private void post(Qp qp, SendRequest request, boolean isFenced) throws UpperTesterException {
    takeTime();
    switch (qp) {
      case RcQp rc -> post(find(rc), request, isFenced);
      case UcQp uc -> post(find(uc), request);
      case UdQp _ ->
          throw UpperTesterException.refused(EINVAL, "post: a datagram needs an address");
    }
  }

  private static void post(QueuePair found, SendRequest request, boolean isFenced)
      throws UpperTesterException {
    checkRoom(found);
    checkReads(request, found.settings().reads().own());
    found.post(request, isFenced);
  }

  private static void post(UnreliableQp found, SendRequest request) throws UpperTesterException {
    checkRoom(found);
    checkReads(request, 0);
    found.post(request);
  }

  private static void checkReads(SendRequest request, int most) throws UpperTesterException {
    if (OpenRequest.isReadOrAtomic(request) && most == 0) {
      throw UpperTesterException.refused(EINVAL, "post: the QP has no READs and atomics");
    }
  }

  private static void checkRoom(WorkQueues queues) throws UpperTesterException {
    if (queues.sendDepth() >= queues.depth()) {
      throw UpperTesterException.refused(ENOMEM, "post: the queue is full");
    }
  }

  @Override
  public UcQp open(UcSettings settings) throws UpperTesterException {
    takeTime();
    checks.check(settings);
    UnreliableQp qp = adapter.open(settings);
    return new UcQp(qp.qpn(), qp.address());
  }

  @Override
  public UdQp open(UdSettings settings) throws UpperTesterException {
    takeTime();
    SettingsChecks.inRange("send PSN", settings.sendPsn(), 0, Psn.MAX);
    SettingsChecks.inRange("depth", settings.depth(), 1, SettingsChecks.MAX_DEPTH);
    SettingsChecks.inRange("GID index", settings.gidIndex(), 0, adapter.gids().size() - 1);
    DatagramQp qp = adapter.open(settings);
    return new UdQp(qp.qpn(), qp.address());
  }

  @Override
  public void post(UdQp qp, Datagram datagram) throws UpperTesterException {
    takeTime();
    DatagramQp found = find(qp);
    checkRoom(found);
    if (found.state() != State.RTS && found.state() != State.SQE) {
      throw UpperTesterException.refused(EINVAL, "post: the QP is in " + found.state());
    }
    if (datagram.local().bytes() > adapter.mtu()
        && adapter.variant().is(SimParameter.UD_OVER_MTU)) {
      throw UpperTesterException.refused(
          EINVAL, "post: %d bytes, MTU %d".formatted(datagram.local().bytes(), adapter.mtu()));
    }
    found.post(datagram);
  }

  @Override
  public void attach(UdQp qp, PortAddress group) throws UpperTesterException {
    takeTime();
    find(qp).groups().add(group.gid());
  }

  @Override
  public void detach(UdQp qp, PortAddress group) throws UpperTesterException {
    takeTime();
    DatagramQp found = find(qp);
    if (adapter.datagrams().seams().leaves.part().test(found.qpn())) {
      found.groups().remove(group.gid());
    }
  }

  @Override
  public void requestSolicitedEvent(Qp qp) throws UpperTesterException {
    takeTime();
    queuesOf(qp).events().request();
  }

  @Override
  public int events(Qp qp) throws UpperTesterException {
    takeTime();
    return queuesOf(qp).events().take();
  }

  @Override
  public List<Completion> poll(Qp qp, Queue queue, int most) throws UpperTesterException {
    takeTime();
    return queuesOf(qp).poll(queue, most);
  }

  private WorkQueues queuesOf(Qp qp) throws UpperTesterException {
    return switch (qp) {
      case RcQp rc -> find(rc);
      case UcQp uc -> find(uc);
      case UdQp ud -> find(ud);
    };
  }

  QueuePair find(RcQp qp) throws UpperTesterException {
    return found(qp, adapter.qp(qp.qpn()));
  }

  UnreliableQp find(UcQp qp) throws UpperTesterException {
    return found(qp, adapter.unreliable().qp(qp.qpn()));
  }

  DatagramQp find(UdQp qp) throws UpperTesterException {
    return found(qp, adapter.datagrams().qp(qp.qpn()));
  }

  private static <T> T found(Qp qp, @Nullable T found) throws UpperTesterException {
    if (found == null) {
      throw UpperTesterException.refused(ENOENT, "there is no QP 0x%x".formatted(qp.qpn()));
    }
    return found;
  }

  private Region find(MemoryRegion region, long at, long bytes) throws UpperTesterException {
    Region found = adapter.memory().withId(region.id());
    if (found == null) {
      throw UpperTesterException.refused(ENOENT, "there is no region %d".formatted(region.id()));
    }
    if (!found.contains(found.address() + at, bytes)) {
      throw UpperTesterException.refused(
          EFAULT,
          "%d bytes at %d are not in region %d of %d bytes"
              .formatted(bytes, at, region.id(), found.size()));
    }
    return found;
  }

  @Override
  public void close() {
    adapter.clear();
    extension.clear();
  }
}
