package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.wire.packet.OpCode.RC_FETCHADD;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_REQ;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_ONLY;

import java.util.List;
import java.util.Objects;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.MemoryWindow;
import org.ibassay.link.upper.WindowBinding;
import org.ibassay.suite.DutWindows;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.RcConnection;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTester;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Reth;
import org.jspecify.annotations.Nullable;

/// A memory window on the second packet length of a region that spans four, and requests that use
/// it.
final class DutWindow {
  /// Rights of a region that windows may be bound to.
  static final AccessRights REGION = AccessRights.ALL.withWindows(true);

  /// Rights that a window grants to peers.
  static final AccessRights OPEN = AccessRights.ALL.withLocalWrite(false);

  private static final int REGION_PACKETS = 4;

  private final TransportTester<RcConnection> tt;
  private final MemoryRegion region;
  private MemoryWindow window;

  /// Registers the region and allocates the window.
  ///
  /// @param type 1 or 2
  DutWindow(TransportTester<RcConnection> tt, int type, AccessRights rights) throws TestException {
    this.tt = tt;
    this.region = tt.memory().register(rights, (long) REGION_PACKETS * pmtu(tt));
    this.window = windows().allocate(type);
  }

  private static int pmtu(TransportTester<RcConnection> tt) {
    return tt.channel().cc().pmtu();
  }

  /// Returns the length of the window, in bytes.
  int bytes() {
    return pmtu(tt);
  }

  private DutWindows windows() {
    return tt.memory().windows();
  }

  MemoryRegion region() {
    return region;
  }

  /// Returns the R_Key for the next request.
  int rkey() {
    return window.rkey();
  }

  /// Returns a binding to the window's whole part of the region.
  WindowBinding part(AccessRights rights) {
    return new WindowBinding(region, bytes(), bytes(), rights);
  }

  /// Binds the window and verifies that the bind succeeds.
  void bind(long id, WindowBinding to) throws TestException {
    window = windows().bind(tt.channel().qp(), id, window, to);
    tt.work().verifyEnded(tt.work().pollSends(1), List.of(Ended.well(id)));
  }

  /// Posts a bind that must be rejected or complete in error.
  ///
  /// @return the R_Key that the bind would set, or null if posting it was rejected
  @Nullable Integer bindWrongly(long id, WindowBinding to) throws TestException {
    MemoryWindow bound = windows().bindIfTaken(tt.channel().qp(), id, window, to);
    if (bound != null) {
      windows().verifyRefused(tt.work().pollSends(1));
    }
    return bound == null ? null : Integer.valueOf(Objects.requireNonNull(bound).rkey());
  }

  /// Invalidates the window locally and verifies that this succeeds.
  void invalidate(long id) throws TestException {
    windows().invalidate(tt.channel().qp(), id, window.rkey());
    tt.work().verifyEnded(tt.work().pollSends(1), List.of(Ended.well(id)));
  }

  // --- requests

  /// Returns an RDMA WRITE of the window's length.
  ///
  /// @param at offset from the start of the window, in bytes
  PacketOut write(int rkey, long at) {
    return PacketOut.rdma(RC_RDMA_WRITE_ONLY, region, bytes())
        .set(Reth.VA, address() + at)
        .set(Reth.R_KEY, Integer.toUnsignedLong(rkey))
        .ackReq()
        .payload(pattern(bytes()));
  }

  /// Returns a READ of the window's length.
  PacketOut read(int rkey, long at) {
    return PacketOut.rdma(RC_RDMA_READ_REQ, region, bytes())
        .set(Reth.VA, address() + at)
        .set(Reth.R_KEY, Integer.toUnsignedLong(rkey))
        .ackReq();
  }

  /// Returns a FetchAdd to the window.
  PacketOut add(int rkey, long at) {
    return PacketOut.atomic(RC_FETCHADD, region)
        .set(AtomicEth.VA, address() + at)
        .set(AtomicEth.R_KEY, Integer.toUnsignedLong(rkey))
        .set(AtomicEth.SWAP_DT, DutResponder.NUMBER);
  }

  private long address() {
    return region.address() + bytes();
  }

  // --- checks

  /// Verifies that the region holds this data in the window and 0 elsewhere.
  void verifyWritten(byte[] inWindow) throws TestException {
    byte[] expected = new byte[Math.toIntExact(region.bytes())];
    System.arraycopy(inWindow, 0, expected, bytes(), inWindow.length);
    tt.memory().verify(region, 0, expected);
  }

  /// Verifies that the region holds 0.
  void verifyUnchanged() throws TestException {
    verifyWritten(new byte[0]);
  }
}
