package org.ibassay.device.sa;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.link.rmpp.RmppSender;
import org.ibassay.link.rmpp.RmppTransfer;

/// The sending side of one table's transfer: what is received of the other side goes in, what is to
/// be sent comes out. Times are by the fabric's clock, in nanoseconds.
public interface TableSender {
  /// Returns the segments that are sent before the receiver has answered.
  List<MemorySegment> start();

  /// Takes a MAD of the other side.
  ///
  /// @param mad 256 bytes; not kept after the call
  List<MemorySegment> accept(MemorySegment mad, long now);

  /// Does what is due when nothing was received.
  List<MemorySegment> expire(long now);

  /// When [#expire] wants to be called.
  long deadline();

  /// Whether the transfer has not ended.
  boolean isUnderWay();

  /// The conforming sender.
  static TableSender of(RmppSender sender) {
    return new TableSender() {
      @Override
      public List<MemorySegment> start() {
        return sender.start();
      }

      @Override
      public List<MemorySegment> accept(MemorySegment mad, long now) {
        return sender.accept(mad, now);
      }

      @Override
      public List<MemorySegment> expire(long now) {
        return sender.expire(now);
      }

      @Override
      public long deadline() {
        return sender.deadline();
      }

      @Override
      public boolean isUnderWay() {
        return sender.state() == RmppTransfer.State.RUNNING;
      }
    };
  }

  /// A sender over another one: what it does not override holds as before.
  class Overlay implements TableSender {
    private final TableSender sender;

    /// @param sender what holds but for what is overridden
    public Overlay(TableSender sender) {
      this.sender = sender;
    }

    @Override
    public List<MemorySegment> start() {
      return sender.start();
    }

    @Override
    public List<MemorySegment> accept(MemorySegment mad, long now) {
      return sender.accept(mad, now);
    }

    @Override
    public List<MemorySegment> expire(long now) {
      return sender.expire(now);
    }

    @Override
    public long deadline() {
      return sender.deadline();
    }

    @Override
    public boolean isUnderWay() {
      return sender.isUnderWay();
    }
  }
}
