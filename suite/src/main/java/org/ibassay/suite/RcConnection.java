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
import org.ibassay.link.upper.SharedReceives;
import org.jspecify.annotations.Nullable;

/// The reliable connection between tester and DUT, one at a time. Each has a new QP at either end;
/// where nobody drives the DUT, it is the [GivenChannel] each time, which goes on.
public final class RcConnection extends QpChannel<RcQp> {
  private Retries resending = Retries.NONE;
  private int mostReads = Integer.MAX_VALUE;
  private AccessRights rights = AccessRights.ALL;
  private @Nullable RcSettings settings;

  RcConnection(TransportDut dut, DutMemory memory, PacketExchange packets) {
    super(dut, memory, packets);
  }

  /// What is known of the connection that is open.
  public ChannelContext cc() {
    return new ChannelContext(qp(), Objects.requireNonNull(settings));
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
  @Override
  void setStartPsn(int psn) throws TestException {
    if (dut.can(Ability.NEW_QPS) && isOpen() && startPsn() != psn) {
      close();
    }
    super.setStartPsn(psn);
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
      ChannelContext resumed = new GivenChannel(given, dut, packets).resume();
      settings = resumed.settings();
      take(resumed.qp(), resumed.ttQpn());
      return;
    }
    RcSettings wanted = wanted(allowed);
    settings = wanted;
    begin(dut.upper(upper -> upper.open(wanted)), wanted.peerQpn());
  }

  private RcSettings wanted(AccessRights allowed) throws TestException {
    PacketPath path = dut.packetPort().path();
    DeviceAttributes attributes = dut.attributes();
    return RcSettings.to(path.tester(), dut.packetPort().newQpn())
        .withGidIndex(path.gidIndex())
        .withPathMtu(dut.pathMtu())
        .withPsns(startPsn(), startPsn())
        .withAccess(allowed)
        .withReads(
            new Reads(
                Math.min(mostReads, attributes.maxReadsAsInitiator()),
                attributes.maxReadsAsTarget()))
        .withRetries(resending)
        .withDepth(DutWork.DEPTH);
  }

  /// Opens one more connection, between new QPs, which ends with this one.
  public ChannelContext openAnother() throws TestException {
    RcSettings wanted = wanted(rights);
    return another(wanted, dut.upper(upper -> upper.open(wanted)));
  }

  /// Opens one more connection, whose QP of the DUT takes its receives from a shared queue.
  public ChannelContext openAnother(SharedReceives receives) throws TestException {
    RcSettings wanted = wanted(rights);
    return another(wanted, dut.upper(upper -> upper.extended().open(wanted, receives)));
  }

  private ChannelContext another(RcSettings wanted, RcQp qp) {
    add(qp);
    return new ChannelContext(qp, wanted);
  }

  /// Packets are exchanged on another one of the connections from now on.
  public void turnTo(ChannelContext other) {
    settings = other.settings();
    turnTo(other.qp(), other.ttQpn());
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

  @Override
  CarriageProbe probe(DutWork work) {
    return new LinkProbe(this);
  }

  @Override
  void end(RcQp one) throws TestException {
    GivenConnection given = dut.given();
    if (given == null) {
      super.end(one);
    } else {
      new GivenChannel(given, dut, packets).leave();
    }
  }
}
