package org.ibassay.device.sma;

/// Whether, when and how a node answers: the seam round all requests.
public interface Replies {
  /// Whether a request gets as far as the agent.
  boolean hears(Transaction t);

  /// Has the last word on a response.
  void edit(Transaction t);

  /// From a request's arrival to its response's deviation, in nanoseconds.
  long delayNanos(Transaction t);

  /// A node that answers everything in the same time.
  static Replies after(long nanos) {
    return new Replies() {
      @Override
      public boolean hears(Transaction t) {
        return true;
      }

      @Override
      public void edit(Transaction t) {}

      @Override
      public long delayNanos(Transaction t) {
        return nanos;
      }
    };
  }

  /// A deviation over other replies: what it does not override holds as before.
  class Overlay implements Replies {
    private final Replies replies;

    /// @param replies what holds but for what is overridden
    public Overlay(Replies replies) {
      this.replies = replies;
    }

    @Override
    public boolean hears(Transaction t) {
      return replies.hears(t);
    }

    @Override
    public void edit(Transaction t) {
      replies.edit(t);
    }

    @Override
    public long delayNanos(Transaction t) {
      return replies.delayNanos(t);
    }
  }
}
