package org.ibassay.link.upper;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Drives a channel adapter under test from above (upper tester, ISO/IEC 9646): what an application
/// on the DUT's host would ask of its verbs.
///
/// A call may block while the DUT's host works on it. The implementation keeps the tester's packet
/// port alive meanwhile, as the DUT may need an answer from it (ARP, say) before it can end the
/// call. One thread at a time uses it.
///
/// The resources of a QP or region live until it is closed or freed, or the upper tester is closed,
/// which gives everything back.
public interface UpperTester extends AutoCloseable {

  /// Which of a QP's completion queues.
  enum Queue {
    /// A request posted by [#post].
    SEND,
    /// A receive posted by [#postReceive].
    RECEIVE
  }

  /// Returns the abilities of the upper tester and of the DUT.
  default Set<Ability> abilities() {
    return EnumSet.allOf(Ability.class);
  }

  /// The one connection that there is, where nobody drives the DUT.
  default Optional<GivenConnection> given() {
    return Optional.empty();
  }

  /// Returns the functions that not every channel adapter has, where it has [Ability#EXTENDED].
  default ExtendedVerbs extended() throws UpperTesterException {
    throw UpperTesterException.unable(Ability.EXTENDED.lack());
  }

  /// Returns the device's attributes.
  ///
  /// @throws UpperTesterException as every call here: the DUT refuses, or the agent is lost
  DeviceAttributes attributes() throws UpperTesterException;

  /// Creates an RC QP, with a completion queue of its own for each of its work queues, and takes it
  /// to RTS.
  RcQp open(RcSettings settings) throws UpperTesterException;

  /// Creates a QP of an unreliable connection, with a completion queue of its own for each of its
  /// work queues, and takes it to RTS.
  UcQp open(UcSettings settings) throws UpperTesterException;

  /// Creates a QP of unreliable datagrams, with a completion queue of its own for each of its work
  /// queues, and takes it to the state that is set.
  UdQp open(UdSettings settings) throws UpperTesterException;

  /// Asks a peer for a reliable connection by RDMA CM, and does not wait for the answer. Its QP can
  /// be used once [#connection] says that it is established.
  RcQp connect(ConnectSettings settings) throws UpperTesterException;

  /// Returns the status of a connection of [#connect].
  ConnectionStatus connection(RcQp qp) throws UpperTesterException;

  /// Ends a connection of [#connect], and does not wait until the peer agrees.
  void disconnect(RcQp qp) throws UpperTesterException;

  /// The QP as it is now. What a QP of unreliable datagrams does not have is 0.
  QpAttributes query(Qp qp) throws UpperTesterException;

  /// Destroys a QP; its outstanding work is gone without completions.
  void close(Qp qp) throws UpperTesterException;

  /// Registers memory, zeroed and starting at a multiple of 4096.
  ///
  /// @param bytes 1 or more
  /// @param rights what the DUT and its peers may do there
  MemoryRegion register(long bytes, AccessRights rights) throws UpperTesterException;

  /// Writes into a region, as the DUT's processor would.
  ///
  /// @param at where, from the region's start, in bytes
  void write(MemoryRegion region, long at, byte[] data) throws UpperTesterException;

  /// Writes one byte again and again.
  void fill(MemoryRegion region, long at, long bytes, byte value) throws UpperTesterException;

  /// Reads a region, as the DUT's processor would.
  byte[] read(MemoryRegion region, long at, int bytes) throws UpperTesterException;

  /// Ends a region's registration.
  void free(MemoryRegion region) throws UpperTesterException;

  /// Posts a receive.
  ///
  /// @param id comes back in the completion
  /// @param into where an incoming message goes
  void postReceive(Qp qp, long id, Buffer into) throws UpperTesterException;

  /// Posts a request to the send queue; it will complete with a completion also if it succeeds.
  void post(Qp qp, SendRequest request) throws UpperTesterException;

  /// Posts a request with a fence: it is not begun before the READs and atomics posted earlier are
  /// complete (10.8.3.3).
  void postFenced(Qp qp, SendRequest request) throws UpperTesterException;

  /// Posts a datagram; it will complete with a completion also if it succeeds.
  void post(UdQp qp, Datagram datagram) throws UpperTesterException;

  /// Lets a QP take part in what is sent to a multicast group.
  ///
  /// @param group the group's GID, and its LID on an InfiniBand subnet
  void attach(UdQp qp, PortAddress group) throws UpperTesterException;

  /// Ends what [#attach] began.
  void detach(UdQp qp, PortAddress group) throws UpperTesterException;

  /// Requests an event for the next receive that completes with a solicited event, or with an error
  /// (11.4.2.2).
  void requestSolicitedEvent(UdQp qp) throws UpperTesterException;

  /// How many events of [#requestSolicitedEvent] were raised since it was last asked; does not wait
  /// for any.
  int events(UdQp qp) throws UpperTesterException;

  /// Takes what has completed by now, at most `most` completions, in the order of the queue; does
  /// not wait for any.
  List<Completion> poll(Qp qp, Queue queue, int most) throws UpperTesterException;

  /// Gives everything back. Never fails: where the agent is lost, it frees by itself.
  @Override
  void close();
}
