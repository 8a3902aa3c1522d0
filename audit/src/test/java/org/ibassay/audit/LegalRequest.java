package org.ibassay.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;

/// A request packet of a connection between conforming hosts.
final class LegalRequest {
  enum Kind {
    SEND,
    WRITE,
    READ,
    ATOMIC
  }

  final Kind kind;
  final OpCode opCode;
  int psn;
  final int count;
  long address;
  long length;
  final int payload;
  final boolean ends;
  boolean ackReq;
  boolean isForbidden;

  /// Number of a READ's responses received.
  int got;

  LegalRequest(Kind kind, OpCode opCode, int count, long address, long length, int payload) {
    this.kind = kind;
    this.opCode = opCode;
    this.count = count;
    this.address = address;
    this.length = length;
    this.payload = payload;
    this.ends = opCode.operation().isEnd();
  }

  int last() {
    return Psn.add(psn, count - 1L);
  }

  /// Returns all packets that a requester is to send.
  static List<LegalRequest> all(LegalSetting setting, SplittableRandom random) {
    List<LegalRequest> all = new ArrayList<>();
    int psn = setting.firstPsn;
    SplittableRandom alike = new SplittableRandom(setting.firstPsn);
    for (int i = 0; i < setting.messages; i++) {
      for (LegalRequest request : message(setting, i < setting.alike ? alike : random)) {
        request.psn = psn;
        request.isForbidden = i == setting.refused;
        psn = Psn.add(psn, request.count);
        all.add(request);
      }
    }
    return all;
  }

  private static List<LegalRequest> message(LegalSetting setting, SplittableRandom random) {
    Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
    int pmtu = setting.pmtu;
    long address = setting.fixedAddress ? 0x1000 : random.nextLong(1L << 40) & -8;
    int bytes = random.nextInt(4) == 0 ? random.nextInt(pmtu) : random.nextInt(1, 5 * pmtu);
    int count = Math.max(1, (bytes + pmtu - 1) / pmtu);
    if (kind == Kind.ATOMIC) {
      return List.of(new LegalRequest(kind, OpCode.RC_FETCHADD, 1, address, -1, 0));
    }
    if (kind == Kind.READ) {
      return List.of(new LegalRequest(kind, OpCode.RC_RDMA_READ_REQ, count, address, bytes, 0));
    }
    boolean send = kind == Kind.SEND;
    List<LegalRequest> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      OpCode code =
          count == 1
              ? send ? OpCode.RC_SEND_ONLY : OpCode.RC_RDMA_WRITE_ONLY
              : i == 0
                  ? send ? OpCode.RC_SEND_FIRST : OpCode.RC_RDMA_WRITE_FIRST
                  : i < count - 1
                      ? send ? OpCode.RC_SEND_MIDDLE : OpCode.RC_RDMA_WRITE_MIDDLE
                      : send ? OpCode.RC_SEND_LAST : OpCode.RC_RDMA_WRITE_LAST;
      int payload = Math.min(pmtu, bytes - i * pmtu);
      all.add(new LegalRequest(kind, code, 1, address, bytes, payload));
    }
    return all;
  }
}
