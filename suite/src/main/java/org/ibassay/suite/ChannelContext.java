package org.ibassay.suite;

import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.RcQp;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.wire.packet.Psn;
import org.jspecify.annotations.Nullable;

/// A reliable connection of the tester (TT) with the DUT: `ChannelContext_t` of the pages.
public final class ChannelContext {
  private final RcQp qp;
  private final RcSettings settings;
  private @Nullable MemoryRegion buffer;
  private int ttTxReqPsn;
  private int ttRxExpectPsn;

  ChannelContext(RcQp qp, RcSettings settings) {
    this.qp = qp;
    this.settings = settings;
    ttTxReqPsn = settings.receivePsn();
    ttRxExpectPsn = settings.receivePsn();
  }

  /// The DUT's QP.
  public RcQp qp() {
    return qp;
  }

  /// What the DUT's QP was given.
  public RcSettings settings() {
    return settings;
  }

  /// The tester's QP.
  public int ttQpn() {
    return settings.peerQpn();
  }

  /// Path MTU, in bytes.
  public int pmtu() {
    return settings.pathMtu();
  }

  /// `Start_PSN`: PSN of the tester's first request.
  public int startPsn() {
    return settings.receivePsn();
  }

  /// PSN of the DUT's first request.
  public int dutStartPsn() {
    return settings.sendPsn();
  }

  /// `Mod( CC.Start_PSN + count, 2^24 )`.
  public int psn(long count) {
    return Psn.add(startPsn(), count);
  }

  /// PSN of the next packet that is sent.
  public int ttTxReqPsn() {
    return ttTxReqPsn;
  }

  /// `CC.TT_TxReqPSN = ...`.
  public void setTtTxReqPsn(int psn) {
    ttTxReqPsn = psn;
  }

  /// PSN that the next packet of the DUT is expected to have.
  public int ttRxExpectPsn() {
    return ttRxExpectPsn;
  }

  /// `CC.TT_RxExpectPSN = ...`.
  public void setTtRxExpectPsn(int psn) {
    ttRxExpectPsn = psn;
  }

  /// The DUT's memory that is registered for the procedure.
  public MemoryRegion buffer() {
    MemoryRegion registered = buffer;
    if (registered == null) {
      throw new IllegalStateException("registerMemory comes first");
    }
    return registered;
  }

  void setBuffer(MemoryRegion region) {
    buffer = region;
  }
}
