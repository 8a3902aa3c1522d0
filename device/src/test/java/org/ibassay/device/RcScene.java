package org.ibassay.device;

import java.util.Arrays;
import java.util.List;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.Field;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Udp;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.PacketWriter;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.Syndrome.Nak;

/// What a tester does with one QP to receive responses.
enum RcScene {
  HEADERS {
    @Override
    void play(RcBench bench, List<String> lines) {
      bench.postReceives(9);
      tell(bench.send(only(bench).set(Header.BTH, Bth.T_VER, 1)), lines);
      tell(bench.send(only(bench).set(Header.BTH, Bth.T_VER, 8)), lines);
      tell(bench.send(only(bench).set(Header.BTH, Bth.P_KEY, 0x8001)), lines);
      tell(bench.send(only(bench).set(Header.BTH, Bth.P_KEY, 0x81FF)), lines);
      for (int bit : new int[] {0, 20}) {
        PacketWriter made = only(bench).set(Header.BTH, Bth.DEST_QP, bench.qp().qpn() ^ (1 << bit));
        tell(bench.send(made), lines);
      }
      for (int back : new int[] {1, 4}) {
        int bytes = only(bench).end();
        tell(bench.sendRaw(bench.flip(bytes - back, 0, bytes)), lines);
      }
      tell(sealed(bench, Header.IPV4, Ipv4.SOURCE, 0xC0000209L), lines);
      tell(sealed(bench, Header.IPV4, Ipv4.SOURCE, 0x0A000001L), lines);
      tell(sealed(bench, Header.IPV4, Ipv4.DESTINATION, 0xC0000209L), lines);
      tell(sealed(bench, Header.UDP, Udp.CHECKSUM, 1), lines);
      tell(bench.send(only(bench).set(Header.BTH, Bth.OP_CODE, 0x24)), lines);
    }

    private PacketWriter only(RcBench bench) {
      return bench.packet(OpCode.RC_SEND_ONLY, bench.query().receivePsn());
    }

    private RcBench sealed(RcBench bench, Header header, Field field, long value) {
      PacketWriter made = only(bench);
      made.end();
      return bench.sendRaw(made.set(header, field, value).seal());
    }
  },
  RESERVED {
    @Override
    void play(RcBench bench, List<String> lines) {
      for (int code : new int[] {0x15, 0x18, 0x1C}) {
        OpCode of = code == 0x1C ? OpCode.RC_FLUSH : OpCode.RC_SEND_ONLY;
        tell(bench.send(bench.packet(of, 200).set(Header.BTH, Bth.OP_CODE, code)), lines);
        bench.reopen(this::settings);
      }
    }
  },
  SENDS {
    @Override
    void play(RcBench bench, List<String> lines) {
      bench.postReceives(7);
      bench.send(OpCode.RC_SEND_FIRST, 200, 256).send(OpCode.RC_SEND_MIDDLE, 201, 256);
      tell(bench.send(OpCode.RC_SEND_LAST, 202, 99), lines);
      tell(bench.send(OpCode.RC_SEND_ONLY, 203, 16).send(OpCode.RC_SEND_ONLY, 204, 0), lines);
      lines.add(bench.received(0, 300).length + " " + Arrays.hashCode(bench.received(0, 300)));
    }
  },
  MIXTURE {
    @Override
    void play(RcBench bench, List<String> lines) {
      bench.postReceives(5);
      bench.read(200, 0, 700).read(203, 64, 3).send(OpCode.RC_SEND_ONLY, 204, 8);
      bench.fetchAdd(205, 0, 1).send(OpCode.RC_SEND_ONLY, 206, 8).fetchAdd(207, 0, 1L << 33);
      tell(bench, lines);
      bench.fetchAdd(208, 0, -1).read(209, 0, 16).fetchAdd(210, 0, 7).read(211, 3, 30);
      tell(bench.send(OpCode.RC_SEND_ONLY, 212, 0).send(OpCode.RC_SEND_ONLY, 213, 1), lines);
    }
  },
  ATOMICS {
    @Override
    void play(RcBench bench, List<String> lines) {
      bench.write(OpCode.RC_RDMA_WRITE_ONLY, 200, 8, 64, 8).fetchAdd(201, 64, 0x70000000);
      bench.send(bench.atomic(OpCode.RC_CMPSWAP, 202, 64, 5, 0x11111111_38C8C8C8L));
      bench.send(bench.atomic(OpCode.RC_CMPSWAP, 203, 64, 6, 5));
      tell(bench.send(bench.atomic(OpCode.RC_CMPSWAP, 204, 64, 7, 0)), lines);
      lines.add(bench.hash(64, 8));
    }
  },
  WRITES {
    @Override
    void play(RcBench bench, List<String> lines) {
      bench.write(OpCode.RC_RDMA_WRITE_FIRST, 200, 256, 0, 300);
      bench.send(OpCode.RC_RDMA_WRITE_LAST, 201, 44);
      bench.write(OpCode.RC_RDMA_WRITE_ONLY, 202, 5, 512, 5);
      tell(bench.write(OpCode.RC_RDMA_WRITE_ONLY, 203, 0, 0, 0).read(204, 0, 0), lines);
      lines.add(bench.hash(0, 600));
    }
  },
  GAPS {
    @Override
    void play(RcBench bench, List<String> lines) {
      bench.postReceives(5);
      tell(bench.send(OpCode.RC_SEND_ONLY, 201, 1).send(OpCode.RC_SEND_ONLY, 202, 1), lines);
      tell(bench.send(OpCode.RC_SEND_ONLY, 200, 1).send(OpCode.RC_SEND_ONLY, 201, 1), lines);
    }
  },
  DUPLICATES {
    @Override
    void play(RcBench bench, List<String> lines) {
      bench.postReceives(3);
      for (int round = 0; round < 2; round++) {
        tell(bench.send(OpCode.RC_SEND_ONLY, 200, 1), lines);
        bench.write(OpCode.RC_RDMA_WRITE_ONLY, 201, 8, 8, 8);
        bench.fetchAdd(202, 8, 3).send(bench.atomic(OpCode.RC_CMPSWAP, 203, 16, 1, round));
        tell(bench.read(204, 0, 300), lines);
        lines.add(bench.hash(0, 64));
      }
      tell(bench.send(OpCode.RC_SEND_ONLY, 206, 1), lines);
    }
  },
  WRAP {
    @Override
    RcSettings settings(RcSettings usual) {
      return usual.withPsns(Psn.MAX - 1, Psn.MAX - 1);
    }

    @Override
    void play(RcBench bench, List<String> lines) {
      bench.postReceives(8);
      tell(bench.read(Psn.MAX - 1, 0, 1000).send(OpCode.RC_SEND_ONLY, 2, 1), lines);
      bench.reopen(this::settings).postReceives(8);
      bench.send(OpCode.RC_SEND_ONLY, Psn.MAX - 1, 1).send(OpCode.RC_SEND_ONLY, Psn.MAX, 1);
      tell(bench.send(OpCode.RC_SEND_ONLY, 0, 1).send(OpCode.RC_SEND_ONLY, 1, 1), lines);
      bench.post(new SendRequest.Send(1, bench.region().slice(0, 1000)));
      tell(bench.ack(0, 1).ack(1, 1), lines);
    }
  },
  MANY_MESSAGES {
    @Override
    void play(RcBench bench, List<String> lines) {
      for (int i = 0; i < 300; i++) {
        bench.send(
            bench
                .reth(OpCode.RC_RDMA_WRITE_ONLY, 200 + i, 0, 0)
                .set(Header.BTH, Bth.A, i == 299 ? 1 : 0));
      }
      tell(bench, lines);
    }
  },
  SEQUENCE {
    @Override
    void play(RcBench bench, List<String> lines) {
      refused(bench.postReceives(2).send(OpCode.RC_SEND_LAST, 200, 4), 201, lines);
      bench.reopen(this::settings).postReceives(3).send(OpCode.RC_SEND_FIRST, 200, 256);
      refused(bench.send(OpCode.RC_SEND_ONLY, 201, 4), 202, lines);
      bench.reopen(this::settings).postReceives(3).send(OpCode.RC_SEND_FIRST, 200, 256);
      refused(bench.read(201, 0, 4), 202, lines);
    }
  },
  LENGTHS {
    @Override
    void play(RcBench bench, List<String> lines) {
      for (int payload : new int[] {257, 260}) {
        bench.postReceives(2).send(OpCode.RC_SEND_ONLY, 200, payload);
        refused(bench, 201, lines);
        bench.reopen(this::settings);
      }
      bench.postReceives(2).send(OpCode.RC_SEND_FIRST, 200, 200);
      refused(bench.send(OpCode.RC_SEND_LAST, 201, 1), 202, lines);
      bench.reopen(this::settings).postReceives(2).send(OpCode.RC_SEND_FIRST, 200, 256);
      refused(bench.send(OpCode.RC_SEND_LAST, 201, 0), 202, lines);
      for (int payload : new int[] {3, 5}) {
        bench.reopen(this::settings).write(OpCode.RC_RDMA_WRITE_ONLY, 200, payload, 0, 4);
        refused(bench, 201, lines);
      }
      bench.reopen(this::settings).read(200, 0, (1L << 31) + 1);
      refused(bench, 201, lines);
      bench.reopen(this::settings).write(OpCode.RC_RDMA_WRITE_FIRST, 200, 256, 0, (1L << 31) + 1);
      refused(bench, 201, lines);
      bench.reopen(this::settings).postReceives(1);
      for (int i = 0; i < 17; i++) {
        bench.send(i == 0 ? OpCode.RC_SEND_FIRST : OpCode.RC_SEND_MIDDLE, 200 + i, 256);
      }
      refused(bench, 217, lines);
    }
  },
  ACCESS {
    @Override
    void play(RcBench bench, List<String> lines) {
      PacketWriter made = bench.reth(OpCode.RC_RDMA_READ_REQ, 200, 0, 4);
      refused(bench.send(made.set(Header.RETH, Reth.R_KEY, 7)), 201, lines);
      made = bench.reopen(this::settings).reth(OpCode.RC_RDMA_WRITE_ONLY, 200, 0, 4).payload(4);
      refused(bench.send(made.set(Header.RETH, Reth.R_KEY, 7)), 201, lines);
      for (long bytes : new long[] {1, 2, 100}) {
        refused(
            bench.reopen(this::settings).read(200, RcBench.REGION_BYTES - 1L, bytes), 201, lines);
      }
      for (int at : new int[] {1, 4}) {
        refused(bench.reopen(this::settings).fetchAdd(200, at, 1), 201, lines);
      }
      MemoryRegion shut = bench.register(64, AccessRights.LOCAL);
      knock(bench, shut, lines);
      bench.reopen(s -> settings(s).withAccess(AccessRights.NONE));
      refused(bench.read(200, 0, 4), 201, lines);
      MemoryRegion readOnly = bench.register(64, AccessRights.NONE);
      bench.reopen(this::settings);
      RcBench.ask(() -> {
        bench.upper().postReceive(bench.qp(), 77, readOnly.whole());
        return 0;
      });
      refused(bench.send(OpCode.RC_SEND_ONLY, 200, 4), 201, lines);
    }

    private void knock(RcBench bench, MemoryRegion shut, List<String> lines) {
      long at = shut.address() - bench.region().address();
      for (OpCode opCode : List.of(OpCode.RC_RDMA_READ_REQ, OpCode.RC_RDMA_WRITE_ONLY)) {
        PacketWriter made = bench.reopen(this::settings).reth(opCode, 200, at, 4);
        made.payload(opCode == OpCode.RC_RDMA_WRITE_ONLY ? 4 : 0);
        refused(bench.send(made.set(Header.RETH, Reth.R_KEY, shut.rkey())), 201, lines);
      }
      PacketWriter made = bench.reopen(this::settings).atomic(OpCode.RC_FETCHADD, 200, at, 1, 0);
      refused(bench.send(made.set(Header.ATOMIC_ETH, AtomicEth.R_KEY, shut.rkey())), 201, lines);
    }
  },
  NOT_READY {
    @Override
    void play(RcBench bench, List<String> lines) {
      tell(bench.send(OpCode.RC_SEND_ONLY, 200, 1).send(OpCode.RC_SEND_ONLY, 201, 1), lines);
      tell(bench.postReceives(6).send(OpCode.RC_SEND_ONLY, 200, 1), lines);
    }
  },
  REQUESTS {
    @Override
    void play(RcBench bench, List<String> lines) {
      send(bench, 1, 600);
      send(bench, 2, 6);
      bench.post(new SendRequest.Write(3, local(bench, 300), 0x1000, 5));
      tell(bench, lines);
      tell(bench.ack(102, 1), lines);
      tell(bench.ack(103, 2), lines);
      tell(bench.ack(105, 3), lines);
      for (int id = 4; id < 10; id++) {
        bench.post(new SendRequest.FetchAdd(id, local(bench, 8), 0x1000, 5, 1));
      }
      tell(bench, lines);
      tell(bench.answer(OpCode.RC_ATOMIC_ACK, 106, Syndrome.Ack.WITHOUT_CREDITS, 4), lines);
    }
  },
  READS {
    @Override
    void play(RcBench bench, List<String> lines) {
      read(bench, 1, 300);
      read(bench, 2, 300);
      tell(bench, lines);
      for (int psn = 100; psn < 104; psn++) {
        OpCode opCode =
            psn % 2 == 0 ? OpCode.RC_RDMA_READ_RESP_FIRST : OpCode.RC_RDMA_READ_RESP_LAST;
        PacketWriter made = bench.answering(opCode, psn, Syndrome.Ack.WITHOUT_CREDITS, 1);
        tell(bench.send(made.payload(psn % 2 == 0 ? 256 : 44)), lines);
      }
      lines.add(bench.hash(0, 300));
    }
  },
  TIMEOUTS {
    @Override
    RcSettings settings(RcSettings usual) {
      return usual.withRetries(new RcSettings.Retries(TIMEOUT, 3, 2, 12));
    }

    @Override
    void play(RcBench bench, List<String> lines) {
      read(bench, 1, 600);
      send(bench, 2, 1);
      for (int i = 0; i < 12; i++) {
        lines.add(bench.next(40 * MILLI));
      }
      tell(bench, lines);
    }
  },
  RNR_RETRIES {
    @Override
    RcSettings settings(RcSettings usual) {
      return TIMEOUTS.settings(usual);
    }

    @Override
    void play(RcBench bench, List<String> lines) {
      postReceivedNotReady(bench, 4, lines);
      RcSettings.Retries endless = new RcSettings.Retries(0, 0, 7, 12);
      bench.reopen(s -> s.withRetries(endless));
      postReceivedNotReady(bench, 10, lines);
    }

    private void postReceivedNotReady(RcBench bench, int times, List<String> lines) {
      send(bench, 1, 1);
      for (int i = 0; i < times; i++) {
        lines.add(bench.next(3 * MILLI));
        bench.answer(OpCode.RC_ACK, 100, new Syndrome.RnrNak(12), 0);
      }
      tell(bench, lines);
    }
  },
  REFUSALS {
    @Override
    RcSettings settings(RcSettings usual) {
      return TIMEOUTS.settings(usual);
    }

    @Override
    void play(RcBench bench, List<String> lines) {
      for (int code = 0; code < 4; code++) {
        bench.reopen(this::settings).postReceives(2);
        send(bench, 1, 1);
        send(bench, 2, 300);
        send(bench, 3, 1);
        tell(bench, lines);
        tell(bench.answer(OpCode.RC_ACK, 101, new Nak(code), 1), lines);
      }
      bench.reopen(this::settings);
      read(bench, 1, 300);
      tell(bench, lines);
      PacketWriter first =
          bench.answering(OpCode.RC_RDMA_READ_RESP_FIRST, 100, Syndrome.Ack.WITHOUT_CREDITS, 1);
      tell(bench.send(first.payload(256)), lines);
      tell(bench.answer(OpCode.RC_ACK, 101, new Nak(Nak.REMOTE_OPERATIONAL_ERROR), 1), lines);
    }
  };

  private static final int TIMEOUT = 10;
  private static final long MILLI = 1_000_000;

  /// The settings of the QP.
  RcSettings settings(RcSettings usual) {
    return usual;
  }

  abstract void play(RcBench bench, List<String> lines);

  /// Adds the packets received and the completions.
  static void tell(RcBench bench, List<String> lines) {
    lines.addAll(bench.answers());
    lines.addAll(bench.polled(Queue.RECEIVE));
    lines.addAll(bench.polled(Queue.SEND));
    lines.add("-- " + bench.query().state());
  }

  /// Adds the packets and completions, and whether the QP continues.
  static void refused(RcBench bench, int nextPsn, List<String> lines) {
    tell(bench, lines);
    tell(bench.write(OpCode.RC_RDMA_WRITE_ONLY, nextPsn, 0, 0, 0), lines);
  }

  static Buffer local(RcBench bench, int bytes) {
    return bench.region().slice(0, bytes);
  }

  static void send(RcBench bench, int id, int bytes) {
    bench.post(new SendRequest.Send(id, local(bench, bytes)));
  }

  static void read(RcBench bench, int id, int bytes) {
    bench.post(new SendRequest.Read(id, local(bench, bytes), 0x2000, 6));
  }
}
