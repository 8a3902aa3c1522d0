package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RcEdits.deviation;
import static org.ibassay.device.deviation.RcEdits.is;
import static org.ibassay.device.deviation.RcEdits.unchecked;
import static org.ibassay.device.deviation.RcEdits.unnoticed;

import java.util.List;
import java.util.function.Predicate;
import org.ibassay.device.rc.HeaderCheck;
import org.ibassay.device.rc.ResponderFault;
import org.ibassay.wire.packet.Operation;
import org.jspecify.annotations.Nullable;

/// Deviations that depend on the OpCode of a packet, or of the one before it: in the sequence of
/// OpCodes, and in what is checked of headers and R_Keys.
final class RcOpCodeDeviations {
  private static final int TAG = 0xFF;

  private RcOpCodeDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        after(
            "message-after-send-middle-accepted",
            "accepts a new message after a SEND Middle",
            ResponderFault.LAST_MISSING,
            Operation.SEND_MIDDLE::equals),
        after(
            "message-after-write-middle-accepted",
            "accepts a new message after an RDMA WRITE Middle",
            ResponderFault.LAST_MISSING,
            Operation.RDMA_WRITE_MIDDLE::equals),
        after(
            "other-kind-after-middle-accepted",
            "accepts a packet of the other kind of message after a Middle",
            ResponderFault.FIRST_MISSING,
            operation -> !operation.isStart() && !operation.isEnd()),
        after(
            "first-missing-after-last-accepted",
            "accepts a message without its first packet after a Last",
            ResponderFault.FIRST_MISSING,
            operation -> !operation.isStart() && operation.isEnd()),
        accepts("send-only-imm", Operation.SEND_ONLY_IMM),
        accepts("write-only-imm", Operation.RDMA_WRITE_ONLY_IMM),
        accepts("write-first", Operation.RDMA_WRITE_FIRST),
        accepts("cmpswap", Operation.CMPSWAP),
        header(
            "p-key-of-first-only-checked",
            "checks the P_Key only in the first packet of a message",
            HeaderCheck.P_KEY,
            operation -> !operation.isStart()),
        header(
            "icrc-of-middle-not-checked",
            "does not check the ICRC of a packet in the middle of a message",
            HeaderCheck.ICRC,
            operation -> !operation.isStart() && !operation.isEnd()),
        header(
            "icrc-of-read-not-checked",
            "does not check the ICRC of a READ",
            HeaderCheck.ICRC,
            Operation.RDMA_READ_REQ::equals),
        header(
            "icrc-of-atomic-not-checked",
            "does not check the ICRC of an atomic",
            HeaderCheck.ICRC,
            Operation::isAtomic),
        header(
            "tver-of-last-not-checked",
            "does not check TVer in the last of several packets",
            HeaderCheck.T_VER,
            operation -> !operation.isStart() && operation.isEnd()),
        key("read-key-tag-not-checked", "a READ", Operation.RDMA_READ_REQ::equals),
        key("atomic-key-tag-not-checked", "an atomic", Operation::isAtomic));
  }

  private static DeviationSpec after(
      String name, String summary, ResponderFault fault, Predicate<Operation> last) {
    return deviation(
        name,
        summary,
        seams -> {
          @Nullable Operation[] newest = {null};
          seams.msn.deviate(under ->
              (msn, executed) -> {
                newest[0] = executed;
                return under.after(msn, executed);
              });
          seams.noticing.deviate(under ->
              (found, request, executed) -> {
                Operation before = newest[0];
                boolean isAfter = before != null && last.test(before);
                return !(found == fault && isAfter) && under.notices(found, request, executed);
              });
        });
  }

  private static DeviationSpec accepts(String name, Operation operation) {
    return deviation(
        name + "-within-message-accepted",
        "accepts %s before the message before has ended".formatted(operation.text()),
        unnoticed(ResponderFault.LAST_MISSING, packet -> is(packet, operation::equals)));
  }

  private static DeviationSpec header(
      String name, String summary, HeaderCheck check, Predicate<Operation> which) {
    return deviation(name, summary, unchecked(check, (packet, _) -> is(packet, which)));
  }

  /// R_Keys that differ in the first bits are still unknown.
  private static DeviationSpec key(String name, String what, Predicate<Operation> which) {
    return deviation(
        name,
        "does not check the last 8 bits of the R_Key of " + what,
        unnoticed(
            ResponderFault.R_KEY_UNKNOWN,
            packet -> is(packet, which) && hasOtherTag(RcConfusionDeviations.key(packet))));
  }

  private static boolean hasOtherTag(int key) {
    boolean isOfRegion = key >>> RcConfusionDeviations.TOP_BYTE == 0 && key > TAG;
    return isOfRegion && (key & TAG) != RcConfusionDeviations.KEY_TAG;
  }
}
