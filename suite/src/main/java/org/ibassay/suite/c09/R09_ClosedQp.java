package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ACK;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.ChannelContext;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;

/// # A QP that was closed no longer responds
///
/// - Section: 10.3.1
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-closed-qp#01, ia-r09-closed-qp#02
///
/// Of two connections, the DUT closes the second after it has served a request. Valid requests on
/// it are then dropped: nothing is received, and memory that is still registered is unchanged. The
/// first connection continues.
///
/// ## Notes
///
/// - This test is the suite's own. R09_HeaderChecks sends to a number that no QP has had.
/// - READ is omitted for a DUT that does not serve it.
///
/// ## Procedure
///
/// - 1: Open a connection, and another one; register memory. Send an RDMA WRITE on the second;
///   receive its ACK: PSN and MSN 1; verify that the memory is written. [ia-r09-closed-qp#01]
/// - 2: The DUT's host closes the second QP. Send an RDMA WRITE of other data, a SEND, and a READ
///   to it, each with the PSN that it expected next; verify that no packet is received and that the
///   memory is unchanged. [ia-r09-closed-qp#02]
/// - 3: Send an RDMA WRITE on the first; receive its ACK: PSN and MSN 1. [ia-r09-closed-qp#01]
/// - 4: Close the connection.
@Td(
    dut = DutKind.CA,
    needs = {Ability.NEW_QPS, Ability.MEMORY},
    effect = Effect.CHANGES,
    parameters = START_PSN)
public final class R09_ClosedQp extends TransportTest {
  private final DutResponder responder = new DutResponder(tt());

  @Override
  public boolean execute() throws TestException {
    carryOutCase("", this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    ChannelContext first = connection().openAnother();
    ChannelContext closed = connection().openAnother();
    MemoryRegion region = memory().register();
    byte[] data = pattern(Long.BYTES);
    write(closed, region, data);
    memory().verify(region, 0, data);
    step("2");
    connection().close(closed);
    connection().turnTo(closed);
    for (PacketOut request : requests(region)) {
      transportTxPacket(request, cc().psn(1));
      packets().verifySilence(cc().psn(1));
    }
    memory().verify(region, 0, data);
    step("3");
    write(first, region, data);
    step("4");
  }

  private List<PacketOut> requests(MemoryRegion region) throws TestException {
    List<PacketOut> requests = new ArrayList<>();
    requests.add(PacketOut.write(region, new byte[Long.BYTES]));
    requests.add(responder.request(RequestKind.SEND));
    if (RequestKind.READ.isServedBy(dut())) {
      requests.add(responder.request(RequestKind.READ));
    }
    return requests;
  }

  private void write(ChannelContext on, MemoryRegion region, byte[] data) throws TestException {
    connection().turnTo(on);
    transportTxPacket(PacketOut.write(region, data), cc().psn(0));
    responder.verifyResponsePacket(RC_ACK, cc().psn(0), 1);
  }
}
