package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.OneWayFamily.UC;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.packet.Operation;

/// Deviations in the data stored and completions reported for messages on an unreliable connection.
final class UcDeliveryDeviations {
  private UcDeliveryDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        stores(
            "stored-last-byte-zero",
            "the last byte of a payload as 0",
            _ -> true,
            data -> {
              data[data.length - 1] = 0;
              return data;
            }),
        stores(
            "stored-middle-reversed",
            "Middle packets from their last byte on",
            operation -> !operation.isStart() && !operation.isEnd(),
            UcDeliveryDeviations::reversed),
        stores(
            "write-not-stored", "nothing of an RDMA WRITE", Operation::isWrite, _ -> new byte[0]),
        stores(
            "last-not-stored",
            "nothing of the last packet of a message of several packets",
            operation -> operation.isEnd() && !operation.isStart(),
            _ -> new byte[0]),
        stores(
            "stored-with-pad",
            "a payload with its pad",
            Operation::isEnd,
            data -> {
              byte[] padded = new byte[(data.length + 3) & ~3];
              Arrays.fill(padded, (byte) 0xFF);
              System.arraycopy(data, 0, padded, 0, data.length);
              return padded;
            }),
        UC.lengths(
            "received-length-one-more",
            "reports a byte more than was received",
            bytes -> bytes + 1),
        UC.immediates(
            "immediate-swapped",
            "reports immediate data in the other byte order",
            data -> data == null ? null : Integer.reverseBytes(data)),
        UC.immediates("immediate-lost", "reports no immediate data", _ -> null),
        UC.completes(
            "receive-completed-twice",
            "completes receives twice",
            Queue.RECEIVE,
            right -> List.of(right, right)),
        UC.deviation(
            "write-completes-receive",
            "completes a receive with an RDMA WRITE without immediate data",
            seams -> seams.takesReceive.deviate(_ -> Operation::isEnd)));
  }

  private static byte[] reversed(byte[] data) {
    byte[] back = new byte[data.length];
    for (int i = 0; i < data.length; i++) {
      back[i] = data[data.length - 1 - i];
    }
    return back;
  }

  private static DeviationSpec stores(
      String name, String what, Predicate<Operation> some, UnaryOperator<byte[]> edit) {
    return UC.deviation(
        name,
        "stores " + what,
        seams ->
            seams.storing.deviate(under ->
                (operation, payload) -> {
                  byte[] kept = under.of(operation, payload);
                  return kept.length > 0 && some.test(operation) ? edit.apply(kept.clone()) : kept;
                }));
  }
}
