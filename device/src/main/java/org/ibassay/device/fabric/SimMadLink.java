package org.ibassay.device.fabric;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.ibassay.link.Clock;
import org.ibassay.link.mad.MadLink;
import org.ibassay.wire.mad.Smp;

/// A tester's port in a fabric. Waiting for a MAD advances time.
public final class SimMadLink implements MadLink {
  private final Node tester;
  private final int port;
  private final Fabric fabric;
  private final Deque<Packet> inbox = new ArrayDeque<>();
  private Consumer<Boolean> whenManaging = _ -> {};
  private boolean isLossless = true;
  private int receivedBytes;
  private int sourceLid;

  /// @param tester a node with one port; MADs for its software go to [#inbox]
  public SimMadLink(Node tester) {
    this(tester, 1);
  }

  /// @param tester MADs for its software go to [#inbox]
  /// @param port of the tester
  public SimMadLink(Node tester, int port) {
    this.tester = tester;
    this.port = port;
    this.fabric = tester.fabric();
  }

  /// Receives responses and traps from the node.
  public Consumer<Packet> inbox() {
    return inbox::add;
  }

  /// Sets the action that changes IsSM of the tester's port.
  public void whenManaging(Consumer<Boolean> setsIsSm) {
    whenManaging = setsIsSm;
  }

  @Override
  public boolean manage(boolean isSm) {
    whenManaging.accept(isSm);
    return isSm;
  }

  @Override
  public int sourceLid() {
    return sourceLid;
  }

  @Override
  public Clock clock() {
    return fabric;
  }

  @Override
  public boolean isSimulated() {
    return true;
  }

  /// Drops MADs received for an earlier user of this port.
  public void forget() {
    inbox.forEach(fabric::release);
    inbox.clear();
  }

  /// Records that packets may be lost in the fabric.
  public void isLossy() {
    isLossless = false;
  }

  @Override
  public boolean isLossless() {
    return isLossless;
  }

  @Override
  public long transactionBits() {
    return ALL_BITS;
  }

  @Override
  public void send(MemorySegment mad, int dlid, int destQp) {
    Packet packet = fabric.packet();
    MemorySegment.copy(mad, 0, packet.mad(), 0, Smp.BYTES_OF_MAD);
    packet.address(tester.lid(port), dlid, destQp);
    tester.send(packet, port);
  }

  @Override
  public Arrival receive(MemorySegment into, long deadline) {
    long limit = Math.max(deadline, fabric.nanos());
    while (inbox.isEmpty() && fabric.step(limit)) {
      // until a MAD was received or the deadline has passed
    }
    Packet packet = inbox.poll();
    if (packet == null) {
      if (limit != Long.MAX_VALUE) {
        fabric.runUntil(limit);
      }
      return Arrival.NOTHING;
    }
    MemorySegment.copy(packet.mad(), 0, into, 0, Math.min(packet.bytes(), Smp.BYTES_OF_MAD));
    receivedBytes = packet.bytes();
    sourceLid = packet.slid();
    fabric.release(packet);
    return Arrival.MAD;
  }

  @Override
  public boolean reportsLength() {
    return true;
  }

  @Override
  public int receivedBytes() {
    return receivedBytes;
  }

  /// Does nothing: there are no resources.
  @Override
  public void close() {}
}
