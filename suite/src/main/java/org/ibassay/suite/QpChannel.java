package org.ibassay.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.ibassay.link.upper.Qp;
import org.jspecify.annotations.Nullable;

/// A QP of the DUT and one of the tester, of one transport service; new ones each time.
///
/// @param <Q> a QP of the DUT
public abstract class QpChannel<Q extends Qp> implements TestedChannel {
  final TransportDut dut;
  final DutMemory memory;
  final PacketExchange packets;
  private final List<Q> opened = new ArrayList<>();
  private int startPsn;
  private int ttQpn;
  private @Nullable Q qp;

  /// @param memory released when the QPs are closed
  /// @param packets between the two QPs
  QpChannel(TransportDut dut, DutMemory memory, PacketExchange packets) {
    this.dut = dut;
    this.memory = memory;
    this.packets = packets;
  }

  /// The DUT's QP.
  public final Q qp() {
    return Objects.requireNonNull(qp, "no QP is open");
  }

  /// The tester's QP.
  public final int ttQpn() {
    return ttQpn;
  }

  /// Returns the PSN of the tester's first packet.
  public int startPsn() {
    return startPsn;
  }

  /// Returns the PSN of the DUT's first packet.
  public final int dutStartPsn() {
    return startPsn;
  }

  /// Sets the starting PSN, from the next QPs on.
  void setStartPsn(int psn) throws TestException {
    startPsn = psn;
  }

  @Override
  public final boolean isOpen() {
    return qp != null;
  }

  /// Measures the loss of packets of this service.
  ///
  /// @param work of the DUT's QP
  abstract CarriageProbe probe(DutWork work);

  /// Exchanges packets with a QP of the DUT from now on.
  final void begin(Q own, int peer) {
    take(own, peer);
    packets.begin(own.qpn(), peer);
  }

  /// Exchanges packets with a QP of the DUT that has been used before.
  final void take(Q own, int peer) {
    add(own);
    qp = own;
    ttQpn = peer;
  }

  /// Exchanges packets with another one of the QPs from now on.
  final void turnTo(Q other, int peer) {
    if (other.equals(qp)) {
      return; // what was received there is still to be compared with
    }
    qp = other;
    ttQpn = peer;
    packets.begin(other.qpn(), peer);
  }

  /// Closes a QP of the DUT.
  void end(Q one) throws TestException {
    dut.tellUpper(upper -> upper.close(one));
  }

  /// Registers another QP of the DUT to be closed with these.
  final void add(Q further) {
    opened.add(further);
  }

  /// Leaves a QP of the DUT out when these are closed.
  final void remove(Q closed) {
    opened.remove(closed);
  }

  @Override
  public final void abandon() throws TestException {
    boolean wasOpen = isOpen();
    List<Q> ending = List.copyOf(opened);
    qp = null;
    opened.clear();
    memory.windows().freeWindows();
    for (Q one : ending) {
      end(one);
    }
    memory.windows().closeShared();
    if (wasOpen) {
      packets.end();
    }
    memory.free();
    packets.discard();
  }
}
