package org.ibassay.device.sa;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.link.rmpp.RmppReceiver;
import org.ibassay.link.rmpp.RmppTransfer;
import org.jspecify.annotations.Nullable;

/// The receiving side of a request in segments: takes segments, returns acknowledgments and finally
/// the request. Times are by the fabric's clock, in nanoseconds.
public interface RequestReceiver {
  /// Handles a MAD of the other side.
  ///
  /// @param mad 256 bytes; not kept after the call
  List<MemorySegment> accept(MemorySegment mad, long now);

  /// Handles a timeout, if it is due.
  List<MemorySegment> expire(long now);

  /// The time at which to call [#expire].
  long deadline();

  /// Whether the request is neither complete nor given up.
  boolean isUnderWay();

  /// Returns the request once when it is complete: all headers, followed by the data.
  @Nullable MemorySegment takeMessage();

  /// The conforming receiver.
  static RequestReceiver of(RmppReceiver receiver) {
    return new RequestReceiver() {
      private boolean isTaken;

      @Override
      public List<MemorySegment> accept(MemorySegment mad, long now) {
        return receiver.accept(mad, now);
      }

      @Override
      public List<MemorySegment> expire(long now) {
        return receiver.expire(now);
      }

      @Override
      public long deadline() {
        return receiver.deadline();
      }

      @Override
      public boolean isUnderWay() {
        return receiver.state() == RmppTransfer.State.RUNNING;
      }

      @Override
      public @Nullable MemorySegment takeMessage() {
        if (isTaken || receiver.state() != RmppTransfer.State.COMPLETE) {
          return null;
        }
        isTaken = true;
        return receiver.takeMessage().bytes();
      }
    };
  }

  /// A deviation from another receiver: methods that it does not override are unchanged.
  class Overlay implements RequestReceiver {
    private final RequestReceiver receiver;

    /// @param receiver the receiver that it deviates from
    public Overlay(RequestReceiver receiver) {
      this.receiver = receiver;
    }

    @Override
    public List<MemorySegment> accept(MemorySegment mad, long now) {
      return receiver.accept(mad, now);
    }

    @Override
    public List<MemorySegment> expire(long now) {
      return receiver.expire(now);
    }

    @Override
    public long deadline() {
      return receiver.deadline();
    }

    @Override
    public boolean isUnderWay() {
      return receiver.isUnderWay();
    }

    @Override
    public @Nullable MemorySegment takeMessage() {
      return receiver.takeMessage();
    }
  }
}
