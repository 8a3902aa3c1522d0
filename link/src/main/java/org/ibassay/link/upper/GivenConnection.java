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

/// The only reliable connection of a DUT without an agent: the DUT URI specifies it, or it was
/// established with a stock program on the DUT's host. The DUT is its responder. The connection and
/// its PSNs continue from test to test.
///
/// As an upper tester, it can only return the same QP and the same memory again.
public final class GivenConnection extends AgentlessTester {
  private static final int NO_REGION = 0;
  private static final int MANY = 16;

  /// An operation that a responder may support.
  public enum Operation {
    SEND,
    WRITE,
    READ,
    ATOMIC;

    /// Its name in a DUT URI.
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// The parameters of both ends of the connection.
  ///
  /// @param qpn the DUT's QP, 24 bits
  /// @param psn the first PSN that the DUT expects, 24 bits
  /// @param peerQpn the tester's QP to which the DUT responds, 24 bits
  /// @param served the operations that the DUT supports
  /// @param memory the DUT's memory registered for the connection; null if no operation accesses
  ///   any
  public record Ends(
      int qpn, int psn, int peerQpn, Set<Operation> served, @Nullable MemoryRegion memory) {
    /// Copies the set.
    public Ends {
      served = Set.copyOf(served);
    }

    private boolean serves(Operation operation) {
      return served.contains(operation);
    }
  }

  /// Establishes a new connection.
  @FunctionalInterface
  public interface Renewal {
    /// Returns the parameters of the new connection once requests can be sent.
    ///
    /// @throws LinkException if this failed; says why
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
  /// @param renewal establishes a new connection; null if that is not possible
  public GivenConnection(Ends ends, PortAddress address, int pathMtu, @Nullable Renewal renewal) {
    this.ends = ends;
    this.address = address;
    this.pathMtu = pathMtu;
    this.renewal = renewal;
    this.psn = ends.psn;
    if (renewal != null) {
      abilities.add(Ability.RENEWAL);
    }
    abilities.add(Ability.RESPONDER);
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

  /// The parameters of both ends.
  public Ends ends() {
    return ends;
  }

  /// The PSN that the DUT expects next, as far as it is known.
  public int psn() {
    return psn;
  }

  /// Sets the PSN that the DUT expects next.
  public void leaveAt(int next) {
    psn = next;
  }

  /// Whether the DUT has ever executed a request on this connection.
  public boolean isProven() {
    return isProven;
  }

  /// Records that the DUT has executed a request on this connection.
  public void prove() {
    isProven = true;
  }

  /// Why no more requests can be sent on it; null while they can.
  public @Nullable String end() {
    return end;
  }

  /// Records that no more requests can be sent on it.
  ///
  /// @param why ignored if a reason was already given
  public void end(String why) {
    end = end == null ? why : end;
  }

  /// Establishes a new connection, if that is possible and the old one ever worked.
  ///
  /// @return whether there is a new connection
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
  public void close(Qp qp) {
    // it stays open
  }

  /// Returns the memory of the connection, all of it, if remote rights are requested; else a region
  /// that no peer accesses and whose contents are unknown.
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
  public void free(MemoryRegion region) {
    // it stays registered
  }

  /// Does nothing: if SENDs are supported, a receive is always posted.
  @Override
  public void postReceive(Qp qp, long id, Buffer into) {
    // one is always posted
  }

  @Override
  public void close() {
    // there is nothing to free
  }
}
