package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RcEdits.is;
import static org.ibassay.device.deviation.RcEdits.responses;
import static org.ibassay.device.deviation.RcEdits.unnoticed;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ibassay.device.rc.OutgoingPacket;
import org.ibassay.device.rc.RcSeams;
import org.ibassay.device.rc.RcSeams.RepeatAction;
import org.ibassay.device.rc.ResponderFault;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.TransportPacket;

/// Deviations of an adapter that supports ATOMIC WRITE.
final class RcAtomicWriteDeviations {
  private static final int BYTES = 8;
  private static final int HALF = 4;

  private RcAtomicWriteDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        executed(
            "4-bytes",
            "of less than 8 bytes",
            ResponderFault.PAYLOAD_ODD,
            packet -> packet.padCount() == 0 && packet.payloadBytes() < BYTES),
        executed(
            "with-pad", "with pad", ResponderFault.PAYLOAD_ODD, packet -> packet.padCount() > 0),
        executed(
            "too-long",
            "of more than 8 bytes",
            ResponderFault.PAYLOAD_ODD,
            packet -> packet.payloadBytes() > BYTES),
        executed(
            "misaligned", "that is not aligned", ResponderFault.MISALIGNED_ATOMIC_WRITE, _ -> true),
        executed(
            "half-aligned",
            "that is aligned to 4 bytes",
            ResponderFault.MISALIGNED_ATOMIC_WRITE,
            packet -> (address(packet) & 3) == 0),
        deviation(
            "acknowledged",
            "responds to an ATOMIC WRITE with an acknowledge",
            responds(packet -> packet.withOpCode(OpCode.RC_ACK))),
        deviation(
            "response-with-data",
            "responds to an ATOMIC WRITE with 8 bytes",
            responds(packet -> packet.withPayload(new byte[BYTES]))),
        stores("not-stored", "does not store the data of an ATOMIC WRITE", _ -> new byte[0]),
        stores(
            "half-stored",
            "stores half the data of an ATOMIC WRITE",
            data -> Arrays.copyOf(data, Math.min(data.length, HALF))),
        stores(
            "stored-backwards",
            "stores the data of an ATOMIC WRITE in the wrong byte order",
            RcAtomicWriteDeviations::backwards),
        deviation(
            "not-counted",
            "does not count an ATOMIC WRITE in the MSN",
            seams ->
                seams.msn.deviate(under ->
                    (msn, executed) ->
                        executed == Operation.ATOMIC_WRITE ? msn : under.after(msn, executed))),
        deviation(
            "duplicate-ignored",
            "ignores a duplicate of an ATOMIC WRITE",
            seams ->
                seams.repeats.deviate(under ->
                    (operation, age) ->
                        operation == Operation.ATOMIC_WRITE
                            ? RepeatAction.IGNORE
                            : under.of(operation, age))),
        deviation(
            "duplicate-counted",
            "counts a duplicate of an ATOMIC WRITE in the MSN",
            seams ->
                seams.repeats.deviate(under ->
                    (operation, age) ->
                        operation == Operation.ATOMIC_WRITE
                            ? RepeatAction.EXECUTE
                            : under.of(operation, age))));
  }

  private static DeviationSpec deviation(String name, String text, Consumer<RcSeams> effect) {
    return RcEdits.deviation("atomic-write-" + name, text, effect);
  }

  private static DeviationSpec executed(
      String name, String which, ResponderFault fault, Predicate<TransportPacket> some) {
    return deviation(
        name,
        "executes an ATOMIC WRITE " + which,
        unnoticed(
            fault, packet -> is(packet, Operation.ATOMIC_WRITE::equals) && some.test(packet)));
  }

  private static DeviationSpec stores(String name, String text, UnaryOperator<byte[]> wrong) {
    return deviation(
        name,
        text,
        seams ->
            seams.storing.deviate(under ->
                (operation, payload) ->
                    operation == Operation.ATOMIC_WRITE
                        ? wrong.apply(payload)
                        : under.of(operation, payload)));
  }

  /// Changes responses to ATOMIC WRITEs; responses to READs without data are equal.
  private static Consumer<RcSeams> responds(UnaryOperator<OutgoingPacket> edit) {
    return seams -> {
      boolean[] isNewest = {false};
      seams.msn.deviate(under ->
          (msn, executed) -> {
            isNewest[0] = executed == Operation.ATOMIC_WRITE;
            return under.after(msn, executed);
          });
      responses(packet -> isNewest[0] && isResponse(packet), edit).accept(seams);
    };
  }

  private static boolean isResponse(OutgoingPacket packet) {
    return packet.opCode() == OpCode.RC_RDMA_READ_RESP_ONLY && packet.payload().byteSize() == 0;
  }

  private static long address(TransportPacket packet) {
    return packet.get(Header.RETH, Reth.VA);
  }

  private static byte[] backwards(byte[] data) {
    byte[] reversed = new byte[data.length];
    for (int i = 0; i < data.length; i++) {
      reversed[i] = data[data.length - 1 - i];
    }
    return reversed;
  }
}
