package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.MessageOpCodes.READ_RESPONSES;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_ONLY;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Part;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Reth;

/// # A message of any length is delivered completely, and nothing else changes
///
/// - Section: 9.7.4.1.6
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-message-lengths#01, ia-r09-message-lengths#02, ia-r09-message-lengths#03
///
/// The tester sends SENDs, RDMA WRITEs, and READs of 0 to 5 bytes, of 32 lengths up to 132 bytes,
/// and of about one, two, and three PMTU. Every byte is delivered, no byte after the message
/// changes, and READ responses have the OpCodes and the pad count that their length requires. READs
/// reach up to the last byte of their region.
///
/// ## Notes
///
/// - This test is the suite's own. Each kind of request uses a separate connection, on which the
///   messages get longer.
/// - Of the 32 lengths, each needs one word more than the one before, so that packets end at each
///   word of 64 bytes, twice and with different pads: data paths that are 64 bytes wide or less
///   treat the end of a packet differently by its position.
/// - Each packet requests an acknowledge and is sent after the previous one is acknowledged.
/// - Where only the tester can access the DUT's memory, it reads back what a WRITE has stored, and
///   writes what a READ is to return.
/// - A zero-length RDMA WRITE or READ accesses no memory, so it needs no R_Key: step 6 sends one
///   with R_Key 0.
///
/// ## Procedure
///
/// - 1: For SEND, RDMA WRITE, and RDMA READ: open a connection and register memory; for a SEND, in
///   receives that are longer than the longest message.
/// - 2: For each length, from the shortest to the longest, send the message.
/// - 3: Receive an ACK for each packet of a SEND or WRITE: its PSN, and an MSN that counts whole
///   messages. [ia-r09-message-lengths#01]
/// - 4: Receive the responses to a READ: READ response Only, or First, Middle, ..., Last; verify
///   PSN, MSN, and that they return exactly the requested data. [ia-r09-message-lengths#02]
/// - 5: Verify that all data of a SEND or WRITE is in memory, that the bytes after it are
///   unchanged, and that the receive of a SEND completes with its length.
///   [ia-r09-message-lengths#03]
/// - 6: Send a zero-length RDMA WRITE or READ with VA and R_Key 0; receive its ACK or response.
///   [ia-r09-message-lengths#01, ia-r09-message-lengths#02]
/// - 7: Close the connection.
@Td(dut = DutKind.CA, needs = Ability.RESPONDER, effect = Effect.READS, parameters = START_PSN)
public final class R09_MessageLengths extends TransportTest {
  private static final List<RequestKind> KINDS =
      List.of(RequestKind.SEND, RequestKind.WRITE, RequestKind.READ);

  /// Bytes after a message that are checked.
  private static final int AFTER = 8;

  /// Words of a data path of 64 bytes.
  private static final int WORDS = 16;

  private final DutResponder responder = new DutResponder(tt());

  private int psn;
  private int msn;

  @Override
  public boolean execute() throws TestException {
    for (RequestKind kind : KINDS) {
      if (kind.isServedBy(dut())) {
        carryOutCase(kind.name(), () -> procedure(kind));
      }
    }
    if (!RequestKind.WRITE.isServedBy(dut()) && !RequestKind.READ.isServedBy(dut())) {
      String lack = "the DUT serves neither RDMA WRITEs nor READs";
      leaveOut(lack, "4", "4");
      leaveOut(lack, "6", "6");
    }
    return log().allPassed();
  }

  /// Returns the lengths in ascending order, so that the bytes after a message were never written.
  private List<Integer> lengths() {
    int pmtu = cc().pmtu();
    List<Integer> lengths = new ArrayList<>(List.of(0, 1, 2, 3, 5));
    for (int words = 2; words < 2 + 2 * WORDS; words++) {
      int pad = (words + words / WORDS) % Integer.BYTES;
      lengths.add(words * Integer.BYTES - pad);
    }
    lengths.addAll(List.of(pmtu - 1, pmtu, pmtu + 1, 2 * pmtu + 2, 3 * pmtu - 1));
    return lengths;
  }

  private void procedure(RequestKind kind) throws TestException {
    step("1");
    int room = lengths().getLast() + AFTER;
    MemoryRegion region =
        kind == RequestKind.SEND
            ? work().postReceives(lengths().size(), room)
            : memory().register(AccessRights.ALL, room);
    byte[] content = pattern(room);
    psn = cc().startPsn();
    msn = 0;
    if (kind == RequestKind.READ) {
      store(region, content);
    } else if (kind == RequestKind.WRITE && isReadBack()) {
      store(region, new byte[room]);
    }
    for (int i = 0; i < lengths().size(); i++) {
      int index = i;
      int bytes = lengths().get(i);
      Part message =
          switch (kind) {
            case SEND -> () -> sendInto(region, index, bytes);
            case WRITE -> () -> writeWhole(region, data(index, bytes));
            default -> () -> readWhole(region, content, bytes);
          };
      at("bytes", bytes, message);
    }
    if (kind != RequestKind.SEND) {
      step("6");
      withoutKey(kind, region);
    }
    step("7");
  }

  /// Returns data that differs in every byte from the previous message.
  private static byte[] data(int index, int bytes) {
    byte[] data = pattern(bytes);
    for (int i = 0; i < bytes; i++) {
      data[i] ^= (byte) (index + 1);
    }
    return data;
  }

  private void sendInto(MemoryRegion receives, int index, int bytes) throws TestException {
    byte[] data = data(index, bytes);
    sendWhole(responder.message(RequestKind.SEND, receives, data));
    step("5");
    if (work().areReceivesSeen()) {
      verifyReceived(bytes);
    }
    long at = (long) index * (lengths().getLast() + AFTER);
    memory().verify(receives, at, Arrays.copyOf(data, bytes + AFTER));
  }

  private void verifyReceived(int bytes) throws TestException {
    List<Completion> completions = work().pollReceives(1);
    verify(
        0,
        completions.size() == 1
            && completions.getFirst().status() == Completion.Status.SUCCESS
            && completions.getFirst().bytes() == bytes,
        () -> "one completion, SUCCESS, " + counted(bytes, "byte"),
        () -> DutWork.shown(completions));
  }

  private void writeWhole(MemoryRegion region, byte[] data) throws TestException {
    sendWhole(responder.message(RequestKind.WRITE, region, data));
    step("5");
    byte[] stored = Arrays.copyOf(data, data.length + AFTER);
    if (isReadBack()) {
      transportTxPacket(PacketOut.read(region, stored.length), psn);
      verifyRead(stored, "5");
    } else {
      memory().verify(region, 0, stored);
    }
  }

  /// Returns whether only the tester can access the DUT's memory.
  private boolean isReadBack() {
    return !dut().can(Ability.MEMORY) && dut().can(Ability.READS);
  }

  private void store(MemoryRegion region, byte[] content) throws TestException {
    if (dut().can(Ability.MEMORY)) {
      memory().fill(region, content);
    } else if (dut().can(Ability.WRITES)) {
      sendWhole(responder.message(RequestKind.WRITE, region, content));
    }
  }

  private void sendWhole(List<PacketOut> message) throws TestException {
    step("3");
    responder.sendMessage(message, psn, msn);
    psn = Psn.add(psn, message.size());
    msn++;
  }

  private void readWhole(MemoryRegion region, byte[] content, int bytes) throws TestException {
    step("2");
    int at = content.length - bytes;
    transportTxPacket(PacketOut.read(region, bytes).set(Reth.VA, region.address() + at), psn);
    verifyRead(Arrays.copyOfRange(content, at, content.length), "4");
  }

  /// @param dataStep step in which the data is verified
  private void verifyRead(byte[] expected, String dataStep) throws TestException {
    msn++;
    int count = cc().packets(expected.length);
    for (int i = 0; i < count; i++) {
      OpCode opCode = READ_RESPONSES.of(i, count);
      step("4");
      packets().throwIfGap(psn);
      PacketIn packetIn = responder.verifyResponsePacket(opCode, psn, msn);
      step(dataStep);
      byte[] part = cc().part(expected, i);
      boolean isKnown = dut().can(Ability.WRITES) || memory().isSeen();
      checks().verifyPayload(packetIn, isKnown ? part : sameLength(packetIn, part));
      psn = Psn.next(psn);
    }
  }

  /// Returns the received payload where the memory content is not known, so that only its length is
  /// checked.
  private static byte[] sameLength(PacketIn packetIn, byte[] part) {
    byte[] brought = packetIn.payload();
    return brought.length == part.length ? brought : part;
  }

  private void withoutKey(RequestKind kind, MemoryRegion region) throws TestException {
    byte[] nothing = {};
    if (kind == RequestKind.READ) {
      transportTxPacket(PacketOut.read(region, 0).set(Reth.VA, 0).set(Reth.R_KEY, 0), psn);
      PacketIn packetIn = responder.verifyResponsePacket(RC_RDMA_READ_RESP_ONLY, psn, msn + 1);
      checks().verifyPayload(packetIn, nothing);
    } else {
      PacketOut write = PacketOut.write(region, nothing).set(Reth.VA, 0).set(Reth.R_KEY, 0);
      responder.sendMessage(List.of(write), psn, msn);
    }
  }
}
