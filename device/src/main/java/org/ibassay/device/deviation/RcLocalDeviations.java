package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RcEdits.deviation;

import java.util.List;
import java.util.function.Predicate;
import org.ibassay.device.rc.OutgoingPacket;
import org.ibassay.device.rc.RepeatSeams.UnusableMemory;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;

/// Deviations in requests whose local memory may not be accessed, is too small, or is empty, in the
/// path MTU of a QP, in credits, and in what an invalid request of the peer flushes.
final class RcLocalDeviations {
  /// The code of 64 credits in the Syndrome of an ACK.
  private static final int CREDITS = 12;

  private RcLocalDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        unusable(
            "local-protection-not-checked",
            "sends requests whatever memory they use",
            _ -> true,
            UnusableMemory.EXECUTED),
        unusable(
            "local-protection-of-send-not-checked",
            "sends SENDs whatever memory they use",
            SendRequest.Send.class::isInstance,
            UnusableMemory.EXECUTED),
        unusable(
            "local-protection-of-write-not-checked",
            "sends RDMA WRITEs whatever memory they use",
            SendRequest.Write.class::isInstance,
            UnusableMemory.EXECUTED),
        unusable(
            "local-protection-of-read-not-checked",
            "completes READs into memory that it may not write to",
            SendRequest.Read.class::isInstance,
            UnusableMemory.EXECUTED),
        deviation(
            "read-into-protected-memory",
            "stores the data of READs in memory that it may not write to",
            seams -> {
              seams.again.unusable.deviate(under ->
                  request ->
                      request instanceof SendRequest.Read
                          ? UnusableMemory.EXECUTED
                          : under.apply(request));
              seams.again.storesProtected.deviate(_ -> () -> true);
            }),
        unusable(
            "local-protection-skipped",
            "completes requests whose memory it may not access with success",
            _ -> true,
            UnusableMemory.SKIPPED),
        unusable(
            "local-protection-survived",
            "stays in RTS after a request whose memory it may not access",
            _ -> true,
            UnusableMemory.SURVIVES),
        excess("long-read-stored", "READ responses that are too long", _ -> true),
        excess(
            "long-read-last-stored",
            "last READ responses that are too long",
            OpCode.RC_RDMA_READ_RESP_LAST::equals),
        excess(
            "long-read-only-stored",
            "READ responses of one packet that are too long",
            OpCode.RC_RDMA_READ_RESP_ONLY::equals),
        deviation(
            "empty-read-uses-no-psn",
            "uses no PSN for READs of 0 bytes",
            seams ->
                seams.again.usedPsns.deviate(under ->
                    (request, packets) ->
                        request instanceof SendRequest.Read && request.local().bytes() == 0
                            ? 0
                            : under.of(request, packets))),
        deviation(
                "path-mtu-512-as-256",
                "uses a path MTU of 256 bytes instead of 512",
                seams ->
                    seams.again.settings.deviate(under ->
                        (own, first) -> {
                          RcSettings right = under.apply(own, first);
                          return right.pathMtu() == 512 ? right.withPathMtu(256) : right;
                        }))
            .on(SimParameter.MTU_CAP, 4),
        deviation(
                "sent-by-largest-mtu",
                "divides the messages that it sends by 2,048 bytes if the path MTU is 1,024",
                seams -> seams.again.requestMtu.deviate(_ -> mtu -> mtu == 1024 ? 2048 : mtu))
            .on(SimParameter.MTU_CAP, 4),
        deviation(
                "sent-by-least-mtu",
                "divides the messages that it sends by 256 bytes if the path MTU is 512",
                seams -> seams.again.requestMtu.deviate(_ -> mtu -> mtu == 512 ? 256 : mtu))
            .on(SimParameter.MTU_CAP, 4),
        credits("read-response", RcEdits::isReadResponse),
        credits("atomic-ack", packet -> packet.opCode() == OpCode.RC_ATOMIC_ACK),
        kept("sends-kept-by-peer-error", "requests", Queue.SEND),
        kept("receives-kept-by-peer-error", "receives", Queue.RECEIVE));
  }

  private static DeviationSpec unusable(
      String name, String text, Predicate<SendRequest> some, UnusableMemory how) {
    return deviation(
        name,
        text,
        seams ->
            seams.again.unusable.deviate(
                under -> request -> some.test(request) ? how : under.apply(request)));
  }

  private static DeviationSpec excess(String name, String what, Predicate<OpCode> some) {
    return deviation(
        name,
        "stores all data of %s, beyond the memory of the READ".formatted(what),
        seams -> seams.again.storesExcess.deviate(_ -> some));
  }

  private static DeviationSpec credits(String name, Predicate<OutgoingPacket> some) {
    return deviation(
            "credits-64-in-" + name,
            "reports 64 credits in %ss".formatted(name.replace('-', ' ')),
            RcEdits.responses(
                packet -> some.test(packet) && packet.opCode().headers().contains(Header.AETH),
                packet -> packet.with(Header.AETH, Aeth.SYNDROME, CREDITS)))
        .on(SimParameter.CREDITS, 1);
  }

  private static DeviationSpec kept(String name, String what, Queue queue) {
    return deviation(
        name,
        "does not flush %s when an invalid request ends the QP".formatted(what),
        seams ->
            seams.again.flushesByPeer.deviate(under -> one -> one != queue && under.test(one)));
  }
}
