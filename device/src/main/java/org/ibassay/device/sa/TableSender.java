package org.ibassay.device.sa;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.link.rmpp.RmppSender;
import org.ibassay.link.rmpp.RmppTransfer;

/// The sending side of the transfer of one table: takes MADs of the receiver, returns MADs to send.
/// Times are by the fabric's clock, in nanoseconds.
public interface TableSender {
  /// Returns the segments that are sent before the receiver has answered.
  List<MemorySegment> start();

  /// Handles a MAD of the other side.
  ///
  /// @param mad 256 bytes; not kept after the call
  List<MemorySegment> accept(MemorySegment mad, long now);

  /// Handles a timeout, if it is due.
  List<MemorySegment> expire(long now);

  /// The time at which to call [#expire].
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

  /// A deviation from another sender: methods that it does not override are unchanged.
  class Overlay implements TableSender {
    private final TableSender sender;

    /// @param sender the sender that it deviates from
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
