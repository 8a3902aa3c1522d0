package org.ibassay.suite;

import java.util.Objects;
import java.util.function.UnaryOperator;
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
/// on a DUT without an upper tester, it is always the [GivenChannel], which persists.
public final class RcConnection extends QpChannel<RcQp> {
  private Retries resending = Retries.NONE;
  private int mostReads = Integer.MAX_VALUE;
  private AccessRights rights = AccessRights.ALL;
  private @Nullable RcSettings settings;

  RcConnection(TransportDut dut, DutMemory memory, PacketExchange packets) {
    super(dut, memory, packets);
  }

  /// State of the open connection.
  public ChannelContext cc() {
    return new ChannelContext(qp(), dut.settled(qp(), Objects.requireNonNull(settings)));
  }

  // --- from the next connection on

  /// Sets the retry parameters of the DUT, and its maximum number of outstanding READs and atomics.
  void setRequester(Retries times, int reads) {
    resending = times;
    mostReads = reads;
  }

  /// Sets the rights that the DUT's QP grants to the tester.
  public void setRights(AccessRights allowed) {
    rights = allowed;
  }

  /// Sets the starting PSN of both sides; closes a connection that started elsewhere.
  @Override
  void setStartPsn(int psn) throws TestException {
    if (dut.can(Ability.NEW_QPS) && isOpen() && startPsn() != psn) {
      close();
    }
    super.setStartPsn(psn);
  }

  /// Returns whether the DUT retransmits on timers that take longer than an answer.
  @Override
  public boolean isSendingAgain() {
    return !resending.equals(Retries.NONE);
  }

  // --- open and close

  /// Opens a connection with the parameters set.
  @Override
  public void open() throws TestException {
    open(rights);
  }

  /// Opens a connection that grants these rights to the tester.
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

  /// Opens another connection between new QPs, which ends with this one.
  public ChannelContext openAnother() throws TestException {
    return openAnother(UnaryOperator.identity());
  }

  /// Opens another connection between new QPs, which ends with this one.
  ///
  /// @param change makes its settings from those of this connection
  public ChannelContext openAnother(UnaryOperator<RcSettings> change) throws TestException {
    RcSettings wanted = change.apply(wanted(rights));
    return another(wanted, dut.upper(upper -> upper.open(wanted)));
  }

  /// Closes one of several connections, while another one is used.
  public void close(ChannelContext one) throws TestException {
    remove(one.qp());
    end(one.qp());
  }

  /// Opens another connection, whose QP of the DUT takes its receives from a shared receive queue.
  public ChannelContext openAnother(SharedReceives receives) throws TestException {
    RcSettings wanted = wanted(rights);
    return another(wanted, dut.upper(upper -> upper.extended().open(wanted, receives)));
  }

  private ChannelContext another(RcSettings wanted, RcQp qp) {
    add(qp);
    return new ChannelContext(qp, wanted);
  }

  /// Exchanges packets on another one of the connections from now on.
  public void turnTo(ChannelContext other) {
    settings = other.settings();
    turnTo(other.qp(), other.ttQpn());
  }

  /// Ends the connection, as [#abandon] does, and verifies that there are no surplus responses.
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
    return new LinkProbe(this, work);
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
