package org.ibassay.device;

import java.util.function.UnaryOperator;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Syndrome;

/// Requests for the requester of a reliable connection.
final class RcRequests {
  static final String CA = "sim:ca";

  static final long ADDRESS = 0x1000;

  static final int KEY = 0x77;

  /// 4.096 us * 2^10: 4.2 ms.
  static final int TIMEOUT = 10;

  static final long LEAST_NANOS = 4_096L << TIMEOUT;

  private RcRequests() {}

  static RcBench open() {
    return RcBench.open(CA);
  }

  static RcBench retrying(int count, int rnrCount) {
    return RcBench.open(CA, with(new RcSettings.Retries(TIMEOUT, count, rnrCount, 12)));
  }

  static UnaryOperator<RcSettings> with(RcSettings.Retries retries) {
    return settings -> settings.withRetries(retries);
  }

  static Buffer buffer(RcBench bench, int bytes) {
    return bench.region().slice(0, bytes);
  }

  static RcBench send(RcBench bench, int id, int bytes) {
    return bench.post(new SendRequest.Send(id, buffer(bench, bytes)));
  }

  static RcBench read(RcBench bench, int id, int bytes) {
    return bench.post(new SendRequest.Read(id, buffer(bench, bytes), ADDRESS, KEY));
  }

  static RcBench add(RcBench bench, int id) {
    return bench.post(new SendRequest.FetchAdd(id, buffer(bench, 8), ADDRESS, KEY, 5));
  }

  static RcBench response(RcBench bench, OpCode opCode, int psn, int bytes) {
    return bench.send(bench.answering(opCode, psn, Syndrome.Ack.WITHOUT_CREDITS, 1).payload(bytes));
  }
}
