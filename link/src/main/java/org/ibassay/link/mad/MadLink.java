package org.ibassay.link.mad;

import java.lang.foreign.MemorySegment;
import org.ibassay.link.Clock;
import org.ibassay.link.LinkException;
import org.ibassay.wire.mad.Smp;
import org.jspecify.annotations.Nullable;

/// A driver's link for bare 256-byte MADs. Confined to one thread.
///
/// [MadPort] does everything else: matching, deadlines, retries, counting, capture.
public interface MadLink extends AutoCloseable {
  /// [#transactionBits] above a stack that owns the upper half.
  long LOWER_HALF = 0xFFFF_FFFFL;

  /// [#transactionBits] where nothing below the tester changes a TransactionID.
  long ALL_BITS = -1;

  /// The result of [#receive].
  enum Arrival {
    /// A MAD was received.
    MAD,
    /// The deadline passed.
    NOTHING,
    /// The stack below gave up on a request of the tester and returns it: it was not answered.
    UNDELIVERED
  }

  /// The clock of the link.
  Clock clock();

  /// Whether time is simulated: then waiting takes no real time, and iterations run one after
  /// another.
  boolean isSimulated();

  /// Whether no packet is lost between the tester and the DUT.
  default boolean isLossless() {
    return false;
  }

  /// The bits of a TransactionID that are the tester's: all, or only the lower half where the stack
  /// below replaces the upper one, as a kernel does to find the agent that a response is for.
  default long transactionBits() {
    return LOWER_HALF;
  }

  /// Starts a test. Random events of the link depend only on the test from now on, not on earlier
  /// packets, so that they are the same if it runs alone.
  ///
  /// @param test id of the test with its round
  default void begin(String test) {}

  /// Sends one MAD.
  ///
  /// @param mad 256 bytes, complete; not kept after the call
  /// @param dlid destination LID; [org.ibassay.wire.mad.Smp#PERMISSIVE_LID] for a directed route
  /// @param destQp 0 for SMPs, 1 for GMPs
  /// @throws LinkException if the tester's side fails
  void send(MemorySegment mad, int dlid, int destQp) throws LinkException;

  /// Waits for a MAD.
  ///
  /// @param into buffer of 256 bytes for the MAD
  /// @param deadline by [#clock], in nanoseconds; a past one polls
  /// @throws LinkException if the tester's side fails
  Arrival receive(MemorySegment into, long deadline) throws LinkException;

  /// Whether the stack below hands out requests of others to the tester: Reports of subnet
  /// administration.
  default boolean hearsReports() {
    return true;
  }

  /// Whether the stack below delivers traps to the tester.
  default boolean hearsTraps() {
    return true;
  }

  /// Sets or clears IsSM of the tester's port. If set, subnet managers find one there, and requests
  /// for SMInfo are received.
  ///
  /// @return whether the stack below permits it
  default boolean manage(boolean isSm) throws LinkException {
    return false;
  }

  /// The source LID of the MAD of the last [#receive], if it was LID-routed; undefined otherwise.
  default int sourceLid() {
    return Smp.PERMISSIVE_LID;
  }

  /// The number of bytes of the MAD of the last [#receive]; other than 256 if it was cut or padded.
  /// If [#whole] is not null, the length of the message as reported by the stack.
  int receivedBytes();

  /// Whether [#receivedBytes] of a single MAD is its length on the wire. If not, the stack below
  /// may deliver MADs with another length, for which the DUT is not responsible.
  default boolean reportsLength() {
    return false;
  }

  /// The whole message of the last [#receive], if the stack below reassembles responses in segments
  /// (RMPP); valid until the next receive; shorter than [#receivedBytes] if the stack did not
  /// deliver all of it. Null if each MAD is delivered separately.
  default @Nullable MemorySegment whole() {
    return null;
  }

  /// Whether responses in segments are delivered segment by segment. A stack that implements RMPP
  /// does not do so.
  default boolean showsSegments() {
    return true;
  }

  @Override
  void close();
}
