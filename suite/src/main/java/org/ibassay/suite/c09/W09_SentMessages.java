package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;

import java.util.List;
import java.util.stream.LongStream;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MessageData;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.UcTest;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;

/// # A message is sent once, without AckReq, and completes when it is sent
///
/// - Section: 9.8.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-uc-sent-messages#01, ia-uc-sent-messages#02, ia-uc-sent-messages#03,
///   ia-uc-sent-messages#04, ia-uc-sent-messages#05, ia-uc-sent-messages#06, ia-uc-sent-messages#07
///
/// The DUT sends SENDs and RDMA WRITEs of 0 bytes to slightly more than two packets on an
/// unreliable connection. They are sent as Only, or as First, Middle, and Last; all packets but the
/// last are full, each has the next PSN, and none has AckReq. Each message completes although the
/// tester never responds, and none is retransmitted.
///
/// ## Notes
///
/// - This test is the suite's own. Each WRITE has a different address and R_Key. AckReq must be 0,
///   because the service has no acknowledges.
///
/// ## Procedure
///
/// - 1: For each START_PSN, and for SEND and RDMA WRITE: open a connection; register memory and
///   fill it.
/// - 2: For each length: the DUT posts the request. Receive its packets: OpCode, the next PSN, and
///   payload of each. [ia-uc-sent-messages#01]
/// - 3: For a WRITE: verify VA, R_Key, and DMALen in its first packet. [ia-uc-sent-messages#02]
/// - 4: Verify that AckReq is 0 in each, and that SE is 0, because no solicited event was
///   requested. [ia-uc-sent-messages#03]
/// - 5: Verify that the request has completed with success. [ia-uc-sent-messages#04]
/// - 6: Verify that no further packet is received. [ia-uc-sent-messages#05]
/// - 7: Open a connection; register memory and fill it. Nine times: the DUT posts eight requests,
///   SENDs and RDMA WRITEs, some short and some of three packets; receive all their packets and
///   verify them as in steps 2 to 4.
/// - 8: Verify that the eight have completed with success, in order. [ia-uc-sent-messages#06]
/// - 9: For SEND and RDMA WRITE: open a connection; register memory and fill it. The DUT posts a
///   request of 65,536 bytes, a packet, and one byte; receive its packets: OpCode, the next PSN,
///   and payload of each, and VA, R_Key, and DMALen of a WRITE. Verify that it has completed with
///   success. [ia-uc-sent-messages#07]
@Td(dut = DutKind.CA, effect = Effect.READS, parameters = START_PSN)
public final class W09_SentMessages extends UcTest {
  private static final int ROUNDS = 9;
  private static final int AT_ONCE = 8;
  private static final int LONG = 65_536;

  private final UcSender sender = new UcSender(tt());

  @Override
  public boolean execute() throws TestException {
    for (RequestKind kind : List.of(RequestKind.SEND, RequestKind.WRITE)) {
      carryOutForStartPsns(kind.name(), () -> procedure(kind));
    }
    carryOut("several at once", this::atOnce);
    for (RequestKind kind : List.of(RequestKind.SEND, RequestKind.WRITE)) {
      carryOut("long " + kind, () -> longMessage(kind));
    }
    return log().allPassed();
  }

  private void procedure(RequestKind kind) throws TestException {
    int mtu = dut().pathMtu();
    step("1");
    sender.begin(3 * mtu);
    List<Integer> lengths = List.of(0, 1, 3, 4, mtu - 1, mtu, mtu + 1, 3 * mtu, 2 * mtu + 2);
    for (int i = 0; i < lengths.size(); i++) {
      message(kind, i, lengths.get(i));
    }
    step("6");
    packets().verifySilence(sender.psn());
  }

  private void message(RequestKind kind, int id, int bytes) throws TestException {
    step("2");
    sender.post(kind, id, bytes);
    receive(kind, id, bytes);
    step("5");
    sender.verifyCompleted(id);
  }

  /// Returns SENDs and WRITEs alternately; they are queued in the DUT at the same time.
  private void atOnce() throws TestException {
    int mtu = dut().pathMtu();
    step("7");
    sender.begin(3 * mtu);
    for (int round = 0; round < ROUNDS; round++) {
      int first = round * AT_ONCE;
      for (int i = first; i < first + AT_ONCE; i++) {
        sender.post(kind(i), i, bytes(i));
      }
      for (int i = first; i < first + AT_ONCE; i++) {
        receive(kind(i), i, bytes(i));
      }
      step("8");
      sender.verifyCompleted(LongStream.range(first, first + AT_ONCE).toArray());
    }
  }

  private void longMessage(RequestKind kind) throws TestException {
    step("9");
    int bytes = LONG + dut().pathMtu() + 1;
    sender.begin(AccessRights.LOCAL, bytes);
    sender.post(kind, 0, bytes);
    for (int i = 0; i < MessageData.packets(bytes, dut().pathMtu()); i++) {
      PacketIn packetIn = sender.verifyPart(kind, bytes, i);
      if (packetIn.has(Header.RETH)) {
        checks().verifyReth(packetIn, UcSender.address(0), UcSender.rkey(0), bytes);
      }
    }
    sender.verifyCompleted(0);
  }

  private static RequestKind kind(int index) {
    return index % 3 == 1 ? RequestKind.WRITE : RequestKind.SEND;
  }

  private int bytes(int index) throws TestException {
    return index % AT_ONCE == 1 ? 2 * dut().pathMtu() + index : index;
  }

  private void receive(RequestKind kind, int id, int bytes) throws TestException {
    int count = MessageData.packets(bytes, dut().pathMtu());
    for (int i = 0; i < count; i++) {
      step("2");
      PacketIn packetIn = sender.verifyPart(kind, bytes, i);
      step("3");
      if (packetIn.has(Header.RETH)) {
        checks().verifyReth(packetIn, UcSender.address(id), UcSender.rkey(id), bytes);
      }
      step("4");
      checks().verifyValue(packetIn, Header.BTH, Bth.A, 0);
      checks().verifyValue(packetIn, Header.BTH, Bth.SE, 0);
    }
  }
}
