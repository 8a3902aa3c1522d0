package org.ibassay.link.mad;

import java.lang.foreign.MemorySegment;
import org.ibassay.link.Clock;
import org.ibassay.link.LinkException;
import org.ibassay.wire.mad.Smp;
import org.jspecify.annotations.Nullable;

/// A driver's link for bare 256-byte MADs, out and in. Only one thread uses it.
///
/// [MadPort] does everything else: matching, deadlines, retries, counting, capture.
public interface MadLink extends AutoCloseable {

  /// The result of [#receive].
  enum Arrival {
    /// A MAD was received.
    MAD,
    /// The deadline passed.
    NOTHING,
    /// The stack below gave up on a request of ours and hands it back: nobody answered it.
    UNDELIVERED
  }

  /// The link's time.
  Clock clock();

  /// Whether time is simulated: then waiting costs nothing, and bodies run one after another.
  boolean isSimulated();

  /// Whether nothing can get lost between the tester and the DUT.
  default boolean isLossless() {
    return false;
  }

  /// A test begins. What a link decides by chance depends on the test from now on, and not on what
  /// was sent before: run alone it meets the same.
  ///
  /// @param test with its round
  default void begin(String test) {}

  /// Sends one MAD.
  ///
  /// @param mad 256 bytes, complete; not kept after the call
  /// @param dlid destination LID; [org.ibassay.wire.mad.Smp#PERMISSIVE_LID] for a directed route
  /// @param destQp 0 for SMPs, 1 for GMPs
  /// @throws LinkException when the tester's side cannot send
  void send(MemorySegment mad, int dlid, int destQp) throws LinkException;

  /// Waits for a MAD.
  ///
  /// @param into receives what was received: room for 256 bytes
  /// @param deadline by [#clock], in nanoseconds; a past one polls
  /// @throws LinkException when the tester's side cannot receive
  Arrival receive(MemorySegment into, long deadline) throws LinkException;

  /// Whether the stack below hands out requests of others to the tester: Reports of subnet
  /// administration.
  default boolean hearsReports() {
    return true;
  }

  /// Whether the stack below hands out traps to the tester.
  default boolean hearsTraps() {
    return true;
  }

  /// Sets IsSM of the tester's port, so that subnet managers find one there and requests for SMInfo
  /// are received; or clears it.
  ///
  /// @return whether the stack below lets that be done
  default boolean manage(boolean isSm) throws LinkException {
    return false;
  }

  /// The LID that sent the MAD that the last [#receive] brought, if it was routed by LID; of no use
  /// otherwise.
  default int sourceLid() {
    return Smp.PERMISSIVE_LID;
  }

  /// Bytes of the MAD that the last [#receive] brought; other than 256 when it was cut or padded.
  /// Where [#whole] is not null, the length of what the other side sent, by what the stack says.
  int receivedBytes();

  /// Whether [#receivedBytes] of a MAD that comes by itself is how long the other side made it: so
  /// that nobody is blamed for a stack that hands out MADs at a length of its own.
  default boolean tellsLength() {
    return false;
  }

  /// All that the last [#receive] brought, where the stack below puts answers in segments together
  /// (RMPP): what `into` had room for and what comes after, valid until the next receive; shorter
  /// than [#receivedBytes] if the stack did not deliver it all. Null where each MAD comes by
  /// itself.
  default @Nullable MemorySegment whole() {
    return null;
  }

  /// Whether answers in segments come segment by segment, as the other side sends them. Where the
  /// stack below does RMPP itself, nobody above sees how it goes.
  default boolean showsSegments() {
    return true;
  }

  @Override
  void close();
}
