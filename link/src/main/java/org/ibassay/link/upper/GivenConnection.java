package org.ibassay.link.upper;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.ibassay.link.LinkException;
import org.ibassay.link.upper.DeviceAttributes.Atomics;
import org.jspecify.annotations.Nullable;

/// The one reliable connection of a DUT that nobody drives from above: a DUT URI gives it in plain
/// text, or a stock program on the DUT's host has asked for it. The DUT is its responder. It goes
/// on from test to test, and so do its PSNs.
///
/// As an upper tester it can do no more than to hand out the same QP and the same memory again.
public final class GivenConnection implements UpperTester {
  private static final int NO_REGION = 0;
  private static final int MANY = 16;

  /// An operation that a responder may support.
  public enum Operation {
    SEND,
    WRITE,
    READ,
    ATOMIC;

    /// As a DUT URI has it.
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// The parameters that both ends were given.
  ///
  /// @param qpn the DUT's QP, 24 bits
  /// @param psn that the DUT expects first, 24 bits
  /// @param peerQpn the QP of the tester that the DUT answers to, 24 bits
  /// @param served what the DUT serves
  /// @param memory of the DUT that is registered for the connection; null where no operation
  ///   reaches any
  public record Ends(
      int qpn, int psn, int peerQpn, Set<Operation> served, @Nullable MemoryRegion memory) {
    /// Keeps a copy.
    public Ends {
      served = Set.copyOf(served);
    }

    private boolean serves(Operation operation) {
      return served.contains(operation);
    }
  }

  /// Has a connection begin anew.
  @FunctionalInterface
  public interface Renewal {
    /// Returns when requests can be sent, and what both ends have now.
    ///
    /// @throws LinkException when that did not work; says why
    Ends run() throws LinkException, InterruptedException;
  }

  private final PortAddress address;
  private final int pathMtu;
  private final @Nullable Renewal renewal;
  private final Set<Ability> abilities = EnumSet.noneOf(Ability.class);
  private Ends ends;
  private int psn;
  private boolean isProven;
  private @Nullable String end;

  /// @param address the DUT's port
  /// @param pathMtu in bytes
  /// @param renewal has the connection begin anew; null where nobody can
  public GivenConnection(Ends ends, PortAddress address, int pathMtu, @Nullable Renewal renewal) {
    this.ends = ends;
    this.address = address;
    this.pathMtu = pathMtu;
    this.renewal = renewal;
    this.psn = ends.psn;
    if (renewal != null) {
      abilities.add(Ability.RENEWAL);
    }
    add(Operation.SEND, Ability.SENDS);
    add(Operation.WRITE, Ability.WRITES);
    add(Operation.READ, Ability.READS);
  }

  private void add(Operation operation, Ability ability) {
    if (ends.serves(operation)) {
      abilities.add(ability);
    }
  }

  // --- the connection

  /// The parameters that both ends were given.
  public Ends ends() {
    return ends;
  }

  /// PSN that the DUT expects next, as far as it is known.
  public int psn() {
    return psn;
  }

  /// Says which PSN the DUT expects next.
  public void leaveAt(int next) {
    psn = next;
  }

  /// Whether the DUT has ever executed a request on it.
  public boolean isProven() {
    return isProven;
  }

  /// Says that the DUT has executed a request on it.
  public void prove() {
    isProven = true;
  }

  /// Why nothing can be sent on it any more; null where that is not so.
  public @Nullable String end() {
    return end;
  }

  /// Says that nothing can be sent on it any more.
  ///
  /// @param why the first reason stays
  public void end(String why) {
    end = end == null ? why : end;
  }

  /// Has it begin anew, where that is possible, and it was ever of use.
  ///
  /// @return whether it did
  public boolean renew() throws LinkException, InterruptedException {
    if (renewal == null || !isProven) {
      return false;
    }
    ends = renewal.run();
    psn = ends.psn;
    end = null;
    return true;
  }

  @Override
  public Optional<GivenConnection> given() {
    return Optional.of(this);
  }

  // --- as an upper tester

  @Override
  public Set<Ability> abilities() {
    return abilities;
  }

  @Override
  public DeviceAttributes attributes() {
    boolean atomics = ends.serves(Operation.ATOMIC);
    int reads = atomics || ends.serves(Operation.READ) ? 1 : 0;
    String served =
        ends.served.stream().sorted().map(Operation::word).collect(Collectors.joining(", "));
    return new DeviceAttributes(
        new DeviceAttributes.Identity(
            "no agent; responder of one connection, QP %d, for %s".formatted(ends.qpn, served),
            "",
            0,
            0,
            0),
        new DeviceAttributes.Limits(
            atomics ? Atomics.DEVICE : Atomics.NONE,
            new RcSettings.Reads(0, reads),
            1L << 31,
            MANY,
            Set.of()),
        new DeviceAttributes.Port(true, pathMtu, pathMtu, List.of()),
        null);
  }

  @Override
  public RcQp open(RcSettings settings) {
    return new RcQp(ends.qpn, address);
  }

  @Override
  public UcQp open(UcSettings settings) throws UpperTesterException {
    throw unable(Ability.AGENT);
  }

  @Override
  public UdQp open(UdSettings settings) throws UpperTesterException {
    throw unable(Ability.AGENT);
  }

  @Override
  public RcQp connect(ConnectSettings settings) throws UpperTesterException {
    throw unable(Ability.CONNECTS);
  }

  @Override
  public ConnectionStatus connection(RcQp qp) throws UpperTesterException {
    throw unable(Ability.CONNECTS);
  }

  @Override
  public void disconnect(RcQp qp) throws UpperTesterException {
    throw unable(Ability.CONNECTS);
  }

  @Override
  public QpAttributes query(Qp qp) throws UpperTesterException {
    throw unable(Ability.STATES);
  }

  @Override
  public void close(Qp qp) {
    // it goes on
  }

  /// The memory of the connection, whole, where remote rights are asked for; else memory that no
  /// peer reaches, of which nothing is known.
  @Override
  public MemoryRegion register(long bytes, AccessRights rights) throws UpperTesterException {
    MemoryRegion memory = ends.memory;
    if (rights.equals(AccessRights.LOCAL) || memory == null) {
      return new MemoryRegion(NO_REGION, 0, bytes, 0);
    }
    if (!rights.equals(AccessRights.ALL)) {
      throw unable(Ability.MEMORY);
    }
    if (memory.bytes() < bytes) {
      throw UpperTesterException.unable(
          "needs %d bytes of memory; the connection has %d".formatted(bytes, memory.bytes()));
    }
    return memory;
  }

  @Override
  public void write(MemoryRegion region, long at, byte[] data) throws UpperTesterException {
    throw unable(Ability.MEMORY);
  }

  @Override
  public void fill(MemoryRegion region, long at, long bytes, byte value)
      throws UpperTesterException {
    throw unable(Ability.MEMORY);
  }

  @Override
  public byte[] read(MemoryRegion region, long at, int bytes) throws UpperTesterException {
    throw unable(Ability.MEMORY);
  }

  @Override
  public void free(MemoryRegion region) {
    // it stays
  }

  /// Where SENDs are served, there is always a receive for one.
  @Override
  public void postReceive(Qp qp, long id, Buffer into) {
    // it is there
  }

  @Override
  public void post(Qp qp, SendRequest request) throws UpperTesterException {
    throw unable(Ability.REQUESTS);
  }

  @Override
  public void postFenced(Qp qp, SendRequest request) throws UpperTesterException {
    throw unable(Ability.REQUESTS);
  }

  @Override
  public void post(UdQp qp, Datagram datagram) throws UpperTesterException {
    throw unable(Ability.AGENT);
  }

  @Override
  public void attach(UdQp qp, PortAddress group) throws UpperTesterException {
    throw unable(Ability.AGENT);
  }

  @Override
  public void detach(UdQp qp, PortAddress group) throws UpperTesterException {
    throw unable(Ability.AGENT);
  }

  @Override
  public void requestSolicitedEvent(UdQp qp) throws UpperTesterException {
    throw unable(Ability.AGENT);
  }

  @Override
  public int events(UdQp qp) throws UpperTesterException {
    throw unable(Ability.AGENT);
  }

  @Override
  public List<Completion> poll(Qp qp, Queue queue, int most) throws UpperTesterException {
    throw unable(queue == Queue.SEND ? Ability.REQUESTS : Ability.RECEIVES);
  }

  private static UpperTesterException unable(Ability ability) {
    return UpperTesterException.unable(ability.lack());
  }

  @Override
  public void close() {
    // nothing was made for it
  }
}
