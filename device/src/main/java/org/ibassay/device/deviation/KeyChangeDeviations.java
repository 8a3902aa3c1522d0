package org.ibassay.device.deviation;

import static org.ibassay.wire.attribute.Attribute.PORT_INFO;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.ibassay.device.sma.MKeyRules;
import org.ibassay.device.sma.Port;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.MadHeader;

/// Deviations in what follows a change of the M_Key, in keys with the highest bit 1, and in the
/// keys of several ports.
final class KeyChangeDeviations {
  private KeyChangeDeviations() {}

  static List<DeviationSpec> all() {
    List<DeviationSpec> all = new ArrayList<>();
    all.add(old("passes-once", "accepts the previous M_Key once", Until.USED, _ -> true));
    all.add(
        old(
            "passes-until-next-is-used",
            "accepts the previous M_Key until a request has the present one",
            Until.REPLACED,
            _ -> true));
    all.add(old("passes", "accepts the previous M_Key, too", Until.EVER, _ -> true));
    all.add(old("passes-for-gets", "accepts the previous M_Key in Gets", Until.EVER, Edits::isGet));
    all.add(
        MKeyEdits.matching(
            "keychange.highest-bit-unguarded",
            "accepts any M_Key if the highest bit of its own is 1",
            (_, guard, _, right) -> right || guard.value(PortInfo.M_KEY) < 0));
    all.add(
        DeviationSpec.of(
            "keychange.highest-bit-not-stored",
            "stores 0 in the highest bit of M_Key",
            NodeKind.ALL,
            PortInfoEdits.stored(done ->
                done.port()
                    .put(PortInfo.M_KEY, done.port().value(PortInfo.M_KEY) & Long.MAX_VALUE))));
    all.add(
        DeviationSpec.of(
            "keychange.refused-while-protected",
            "accepts but does not store another M_Key while it has one",
            NodeKind.ALL,
            PortInfoEdits.stored(done -> {
              long before = PortInfo.M_KEY.get(done.before(), 0);
              if (before != 0 && done.port().value(PortInfo.M_KEY) != 0) {
                done.port().put(PortInfo.M_KEY, before);
              }
            })));
    all.add(
        DeviationSpec.of(
            "keychange.key-of-port-set-last-passes",
            "accepts the M_Key that was set last, on whichever port",
            Set.of(NodeKind.CA, NodeKind.ROUTER), // a switch has one M_Key
            seams -> seams.mKey.deviate(LastSet::new)));
    all.add(
        MKeyEdits.of(
            "keychange.repeated-transaction-not-counted",
            "counts no violation by a request with the TransactionID of the one before",
            OncePerTransaction::new));
    return all;
  }

  /// How long the previous key is accepted.
  private enum Until {
    USED,
    REPLACED,
    EVER
  }

  private static DeviationSpec old(
      String word, String does, Until until, Predicate<Transaction> which) {
    return MKeyEdits.of(
        "keychange.old-key-" + word, does, rules -> new OldKey(rules, until, which));
  }

  private static final class OldKey extends MKeyRules.Overlay {
    private final Until until;
    private final Predicate<Transaction> which;
    private long old;
    private long present;

    private OldKey(MKeyRules rules, Until until, Predicate<Transaction> which) {
      super(rules);
      this.until = until;
      this.which = which;
    }

    @Override
    public boolean matches(Transaction t, Port guard, long key) {
      long now = guard.value(PortInfo.M_KEY);
      if (now != present) {
        old = present;
        present = now;
      }
      if (super.matches(t, guard, key)) {
        old = until == Until.REPLACED ? 0 : old;
        return true;
      }
      boolean isOld = old != 0 && key == old && which.test(t);
      old = isOld && until == Until.USED ? 0 : old;
      return isOld;
    }
  }

  private static final class LastSet extends MKeyRules.Overlay {
    private long last;

    private LastSet(MKeyRules rules) {
      super(rules);
    }

    @Override
    public boolean matches(Transaction t, Port guard, long key) {
      boolean isRight = super.matches(t, guard, key);
      if (isRight && Edits.isSet(t) && Edits.isOf(PORT_INFO, t)) {
        last = t.asked(PortInfo.M_KEY);
      }
      return isRight || (last != 0 && key == last);
    }
  }

  private static final class OncePerTransaction extends MKeyRules.Overlay {
    private long last;

    private OncePerTransaction(MKeyRules rules) {
      super(rules);
    }

    @Override
    public void countViolation(Transaction t, Port guard) {
      long id = MadHeader.TRANSACTION_ID.get(t.request(), 0);
      if (id != last) {
        super.countViolation(t, guard);
      }
      last = id;
    }
  }
}
