package org.ibassay.link.roce;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.ibassay.link.LinkException;
import org.ibassay.link.packet.GmpPort;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.AgentlessTester;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.DeviceAttributes;
import org.ibassay.link.upper.DeviceAttributes.Atomics;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.Qp;
import org.ibassay.link.upper.RcQp;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.link.upper.UpperTesterException;
import org.ibassay.wire.packet.OpCode;
import org.jspecify.annotations.Nullable;

/// The stock server `rping -s` of rdma-core as an upper tester: it has the DUT send requests that
/// the tester's messages trigger. After a SEND that describes memory of the tester, it READs from
/// there; after the next one, it WRITEs the data back as a string, with the zero byte that ends it.
/// After each of the two, it SENDs a message, which shows that the request has completed.
///
/// Each QP is that of a new connection, and can be used for one request. What precedes it in
/// rping's sequence is done here and is not part of a test. The DUT's host chooses the PSN of the
/// tester's packets.
public final class RpingRequester extends AgentlessTester {
  private static final int READS = 1;
  private static final int GREETING_PACKETS = 4;
  private static final int NO_REGION = 0;

  /// Length of the longest message that `rping -S 65535` allows.
  private static final int MOST_BYTES = 65_535;

  /// Memory of the tester for READs that precede the request under test.
  private static final long OWN_ADDRESS = 0x1BA6_0000_0000L;

  private static final int OWN_RKEY = 0x1BA6;

  private final PacketPort port;
  private final GmpPort messages;
  private final CmInitiator initiator;
  private final int tcpPort;
  private final int mtu;
  private byte[] content = new byte[0];
  private @Nullable RpingSession session;
  private @Nullable Long pending;

  /// The READ whose data rping can write back; null if there is none.
  private SendRequest.@Nullable Read echoed;

  private boolean isUsed;

  /// @param port to the DUT
  /// @param tcpPort port of the server, as in the ServiceIDs of IP CM
  /// @param mtu path MTU of its connections, in bytes
  public RpingRequester(PacketPort port, int tcpPort, int mtu) {
    this.port = port;
    this.tcpPort = tcpPort;
    this.mtu = mtu;
    this.messages = new GmpPort(port);
    this.initiator = new CmInitiator(port, messages, tcpPort);
  }

  /// Verifies that the server is `rping -s`: it READs once, as many bytes as the longest request of
  /// a test. With fewer bytes of its own (`-S`), the DUT would send nothing.
  ///
  /// @throws LinkException if it is not; says what to start
  public void greet() throws LinkException, InterruptedException {
    RcSettings settings =
        RcSettings.to(port.path().tester(), port.newQpn())
            .withPathMtu(mtu)
            .withRetries(new RcSettings.Retries(0, 1, 1, 0));
    session = RpingSession.connect(port, messages, initiator, settings);
    try {
      read(session, new byte[GREETING_PACKETS * mtu]);
    } catch (LinkException e) {
      throw new LinkException(
          ("the server at port %d (cm=) of the DUT's host is not rping: %s; start there:"
                  + " rping -s -P -S 65535 -p %d")
              .formatted(tcpPort, e.getMessage(), tcpPort),
          e);
    } finally {
      hangUp();
    }
  }

  @Override
  public Set<Ability> abilities() {
    return EnumSet.of(Ability.NEW_QPS, Ability.ONE_REQUEST);
  }

  @Override
  public DeviceAttributes attributes() {
    return new DeviceAttributes(
        new DeviceAttributes.Identity(
            "no agent; requester, by rping -s at port " + tcpPort, "", 0, 0, 0),
        new DeviceAttributes.Limits(
            Atomics.NONE, new RcSettings.Reads(READS, 0), MOST_BYTES, 0, Set.of()),
        new DeviceAttributes.Port(true, mtu, mtu, List.of()),
        null);
  }

  // --- connections

  @Override
  public RcQp open(RcSettings settings) throws UpperTesterException {
    return run(() -> {
      hangUp();
      RpingSession opened = RpingSession.connect(port, messages, initiator, settings);
      session = opened;
      isUsed = false;
      return new RcQp(opened.dutQpn(), port.path().dut());
    });
  }

  @Override
  public RcSettings settled(RcQp qp, RcSettings requested) {
    RpingSession open = session;
    return open == null || open.dutQpn() != qp.qpn()
        ? requested
        : requested.withPsns(open.dutPsn(), requested.receivePsn());
  }

  @Override
  public boolean hasSent(int psn) {
    RpingSession open = session;
    return open != null && open.hasSent(psn);
  }

  @Override
  public void close(Qp qp) throws UpperTesterException {
    RpingSession open = session;
    if (open != null && open.dutQpn() == qp.qpn()) {
      run(() -> {
        hangUp();
        return true;
      });
    }
  }

  @Override
  public void close() {
    try {
      hangUp();
    } catch (LinkException e) {
      // a host that cannot be reached is not notified
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void hangUp() throws LinkException, InterruptedException {
    RpingSession open = session;
    session = null;
    pending = null;
    echoed = null;
    if (open != null) {
      open.disconnect();
    }
  }

  // --- memory

  /// Returns a region for the DUT's own use, whose content is known only as far as it was written.
  @Override
  public MemoryRegion register(long bytes, AccessRights rights) {
    content = new byte[Math.toIntExact(Math.min(bytes, MOST_BYTES))];
    return new MemoryRegion(NO_REGION, 0, bytes, 0);
  }

  /// Keeps the data for the next RDMA WRITE.
  @Override
  public void write(MemoryRegion region, long at, byte[] data) {
    echoed = null;
    int length = (int) Math.min(data.length, content.length - at);
    System.arraycopy(data, 0, content, (int) at, length);
  }

  /// Reads the memory that a READ has filled with a string: has rping write it back, which it does
  /// once.
  @Override
  public byte[] read(MemoryRegion region, long at, int bytes) throws UpperTesterException {
    RpingSession open = session;
    SendRequest.Read read = echoed;
    if (open == null || read == null || pending != null || at != startOf(read.local())) {
      throw unable(Ability.MEMORY);
    }
    echoed = null;
    return run(() -> {
      open.send(advertisement(OWN_ADDRESS, OWN_RKEY, bytes));
      return Arrays.copyOf(open.receiveWrite(), bytes);
    });
  }

  private static long startOf(Buffer local) {
    return local.pieces().getFirst().at();
  }

  @Override
  public void free(MemoryRegion region) {
    // nothing is registered
  }

  @Override
  public void postReceive(Qp qp, long id, Buffer into) throws UpperTesterException {
    throw unable(Ability.RECEIVES);
  }

  // --- requests

  /// Has the DUT send a request: a READ; an RDMA WRITE of bytes other than 0 that end with a 0; or
  /// a SEND, which is always of 16 bytes, and of which no completion is reported.
  @Override
  public void post(Qp qp, SendRequest request) throws UpperTesterException {
    RpingSession open = session;
    if (open == null || isUsed || request.local().bytes() > MOST_BYTES) {
      throw unable(Ability.REQUESTS);
    }
    isUsed = true;
    run(() -> {
      switch (request) {
        case SendRequest.Read read -> {
          open.send(advertisement(read.address(), read.rkey(), read.local().bytes()));
          pending = read.id();
          echoed = read;
        }
        case SendRequest.Write write -> {
          read(open, dataOf(write.local()));
          open.receiveMessage();
          open.send(advertisement(write.address(), write.rkey(), write.local().bytes()));
          pending = write.id();
        }
        case SendRequest.Send _ -> read(open, new byte[1]);
        default -> throw unable(Ability.REQUESTS);
      }
      return true;
    });
  }

  private byte[] dataOf(Buffer local) throws UpperTesterException {
    byte[] data = new byte[local.bytes()];
    System.arraycopy(content, (int) startOf(local), data, 0, data.length);
    for (int i = 0; i < data.length; i++) {
      if ((data[i] == 0) != (i == data.length - 1)) {
        throw unable(Ability.REQUESTS);
      }
    }
    return data;
  }

  /// Has the DUT read data from the tester.
  private static void read(RpingSession open, byte[] data)
      throws LinkException, InterruptedException {
    open.send(advertisement(OWN_ADDRESS, OWN_RKEY, data.length));
    open.respond(open.receive(OpCode.RC_RDMA_READ_REQ), data);
  }

  private static byte[] advertisement(long address, int rkey, int bytes) {
    return new RpingBuffer(address, rkey, bytes).message();
  }

  /// Reports the request as completed with success once the DUT sends rping's message.
  @Override
  public List<Completion> poll(Qp qp, Queue queue, int most) throws UpperTesterException {
    if (queue == Queue.RECEIVE) {
      throw unable(Ability.RECEIVES);
    }
    RpingSession open = session;
    Long id = pending;
    if (open == null || id == null || !run(open::hasMessage)) {
      return List.of();
    }
    pending = null;
    return List.of(new Completion(id, Completion.Status.SUCCESS, 0, 0));
  }

  /// Exchanges packets with the DUT.
  private interface Work<T> {
    T run() throws LinkException, UpperTesterException, InterruptedException;
  }

  private static <T> T run(Work<T> work) throws UpperTesterException {
    try {
      return work.run();
    } catch (LinkException e) {
      throw UpperTesterException.refused(0, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw UpperTesterException.lost("interrupted while waiting for the DUT's host", e);
    }
  }
}
