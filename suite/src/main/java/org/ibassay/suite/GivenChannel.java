package org.ibassay.suite;

import static org.ibassay.suite.TestException.Cause.DUT;
import static org.ibassay.suite.TestException.Cause.TESTER;

import org.ibassay.link.LinkException;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.GivenConnection;
import org.ibassay.link.upper.GivenConnection.Ends;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.RcQp;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.Syndrome.Nak;
import org.jspecify.annotations.Nullable;

/// The only connection of a DUT without an upper tester. It persists from one part of a procedure
/// to the next, and from test to test. The state that a part leaves is determined when the next one
/// begins: short requests are sent until the DUT executes one, which reveals PSN and MSN. None of
/// this is a check.
final class GivenChannel {
  private static final int SHORT = 8;
  private static final int TRIES = 2;

  /// More requests than a part leaves unanswered.
  private static final int MOST = 40;

  private final GivenConnection given;
  private final TransportDut dut;
  private final PacketExchange packets;

  GivenChannel(GivenConnection given, TransportDut dut, PacketExchange packets) {
    this.given = given;
    this.dut = dut;
    this.packets = packets;
  }

  /// Begins a part.
  ///
  /// @throws TestException if the connection has ended and cannot be restarted
  ChannelContext resume() throws TestException {
    if (given.end() != null && !renewed()) {
      throw new TestException(DUT, ended(String.valueOf(given.end())));
    }
    Ends ends = given.ends();
    packets.begin(ends.qpn(), ends.peerQpn());
    int executed = align();
    packets.end();
    packets.begin(ends.qpn(), ends.peerQpn(), executed);
    RcSettings settings =
        RcSettings.to(dut.packetPort().path().tester(), ends.peerQpn())
            .withPathMtu(dut.pathMtu())
            .withPsns(0, given.psn());
    return new ChannelContext(new RcQp(ends.qpn(), dut.packetPort().path().dut()), settings);
  }

  /// Ends a part.
  void leave() {
    String ending = packets.ending();
    if (ending == null) {
      given.leaveAt(packets.nextPsn(given.psn()));
    } else {
      given.end(ending);
    }
  }

  private boolean renewed() throws TestException {
    try {
      return given.renew();
    } catch (LinkException e) {
      throw new TestException(TESTER, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      throw TestException.interrupted();
    }
  }

  private String ended(String why) {
    if (!given.isProven()) {
      return "QP %d of the DUT is not connected as the DUT URI specifies (qp, psn, from-qp, rkey, va): "
              .formatted(given.ends().qpn())
          + why;
    }
    return "the DUT's only connection, QP %d, has ended: %s".formatted(given.ends().qpn(), why)
        + (dut.can(Ability.RENEWAL) ? "" : "; restart=COMMAND in the DUT URI restarts it");
  }

  /// Sends requests until the DUT executes one.
  ///
  /// @return number of requests that the DUT has executed on the connection, from its MSN
  private int align() throws TestException {
    int psn = given.psn();
    int msn = -1;
    for (int i = 0; i < MOST; i++) {
      PacketIn answer = answer(psn);
      if (answer == null) {
        throw end("no response to %s, PSN %d".formatted(request(), psn));
      }
      switch (answer.syndrome()) {
        case Nak nak when nak.code() == Nak.PSN_SEQUENCE_ERROR -> psn = answer.psn();
        case Syndrome.Ack _ -> {
          boolean isExecuted = msn >= 0 && answer.msn() == Psn.next(msn);
          psn = Psn.next(answer.psn());
          msn = answer.msn();
          given.leaveAt(psn);
          given.prove();
          if (isExecuted) {
            return msn;
          }
        }
        default -> throw end("%s in response to %s, PSN %d".formatted(answer, request(), psn));
      }
    }
    // An MSN that does not advance is for a test to judge.
    return Math.max(0, msn);
  }

  private TestException end(String why) {
    given.end(why);
    return new TestException(DUT, ended(why));
  }

  private @Nullable PacketIn answer(int psn) throws TestException {
    for (int i = 0; i < TRIES; i++) {
      long sent = dut.now();
      packets.send(plain(dut, given.ends().memory(), SHORT), psn);
      long deadline = sent + dut.answerNanos();
      PacketIn any = packets.receiveBefore(deadline);
      while (any != null && !isAnswer(any, psn)) {
        any = packets.receiveBefore(deadline);
      }
      if (any != null) {
        if (dut.roundTripTime().isZero()) {
          dut.setRoundTripNanos(Math.max(1, any.nanos() - sent));
        }
        return any;
      }
    }
    return null;
  }

  /// Responses to an earlier part may be late.
  private static boolean isAnswer(PacketIn any, int psn) {
    return any.is(OpCode.RC_ACK)
        && any.has(Header.AETH)
        && (any.syndrome() instanceof Nak || !Psn.isBefore(any.psn(), psn));
  }

  private String request() {
    MemoryRegion memory = given.ends().memory();
    return memory == null || !dut.can(Ability.WRITES)
        ? "a SEND of %d bytes".formatted(SHORT)
        : "an RDMA WRITE of %d bytes with VA 0x%X, R_Key 0x%X"
            .formatted(SHORT, memory.address(), memory.rkey());
  }

  /// Returns a valid request without side effects on later checks: an RDMA WRITE if the DUT
  /// supports it, otherwise a SEND.
  static PacketOut plain(TransportDut dut, @Nullable MemoryRegion region, int bytes) {
    return region != null && dut.can(Ability.WRITES)
        ? PacketOut.write(region, new byte[bytes])
        : PacketOut.of(OpCode.RC_SEND_ONLY).ackReq().payload(new byte[bytes]);
  }
}
