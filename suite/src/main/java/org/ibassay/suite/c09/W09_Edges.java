package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.UcTest;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.ImmDt;

/// # Pad bytes, reserved bits, and empty messages do not mislead an unreliable connection
///
/// - Section: 9.8.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-uc-edges#01, ia-uc-edges#02, ia-uc-edges#03, ia-uc-edges#04
///
/// SENDs and RDMA WRITEs of lengths that need pad fill receives and memory regions exactly and
/// leave the bytes after them unchanged. A zero-length SEND after a longer one reports a length of
/// 0, and immediate data of 0 is reported. SENDs with congestion marks, MigReq, a solicited event,
/// or reserved bits are delivered. A SEND and an RDMA WRITE of more than 65,536 bytes are complete.
///
/// ## Notes
///
/// - This test is the suite's own. Pad bytes have a value that neither memory nor data has: a
///   receiver ignores them.
/// - Reserved bits are sent as 0 and ignored by the receiver.
///
/// ## Procedure
///
/// - 1: For 1, 2, 3, PMTU - 3, PMTU, and PMTU + 1 bytes: open a connection; post two receives of
///   that length in filled memory; send a SEND of that length, with pad bytes that are not 0.
///   Verify that it completes the first receive, with its data, and that the memory of the other is
///   unchanged. [ia-uc-edges#01]
/// - 2: As step 1, with an RDMA WRITE with immediate data to a region of that length, and to the
///   start of a longer one in filled memory. [ia-uc-edges#01]
/// - 3: Open a connection; post four receives. Send a SEND of three packets, a zero-length SEND, a
///   SEND with immediate data 0, and a SEND; verify the length and the immediate data that each
///   receive reports. [ia-uc-edges#02]
/// - 4: Open a connection; post receives. Send a SEND with each bit set; verify that it completes
///   the next receive with its data. [ia-uc-edges#03]
/// - 5: For SEND, and for RDMA WRITE with immediate data: open a connection; register memory; post
///   a receive. Send a message of 65,536 bytes, a packet, and one byte; verify that it completes
///   the receive with its length, and that the memory holds its data. [ia-uc-edges#04]
@Td(dut = DutKind.CA, effect = Effect.READS, parameters = START_PSN)
public final class W09_Edges extends UcTest {
  private static final int FILLER = 0xA5;
  private static final int PAD = 0x77;
  private static final int LONG = 65_536;

  /// Number of packets after which the tester waits: nothing acknowledges them.
  private static final int BURST = 16;

  private static final Duration PAUSE = Duration.ofNanos(500_000);

  private final UcReceiver receiver = new UcReceiver(tt());

  @Override
  public boolean execute() throws TestException {
    int mtu = dut().pathMtu();
    for (int bytes : List.of(1, 2, 3, mtu - 3, mtu, mtu + 1)) {
      carryOut("SEND of " + bytes, () -> send(bytes));
      carryOut("WRITE of " + bytes, () -> write(bytes));
    }
    carryOut("empty", this::empty);
    carryOut("bits", this::bits);
    for (RequestKind kind : List.of(RequestKind.SEND, RequestKind.WRITE)) {
      carryOut("long " + kind, () -> longMessage(kind));
    }
    return log().allPassed();
  }

  private static List<PacketOut> padded(List<PacketOut> message) {
    message.getLast().padWith(PAD);
    return message;
  }

  private void send(int bytes) throws TestException {
    step("1");
    MemoryRegion unused = memory().register();
    receiver.begin(2, bytes);
    receiver.fill(FILLER);
    receiver.send(padded(receiver.message(RequestKind.SEND, unused, pattern(bytes))));
    receiver.verifyCompleted(0, bytes);
    receiver.verifyReceived(0, pattern(bytes));
    receiver.verifyReceived(1, new byte[0]);
  }

  private void write(int bytes) throws TestException {
    step("2");
    byte[] data = pattern(bytes);
    MemoryRegion exact = memory().register(AccessRights.ALL, bytes);
    MemoryRegion longer = memory().register(AccessRights.ALL, bytes + (long) Long.BYTES);
    byte[] filler = new byte[bytes + Long.BYTES];
    Arrays.fill(filler, (byte) FILLER);
    memory().fill(longer, filler);
    receiver.begin(2, 1);
    receiver.send(padded(receiver.immediate(RequestKind.WRITE, exact, data)));
    receiver.verifyCompleted(0, bytes);
    receiver.send(padded(receiver.immediate(RequestKind.WRITE, longer, data)));
    receiver.verifyCompleted(1, bytes);
    memory().verify(exact, 0, data);
    System.arraycopy(data, 0, filler, 0, bytes);
    memory().verify(longer, 0, filler);
  }

  private void empty() throws TestException {
    step("3");
    int bytes = 3 * dut().pathMtu();
    MemoryRegion unused = memory().register();
    receiver.begin(4, bytes);
    receiver.send(receiver.message(RequestKind.SEND, unused, pattern(bytes)));
    receiver.verifyNoImmediate(receiver.verifyCompleted(0, bytes));
    receiver.send(receiver.message(RequestKind.SEND, unused, new byte[0]));
    receiver.verifyNoImmediate(receiver.verifyCompleted(1, 0));
    List<PacketOut> zero = receiver.immediate(RequestKind.SEND, unused, pattern(1));
    zero.getLast().set(ImmDt.IMM_DT, 0);
    receiver.send(zero);
    Completion completion = receiver.verifyCompleted(2, 1);
    verify(
        0,
        Integer.valueOf(0).equals(completion.received().immediate()),
        () -> "immediate data 0x00000000",
        () -> String.valueOf(completion.received().immediate()));
    receiver.send(receiver.send());
    receiver.verifyNoImmediate(receiver.verifyCompleted(3, UcReceiver.SHORT));
  }

  private void longMessage(RequestKind kind) throws TestException {
    step("5");
    byte[] data = pattern(LONG + dut().pathMtu() + 1);
    MemoryRegion region = memory().register(AccessRights.ALL, data.length);
    boolean isSend = kind == RequestKind.SEND;
    receiver.begin(0, 0);
    work().postReceive(0, region.slice(0, isSend ? data.length : 0));
    List<PacketOut> packets =
        isSend ? receiver.message(kind, region, data) : receiver.immediate(kind, region, data);
    for (int i = 0; i < packets.size(); i++) {
      receiver.send(packets.get(i));
      if (i % BURST == 0) {
        waitFor(PAUSE);
      }
    }
    receiver.verifyCompleted(0, data.length);
    memory().verify(region, 0, data);
  }

  private static Map<String, UnaryOperator<PacketOut>> allBits() {
    Map<String, UnaryOperator<PacketOut>> bits = new LinkedHashMap<>();
    bits.put("FECN", packet -> packet.set(Header.BTH, Bth.FECN, 1));
    bits.put("BECN", packet -> packet.set(Header.BTH, Bth.BECN, 1));
    bits.put("MigReq", packet -> packet.set(Bth.M, 1));
    bits.put("SE", packet -> packet.set(Bth.SE, 1));
    bits.put("AckReq 0", packet -> packet.set(Bth.A, 0));
    bits.put("reserved bits after BECN", packet -> packet.set(Bth.RESV8A, 0x3F));
    bits.put(
        "reserved bits before the PSN",
        packet -> packet.set(Header.BTH, BthReserved.BEFORE_PSN, 0x7F));
    return bits;
  }

  private void bits() throws TestException {
    step("4");
    Map<String, UnaryOperator<PacketOut>> bits = allBits();
    receiver.begin(bits.size(), UcReceiver.SHORT);
    for (Map.Entry<String, UnaryOperator<PacketOut>> bit : bits.entrySet()) {
      long id = receiver.next();
      at(
          bit.getKey(),
          id,
          () -> {
            receiver.send(bit.getValue().apply(receiver.send()));
            receiver.verifyCompleted(id, UcReceiver.SHORT);
            receiver.verifyReceived(id, pattern(UcReceiver.SHORT));
          });
    }
  }
}
