package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.TrapDeviations.onEndPorts;
import static org.ibassay.device.deviation.TrapDeviations.onSwitches;
import static org.ibassay.device.variant.NodeKind.ALL;
import static org.ibassay.device.variant.SimParameter.NOTICE;

import java.util.List;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.Notice;
import org.jspecify.annotations.Nullable;

/// Deviations of Notice: a queue that a Get changes, or that does not match NoticeCount. On a
/// switch, the notice of its first link is queued from the beginning.
final class NoticeDeviations {
  private NoticeDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        ofNotice("refused", "answers SubnGet(Notice) with code 3", 3, null),
        onEndPorts(
            ofNotice("count-1", "counts a notice that does not exist", 0, Notice.NOTICE_COUNT)),
        onEndPorts(ofNotice("type-0", "shows no notice as one of type 0", 0, Notice.TYPE)),
        onSwitches(
            ofGets("taken", "decrements the notice count with each Get", Notice.NOTICE_COUNT)),
        onSwitches(ofGets("moves", "shows another notice with each Get", Notice.ISSUER_LID)),
        onSwitches(ofGets("toggles", "toggles NoticeToggle with each Get", Notice.NOTICE_TOGGLE)),
        DeviationSpec.of(
            "notice.undeclared-answered",
            "answers SubnGet(Notice) with code 0, although IsNoticeSupported is 0",
            ALL,
            Edits.codes(Attribute.NOTICE, (_, _) -> 0)),
        DeviationSpec.of(
            "notice.undeclared",
            "answers SubnGet(Notice) with code 7, although IsNoticeSupported is 0",
            ALL,
            Edits.codes(Attribute.NOTICE, (_, _) -> 7)));
  }

  /// @param wrong component of Notice that is changed
  private static DeviationSpec ofNotice(String name, String text, int code, @Nullable Field wrong) {
    return DeviationSpec.of(
            "notice." + name,
            text,
            ALL,
            Edits.requests(
                Attribute.NOTICE,
                (t, right) -> {
                  int answered = right.applyAsInt(t);
                  if (wrong != null) {
                    t.answer(wrong, wrong.equals(Notice.TYPE) ? 0 : t.answered(wrong) + 1);
                  }
                  return code == 0 ? answered : code;
                }))
        .on(NOTICE, 1);
  }

  /// @param moved component of Notice that each Get decrements
  private static DeviationSpec ofGets(String name, String text, Field moved) {
    return DeviationSpec.of(
            "notice." + name,
            text,
            ALL,
            Edits.handler(
                Attribute.NOTICE,
                handler -> {
                  int[] gets = new int[1];
                  return Edits.handler(
                      t -> {
                        int code = handler.get(t);
                        t.answer(moved, (t.answered(moved) - gets[0]++) & moved.max());
                        return code;
                      },
                      handler::set);
                }))
        .on(NOTICE, 1);
  }
}
