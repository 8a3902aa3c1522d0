package org.ibassay.suite.c09;

import static org.ibassay.wire.packet.OpCode.RC_ATOMIC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_FETCHADD;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.RcConnection;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTester;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Psn;

/// FetchAdds of different numbers, sent one after another as the first requests of a connection,
/// and then repeated.
final class FetchAdds {
  private final TransportTester<RcConnection> tt;
  private final DutResponder responder;
  private final MemoryRegion region;
  private final List<PacketOut> sent = new ArrayList<>();
  private final List<Long> originals = new ArrayList<>();
  private long sum;

  /// @param region zeroed memory, of which the first 8 bytes are added to
  FetchAdds(TransportTester<RcConnection> tt, MemoryRegion region) {
    this.tt = tt;
    this.responder = new DutResponder(tt);
    this.region = region;
  }

  /// Sends the next FetchAdd; verifies its response.
  void add(long number) throws TestException {
    PacketOut add = PacketOut.atomic(RC_FETCHADD, region).set(AtomicEth.SWAP_DT, number);
    int psn = psn(sent.size());
    tt.packets().send(add, psn);
    sent.add(add);
    originals.add(sum);
    PacketIn answer = responder.verifyResponsePacket(RC_ATOMIC_ACK, psn, sent.size());
    tt.checks().verifyOrigRemDt(answer, sum);
    sum += number;
  }

  /// Sends the newest again; verifies that it is answered as before.
  void repeatNewest() throws TestException {
    repeat(sent.size() - 1);
  }

  /// Sends each again, from the oldest on; verifies that they are answered as before.
  void repeatAll() throws TestException {
    for (int i = 0; i < sent.size(); i++) {
      repeat(i);
    }
  }

  /// Verifies that each was added to the memory once.
  void verifySum() throws TestException {
    tt.memory().verifyNumber(region, 0, sum);
  }

  private void repeat(int index) throws TestException {
    tt.packets().send(sent.get(index), psn(index));
    PacketIn answer = tt.packets().receive(RC_ATOMIC_ACK, psn(index));
    tt.packets().throwIfLost(answer);
    tt.checks().verifyPsn(answer, psn(index));
    tt.checks().verifyAck(answer);
    tt.checks().verifyOrigRemDt(answer, originals.get(index));
  }

  private int psn(int index) {
    return Psn.add(tt.channel().cc().startPsn(), index);
  }
}
