package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RcEdits.deviation;
import static org.ibassay.device.deviation.RcEdits.is;
import static org.ibassay.device.deviation.RcEdits.unchecked;

import java.util.List;
import java.util.function.Predicate;
import org.ibassay.device.rc.HeaderCheck;
import org.ibassay.device.rc.RcSeams;
import org.ibassay.device.rc.ResponseFault;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Syndrome;

/// Deviations of a requester that accepts packets that are no response to its request.
final class RcAnswerDeviations {
  private RcAnswerDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        takes(
            "old-ack-taken",
            "an acknowledge that it had already for that of the oldest request",
            ResponseFault.OLD_PSN,
            OpCode.RC_ACK::equals),
        takes(
            "unsent-ack-taken",
            "an acknowledge of what it has not sent for one of all requests",
            ResponseFault.UNSENT_PSN,
            OpCode.RC_ACK::equals),
        takes(
            "ack-for-data-taken",
            "an acknowledge for the response to a READ or atomic",
            ResponseFault.OTHER_KIND,
            OpCode.RC_ACK::equals),
        takes(
            "data-for-ack-taken",
            "the response to a READ for an acknowledge",
            ResponseFault.OTHER_KIND,
            opCode -> opCode.operation().isReadResponse()),
        takes(
            "atomic-ack-for-ack-taken",
            "the response to an atomic for any other",
            ResponseFault.OTHER_KIND,
            OpCode.RC_ATOMIC_ACK::equals),
        takes(
            "read-response-opcode-not-checked",
            "any part of a READ's response for the next one",
            ResponseFault.OUT_OF_ORDER,
            _ -> true),
        takes(
            "read-response-last-ends",
            "the OpCode Last for the end of a READ's response, whatever is missing",
            ResponseFault.ENDS_EARLY,
            OpCode.RC_RDMA_READ_RESP_LAST::equals),
        takes(
            "read-response-only-ends",
            "a READ Response Only for all of a READ's response",
            ResponseFault.ENDS_EARLY,
            OpCode.RC_RDMA_READ_RESP_ONLY::equals),
        takes(
            "read-response-gap-not-noticed",
            "a later part of a READ's response for the one that is missing",
            ResponseFault.GAP,
            _ -> true),
        takes(
            "read-response-length-not-checked",
            "a READ's response of any length",
            ResponseFault.WRONG_LENGTH,
            _ -> true),
        takes(
            "read-response-last-length-not-checked",
            "a last part of a READ's response of any length",
            ResponseFault.WRONG_LENGTH,
            OpCode.RC_RDMA_READ_RESP_LAST::equals),
        deviation(
            "implied-not-completed",
            "completes only the last of the requests that one acknowledge stands for",
            seams -> seams.completesImplied.deviate(_ -> _ -> false)),
        disturbs(
            "response-ends-message",
            "discards the message in progress when it receives a response",
            Operation::isResponse),
        disturbs(
            "read-response-ends-message",
            "discards the message in progress when it receives a READ response packet",
            Operation::isReadResponse),
        disturbs(
            "request-ends-response",
            "discards the response in progress when it receives a request",
            operation -> !operation.isResponse()),
        means(
            "reserved-syndrome-as-ack", "a reserved Syndrome", Syndrome.Reserved.class::isInstance),
        means(
            "reserved-nak-as-ack",
            "a NAK with a reserved code",
            said ->
                said instanceof Syndrome.Nak nak && nak.code() > Syndrome.Nak.INVALID_RD_REQUEST),
        unheeded("icrc", "a wrong ICRC", HeaderCheck.ICRC),
        unheeded("p-key", "another partition", HeaderCheck.P_KEY),
        unheeded("version", "another version", HeaderCheck.T_VER));
  }

  private static DeviationSpec takes(
      String name, String text, ResponseFault fault, Predicate<OpCode> some) {
    return deviation(
        name,
        "accepts " + text,
        (RcSeams seams) ->
            seams.noticingResponse.deviate(under ->
                (found, opCode) ->
                    (found != fault || !some.test(opCode)) && under.test(found, opCode)));
  }

  private static DeviationSpec disturbs(String name, String text, Predicate<Operation> which) {
    return deviation(name, text, seams -> seams.disturbs.deviate(_ -> which));
  }

  private static DeviationSpec means(String name, String text, Predicate<Syndrome> which) {
    return deviation(
        name,
        "treats %s as an ACK".formatted(text),
        seams ->
            seams.meaning.deviate(under ->
                said -> which.test(said) ? Syndrome.Ack.WITHOUT_CREDITS : under.apply(said)));
  }

  private static DeviationSpec unheeded(String name, String text, HeaderCheck check) {
    return deviation(
        name + "-of-responses-not-checked",
        "accepts a response with " + text,
        unchecked(check, (packet, _) -> is(packet, Operation::isResponse)));
  }
}
