package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.ALL;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Smp;

/// Deviations of a node as a whole: unreachable, or without effects.
final class NodeDeviations {
  private static final int CUT = 100;
  private static final int REQUESTS_BEFORE_SILENCE = 40;

  private NodeDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        of("node.silent", "never answers", Edits.deafTo(_ -> true)),
        of("node.silent-to-sets", "never answers a Set", Edits.deafTo(Edits::isSet)),
        of(
            "node.falls-silent",
            "answers 40 requests, then falls silent",
            NodeDeviations::fallSilent),
        of(
            "node.echoes-sets",
            "answers each Set with its data and code 0, and stores none",
            NodeDeviations::echoSets),
        of(
            "node.ignores-sets",
            "answers each Set as a Get, with code 0",
            NodeDeviations::ignoreSets),
        of(
            "node.echoes-requests",
            "answers each request with its own data and code 0",
            Edits.responses(_ -> true, NodeDeviations::echo)),
        of(
            "node.returns-requests",
            "echoes each request unchanged",
            Edits.responses(_ -> true, NodeDeviations::giveBack)),
        of("node.garbage", "answers with random bytes", garbage(MadHeader.LAYOUT.bytes(), true)),
        of("node.garbage-data", "answers with random data", garbage(Smp.DATA, false)),
        of(
            "node.cuts-answers",
            "answers with the first 100 bytes only",
            Edits.responses(_ -> true, t -> t.resizeResponse(CUT))),
        of(
            "node.answers-byte-short",
            "answers without the last byte",
            Edits.responses(_ -> true, t -> t.resizeResponse(Smp.BYTES_OF_MAD - 1))),
        of(
            "node.answers-byte-long",
            "answers with one byte more than a MAD",
            Edits.responses(_ -> true, t -> t.resizeResponse(Smp.BYTES_OF_MAD + 1))),
        of(
            "node.cuts-set-answers",
            "answers each Set with the first 100 bytes only",
            Edits.responses(Edits::isSet, t -> t.resizeResponse(CUT))),
        of(
            "node.busy",
            "sets Status.Busy in each response to a Get",
            Edits.responses(Edits::isGet, t -> MadStatus.BUSY.set(t.response(), 0, 1))));
  }

  private static DeviationSpec of(String name, String summary, Consumer<Seams> effect) {
    return DeviationSpec.of(name, summary, ALL, effect);
  }

  private static void fallSilent(Seams seams) {
    int[] heard = new int[1];
    Edits.deafTo(_ -> heard[0]++ >= REQUESTS_BEFORE_SILENCE).accept(seams);
  }

  /// The response begins as a copy of the request, so a handler that does nothing echoes it.
  private static void echoSets(Seams seams) {
    Edits.handlers((_, handler) -> Edits.withSet(handler, _ -> MadStatus.OK)).accept(seams);
  }

  private static void ignoreSets(Seams seams) {
    Edits.handlers((_, handler) -> Edits.withSet(handler, handler::get)).accept(seams);
  }

  private static void echo(Transaction t) {
    MadStatus.CODE.set(t.response(), 0, MadStatus.OK);
    MemorySegment.copy(t.request(), Smp.DATA, t.response(), Smp.DATA, Smp.DATA_BYTES);
  }

  private static void giveBack(Transaction t) {
    echo(t);
    MadHeader.METHOD.set(t.response(), 0, t.method());
  }

  /// Sends random responses. Fields for routing the response over a directed route are unchanged:
  /// otherwise it would not arrive.
  ///
  /// @param from first random byte of the attribute's part
  /// @param inHeader whether the header's fields are random, too
  private static Consumer<Seams> garbage(int from, boolean inHeader) {
    return seams -> {
      SplittableRandom random = new SplittableRandom(seams.seed());
      Edits.responses(
              _ -> true,
              t -> {
                if (inHeader) {
                  MadHeader.METHOD.set(t.response(), 0, random.nextInt());
                  MadStatus.CODE.set(t.response(), 0, random.nextInt());
                  MadHeader.TRANSACTION_ID.set(t.response(), 0, random.nextLong());
                  MadHeader.ATTRIBUTE_ID.set(t.response(), 0, random.nextInt());
                  MadHeader.ATTRIBUTE_MODIFIER.set(t.response(), 0, random.nextInt());
                }
                for (int at = from; at < Smp.DATA + Smp.DATA_BYTES; at++) {
                  if (at < 32 || at >= Smp.DATA) {
                    t.response().set(ValueLayout.JAVA_BYTE, at, (byte) random.nextInt());
                  }
                }
              })
          .accept(seams);
    };
  }
}
