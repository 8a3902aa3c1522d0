package org.ibassay.device.sma;

/// Whether, when and how a node responds: the seam around all requests.
public interface Replies {
  /// Whether a request reaches the agent.
  boolean hears(Transaction t);

  /// Changes a response.
  void edit(Transaction t);

  /// Time from receiving a request to sending its response, in nanoseconds.
  long delayNanos(Transaction t);

  /// Returns the replies of a node with a constant response time.
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

  /// A deviation from other replies: methods that it does not override are unchanged.
  class Overlay implements Replies {
    private final Replies replies;

    /// @param replies the replies that it deviates from
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
