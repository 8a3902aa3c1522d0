package org.ibassay.suite;

import java.util.Objects;
import org.ibassay.link.packet.PacketPath;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.DeviceAttributes;
import org.ibassay.link.upper.GivenConnection;
import org.ibassay.link.upper.RcQp;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.RcSettings.Reads;
import org.ibassay.link.upper.RcSettings.Retries;
import org.jspecify.annotations.Nullable;

/// The reliable connection between tester and DUT, one at a time. Each has a new QP at either end;
/// where nobody drives the DUT, it is the [GivenChannel] each time, which goes on.
public final class RcConnection implements TestedChannel {
  private final TransportDut dut;
  private final DutMemory memory;
  private final PacketExchange packets;

  private Retries resending = Retries.NONE;
  private int mostReads = Integer.MAX_VALUE;
  private AccessRights rights = AccessRights.ALL;
  private int startPsn;
  private @Nullable ChannelContext cc;

  /// @param memory freed when a connection is closed
  /// @param packets of the connection that is open
  RcConnection(TransportDut dut, DutMemory memory, PacketExchange packets) {
    this.dut = dut;
    this.memory = memory;
    this.packets = packets;
  }

  /// What is known of the connection that is open.
  public ChannelContext cc() {
    return Objects.requireNonNull(cc, "openRcChannel comes first");
  }

  /// The DUT's QP.
  RcQp qp() {
    return cc().qp();
  }

  @Override
  public boolean isOpen() {
    return cc != null;
  }

  // --- from the next connection on

  /// When the DUT sends again, and how many READs and atomics it may have outstanding at most.
  void setRequester(Retries times, int reads) {
    resending = times;
    mostReads = reads;
  }

  /// What the DUT's QP lets the tester do.
  public void setRights(AccessRights allowed) {
    rights = allowed;
  }

  /// Where both sides begin to count; closes a connection that began elsewhere.
  void setStartPsn(int psn) throws TestException {
    if (dut.can(Ability.NEW_QPS) && isOpen() && startPsn != psn) {
      close();
    }
    startPsn = psn;
  }

  /// Whether the DUT sends again by itself, by timers that take longer than an answer.
  @Override
  public boolean isSendingAgain() {
    return !resending.equals(Retries.NONE);
  }

  // --- open and close

  /// Opens a connection as it was set up.
  @Override
  public void open() throws TestException {
    open(rights);
  }

  /// Opens a connection on which the tester may do that.
  void open(AccessRights allowed) throws TestException {
    GivenConnection given = dut.given();
    if (given != null) {
      cc = new GivenChannel(given, dut, packets).resume();
      return;
    }
    PacketPath path = dut.packetPort().path();
    DeviceAttributes attributes = dut.attributes();
    RcSettings settings =
        RcSettings.to(path.tester(), dut.packetPort().newQpn())
            .withGidIndex(path.gidIndex())
            .withPathMtu(dut.pathMtu())
            .withPsns(startPsn, startPsn)
            .withAccess(allowed)
            .withReads(
                new Reads(
                    Math.min(mostReads, attributes.maxReadsAsInitiator()),
                    attributes.maxReadsAsTarget()))
            .withRetries(resending)
            .withDepth(DutWork.DEPTH);
    ChannelContext opened = new ChannelContext(dut.upper(upper -> upper.open(settings)), settings);
    packets.begin(opened.qp().qpn(), opened.ttQpn());
    cc = opened;
  }

  /// Ends the connection, as [#abandon] does, and verifies that no response is too much.
  @Override
  public void close() throws TestException {
    if (isOpen()) {
      dut.letSettle();
      packets.verifyNoSurplus();
    }
    abandon();
  }

  /// Ends the connection and what was registered for it; requests that are under way are flushed.
  @Override
  public void abandon() throws TestException {
    ChannelContext open = cc;
    if (open != null) {
      cc = null;
      GivenConnection given = dut.given();
      if (given == null) {
        dut.tellUpper(upper -> upper.close(open.qp()));
      } else {
        new GivenChannel(given, dut, packets).leave();
      }
      packets.end();
    }
    memory.free();
    packets.discard();
  }
}
