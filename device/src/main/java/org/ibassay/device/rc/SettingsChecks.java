package org.ibassay.device.rc;

import java.util.List;
import org.ibassay.link.upper.DeviceAttributes;
import org.ibassay.link.upper.DeviceAttributes.GidType;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.UcSettings;
import org.ibassay.link.upper.UpperTesterException;
import org.ibassay.wire.packet.Psn;

/// Validates QP settings, as verbs do.
final class SettingsChecks {
  static final int MAX_DEPTH = 16_384;

  /// Errno of Linux.
  private static final int EINVAL = 22;

  private static final List<Integer> PATH_MTUS = List.of(256, 512, 1024, 2048, 4096);
  private static final int MAX_EXPONENT = 31;
  private static final int MAX_COUNT = 7;

  private final ChannelAdapter adapter;

  SettingsChecks(ChannelAdapter adapter) {
    this.adapter = adapter;
  }

  void check(RcSettings settings) throws UpperTesterException {
    checkPath(settings.pathMtu(), settings.gidIndex(), settings.peer());
    inRange("peer's QPN", settings.peerQpn(), 0, Psn.MAX);
    inRange("send PSN", settings.sendPsn(), 0, Psn.MAX);
    inRange("receive PSN", settings.receivePsn(), 0, Psn.MAX);
    inRange("own READs", settings.reads().own(), 0, adapter.maxReads());
    inRange("peer's READs", settings.reads().peers(), 0, adapter.maxReads());
    inRange("ACK timeout", settings.retries().ackTimeout(), 0, MAX_EXPONENT);
    inRange("retry count", settings.retries().count(), 0, MAX_COUNT);
    inRange("RNR retry count", settings.retries().rnrCount(), 0, MAX_COUNT);
    inRange("RNR timer", settings.retries().minRnrTimer(), 0, MAX_EXPONENT);
    inRange("depth", settings.depth(), 1, MAX_DEPTH);
  }

  void check(UcSettings settings) throws UpperTesterException {
    checkPath(settings.pathMtu(), settings.gidIndex(), settings.peer());
    inRange("peer's QPN", settings.peerQpn(), 0, Psn.MAX);
    inRange("send PSN", settings.sendPsn(), 0, Psn.MAX);
    inRange("receive PSN", settings.receivePsn(), 0, Psn.MAX);
    inRange("depth", settings.depth(), 1, MAX_DEPTH);
  }

  void checkPath(int pathMtu, int gidIndex, PortAddress peer) throws UpperTesterException {
    inRange("path MTU", PATH_MTUS.indexOf(pathMtu), 0, PATH_MTUS.size() - 1);
    inRange("path MTU", pathMtu, 0, adapter.mtu());
    inRange("GID index", gidIndex, 0, adapter.gids().size() - 1);
    DeviceAttributes.GidEntry own = adapter.gids().get(gidIndex);
    boolean reached =
        own.type() == GidType.IB
            ? peer.lid() != 0
            : CableEnd.ipOf(own.gid()).getClass() == CableEnd.ipOf(peer.gid()).getClass();
    if (!reached) {
      throw UpperTesterException.refused(
          EINVAL, "GID %d does not reach %s".formatted(gidIndex, peer));
    }
  }

  static void inRange(String what, long value, long low, long high) throws UpperTesterException {
    if (value < low || value > high) {
      throw UpperTesterException.refused(
          EINVAL, "%s: %d is not from %d to %d".formatted(what, value, low, high));
    }
  }
}
