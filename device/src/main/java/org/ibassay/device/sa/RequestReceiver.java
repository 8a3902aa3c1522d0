package org.ibassay.device.sa;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.link.rmpp.RmppReceiver;
import org.ibassay.link.rmpp.RmppTransfer;
import org.jspecify.annotations.Nullable;

/// The receiving side of a request in segments: segments go in, acknowledges come out, and in the
/// end the request. Times are by the fabric's clock, in nanoseconds.
public interface RequestReceiver {
  /// Takes a MAD of the other side.
  ///
  /// @param mad 256 bytes; not kept after the call
  List<MemorySegment> accept(MemorySegment mad, long now);

  /// Does what is due when nothing was received.
  List<MemorySegment> expire(long now);

  /// When [#expire] wants to be called.
  long deadline();

  /// Whether the request is neither whole nor given up.
  boolean isUnderWay();

  /// The request, once, when it has become whole: all headers, and the data after them.
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

  /// A receiver over another one: what it does not override holds as before.
  class Overlay implements RequestReceiver {
    private final RequestReceiver receiver;

    /// @param receiver what holds but for what is overridden
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
