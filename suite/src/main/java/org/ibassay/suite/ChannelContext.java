package org.ibassay.suite;

import org.ibassay.link.upper.RcQp;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.wire.packet.Psn;

/// A reliable connection of the tester (TT) with the DUT: `ChannelContext_t` of the pages.
public final class ChannelContext {
  /// Where the DUT's RDMA requests and atomics point to at the tester; nothing is there.
  public static final long TT_ADDRESS = 0x1BA5_5A00_0000L;

  /// The key that the DUT's RDMA requests and atomics show to the tester.
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

  /// How many packets a message has; one without payload has one.
  public int packets(int bytes) {
    return MessageData.packets(bytes, pmtu());
  }

  /// The payload of a packet of a message.
  ///
  /// @param index of the packet
  public byte[] part(byte[] data, int index) {
    return MessageData.part(data, index, pmtu());
  }
}
