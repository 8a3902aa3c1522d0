package org.ibassay.link.upper;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Controls a channel adapter under test from above, as an application on the DUT's host does by
/// its verbs (upper tester, ISO/IEC 9646).
///
/// A call may block while the DUT's host executes it. The implementation runs the tester's packet
/// port meanwhile, because the DUT may need an answer from it (ARP, for example) before the call
/// can complete. Used by one thread at a time.
///
/// QPs and regions live until they are closed or freed, or the upper tester is closed, which frees
/// everything.
public interface UpperTester extends AutoCloseable {

  /// One of a QP's completion queues.
  enum Queue {
    /// For requests posted by [#post].
    SEND,
    /// For receives posted by [#postReceive].
    RECEIVE
  }

  /// Returns the abilities of the upper tester and of the DUT.
  default Set<Ability> abilities() {
    return EnumSet.allOf(Ability.class);
  }

  /// The only connection of a DUT without an agent.
  default Optional<GivenConnection> given() {
    return Optional.empty();
  }

  /// Returns the settings of an open QP: those requested, unless the DUT has sent requests since of
  /// which the caller does not know.
  ///
  /// @param requested the settings that it was opened with
  default RcSettings settled(RcQp qp, RcSettings requested) {
    return requested;
  }

  /// Returns whether the upper tester itself has sent a request with this PSN to the DUT, on the
  /// connection in use: the DUT may repeat the acknowledge of it.
  default boolean hasSent(int psn) {
    return false;
  }

  /// Returns the functions that not every channel adapter supports; requires [Ability#EXTENDED].
  default ExtendedVerbs extended() throws UpperTesterException {
    throw UpperTesterException.unable(Ability.EXTENDED.lack());
  }

  /// Returns the device's attributes.
  ///
  /// @throws UpperTesterException as all methods here: if the DUT refuses, or the agent is lost
  DeviceAttributes attributes() throws UpperTesterException;

  /// Creates an RC QP, with a separate completion queue for each of its work queues, and
  /// transitions it to RTS.
  RcQp open(RcSettings settings) throws UpperTesterException;

  /// Creates a UC QP, with a separate completion queue for each of its work queues, and transitions
  /// it to RTS.
  UcQp open(UcSettings settings) throws UpperTesterException;

  /// Creates a UD QP, with a separate completion queue for each of its work queues, and transitions
  /// it to the state in its settings.
  UdQp open(UdSettings settings) throws UpperTesterException;

  /// Requests a reliable connection from a peer by RDMA CM, without waiting for the answer. The QP
  /// can be used once [#connection] reports that it is established.
  RcQp connect(ConnectSettings settings) throws UpperTesterException;

  /// Returns the status of a connection of [#connect].
  ConnectionStatus connection(RcQp qp) throws UpperTesterException;

  /// Disconnects a connection of [#connect], without waiting for the peer's answer.
  void disconnect(RcQp qp) throws UpperTesterException;

  /// Returns the current attributes of a QP. Attributes that a UD QP does not have are 0.
  QpAttributes query(Qp qp) throws UpperTesterException;

  /// Destroys a QP; outstanding work is dropped without completions.
  void close(Qp qp) throws UpperTesterException;

  /// Registers memory, zeroed and aligned to 4096 bytes.
  ///
  /// @param bytes length, 1 or more
  /// @param rights access rights of the DUT and its peers
  MemoryRegion register(long bytes, AccessRights rights) throws UpperTesterException;

  /// Writes to a region, as the DUT's processor does.
  ///
  /// @param at offset from the region's start, in bytes
  void write(MemoryRegion region, long at, byte[] data) throws UpperTesterException;

  /// Fills a range of a region with a byte value.
  void fill(MemoryRegion region, long at, long bytes, byte value) throws UpperTesterException;

  /// Reads from a region, as the DUT's processor does.
  byte[] read(MemoryRegion region, long at, int bytes) throws UpperTesterException;

  /// Deregisters a region.
  void free(MemoryRegion region) throws UpperTesterException;

  /// Posts a receive.
  ///
  /// @param id returned in the completion
  /// @param into the buffer for the message
  void postReceive(Qp qp, long id, Buffer into) throws UpperTesterException;

  /// Posts a request to the send queue; it generates a completion on success, too.
  void post(Qp qp, SendRequest request) throws UpperTesterException;

  /// Posts a request with a fence: it does not begin before earlier READs and atomics are complete
  /// (10.8.3.3).
  void postFenced(Qp qp, SendRequest request) throws UpperTesterException;

  /// Posts a datagram; it generates a completion on success, too.
  void post(UdQp qp, Datagram datagram) throws UpperTesterException;

  /// Attaches a QP to a multicast group.
  ///
  /// @param group the group's GID, and its LID in an InfiniBand subnet
  void attach(UdQp qp, PortAddress group) throws UpperTesterException;

  /// Detaches a QP from a multicast group.
  void detach(UdQp qp, PortAddress group) throws UpperTesterException;

  /// Requests an event for the next receive that completes with a solicited event or in error
  /// (11.4.2.2); on a connection, requires [Ability#EVENTS].
  void requestSolicitedEvent(Qp qp) throws UpperTesterException;

  /// Returns the number of events of [#requestSolicitedEvent] since the last call, without waiting.
  int events(Qp qp) throws UpperTesterException;

  /// Returns up to `most` completions, in the order of the queue, without waiting.
  List<Completion> poll(Qp qp, Queue queue, int most) throws UpperTesterException;

  /// Frees everything. Never fails: an agent that is lost frees its resources itself.
  @Override
  void close();
}
