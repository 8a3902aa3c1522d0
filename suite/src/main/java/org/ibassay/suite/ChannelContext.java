package org.ibassay.suite;

import org.ibassay.link.upper.RcQp;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.wire.packet.Psn;

/// A reliable connection between the tester (TT) and the DUT: `ChannelContext_t` of the public
/// pages.
public final class ChannelContext {
  /// Tester address in the DUT's RDMA requests and atomics; the tester has no memory there.
  public static final long TT_ADDRESS = 0x1BA5_5A00_0000L;

  /// R_Key in the DUT's RDMA requests and atomics.
  public static final int TT_RKEY = 0x1BA5;

  private final RcQp qp;
  private final RcSettings settings;

  ChannelContext(RcQp qp, RcSettings settings) {
    this.qp = qp;
    this.settings = settings;
  }

  /// The DUT's QP.
  public RcQp qp() {
    return qp;
  }

  /// Attributes of the DUT's QP.
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

  /// Returns the number of packets of a message; one for a message without payload.
  public int packets(int bytes) {
    return MessageData.packets(bytes, pmtu());
  }

  /// Returns the payload of one packet of a message.
  ///
  /// @param index of the packet
  public byte[] part(byte[] data, int index) {
    return MessageData.part(data, index, pmtu());
  }
}
