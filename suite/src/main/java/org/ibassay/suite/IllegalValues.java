package org.ibassay.suite;

import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadStatus;
import org.jspecify.annotations.Nullable;

/// The pattern of the pages that write illegal values: a Set with one field spoilt is refused with
/// code 7, and changes nothing.
///
/// Code 7 proves something only when the illegal value is the one reason for it. So every Set is
/// one that was taken just before, the *control*, with one value spoilt. After every
/// non-conformance the control is repeated; while it is not taken, checks are inconclusive.
///
/// A Set that only spoils what it says, and carries all else as it is, cannot show that a device
/// takes the rest of it. So control and Set carry [legal values][Watch] in other fields; the
/// control puts these back with a second Set.
public final class IllegalValues {
  private final HeldAttribute attribute;
  private final MadExchange mads;
  private final Steps steps;
  private final Control control;
  private final @Nullable Watch watch;
  private final Set<Field> stuck = new HashSet<>();
  private boolean isTaken;
  private boolean isElsewhereTaken;

  /// The steps of the control.
  ///
  /// @param set at which the Set is sent
  /// @param answered at which it is answered
  /// @param get at which the attribute is asked for
  /// @param read at which it is read
  public record Control(String set, String answered, String get, String read) {}

  /// The steps of one illegal value.
  ///
  /// @param spoilt at which a field is spoilt and the Set sent
  /// @param refused at which the refusal is verified
  /// @param kept at which it is verified that nothing was changed
  public record Refusal(String spoilt, String refused, String kept) {}

  /// What is looked at beside the field that is spoilt, after each refusal.
  ///
  /// @param elsewhere legal values, other than the present ones, that each Set carries in other
  ///   fields
  /// @param moving fields of the attribute that change by themselves
  /// @param bystanders what a Set of the attribute must leave alone
  /// @param rest step at which the attribute's other fields are verified
  /// @param legal step at which the [Reading] is noted whether legal values were stored
  /// @param others step at which the bystanders are verified
  public record Watch(
      Map<Field, Long> elsewhere,
      VolatileFields moving,
      Bystanders bystanders,
      String rest,
      String legal,
      String others) {

    /// Keeps a copy.
    public Watch {
      elsewhere = Map.copyOf(elsewhere);
    }
  }

  /// @param attribute that was read
  public IllegalValues(HeldAttribute attribute, Control control) {
    this(attribute, control, null);
  }

  /// @param attribute that was read
  public IllegalValues(HeldAttribute attribute, Control control, @Nullable Watch watch) {
    this.attribute = attribute;
    this.mads = attribute.mads();
    this.steps = mads.steps();
    this.control = control;
    this.watch = watch;
  }

  /// Puts the attribute back, and finds out whether the DUT takes what is legal.
  public void control() throws TestException {
    if (watch != null) {
      isElsewhereTaken = isTaken(withElsewhere(attribute.restore(), watch));
    }
    isTaken = isTaken(attribute.restore());
    steps.step(control.get);
    mads.send(attribute.get());
    steps.step(control.read);
    attribute.keep(mads.receive());
  }

  private boolean isTaken(MadPacketSpec set) throws TestException {
    steps.step(control.set);
    mads.send(set);
    steps.step(control.answered);
    return mads.receive().status() == OK;
  }

  private static MadPacketSpec withElsewhere(MadPacketSpec set, Watch watch) {
    watch.elsewhere.forEach(set::setData);
    return set;
  }

  /// Each of a field's values is refused.
  ///
  /// @param whyNone what the DUT declares when there is no such value
  public void verifyRefused(Refusal at, Field field, LongStream values, String whyNone)
      throws TestException {
    long[] all = values.toArray();
    if (all.length == 0) {
      forBoth(at, () -> steps.notApplicable("%s: %s".formatted(field.name(), whyNone)));
    }
    for (long value : all) {
      steps.at(field.name(), value, () -> verifyRefused(at, field, value));
    }
  }

  private void verifyRefused(Refusal at, Field field, long value) throws TestException {
    String whyNot = whyNot(field);
    if (whyNot != null) {
      forBoth(at, () -> steps.inconclusive(whyNot));
      watchNothing(whyNot);
      return;
    }
    steps.step(at.spoilt);
    MadPacketSpec spoilt = attribute.restore();
    if (watch != null && isElsewhereTaken) {
      withElsewhere(spoilt, watch);
    }
    spoilt.setData(field, value);
    mads.send(spoilt);
    steps.step(at.refused);
    MadPacketSpec answer = mads.receiveIfAny();
    boolean conforms = isRefused(answer, spoilt, field);
    final long before = attribute.held().data(field);
    conforms &= isKept(at, spoilt, field, answer == null || answer.status() != OK);
    if (!conforms) {
      control();
      if (attribute.held().data(field) != before) {
        stuck.add(field);
      }
    }
  }

  /// Why a field's illegal values prove nothing now; null where they do.
  private @Nullable String whyNot(Field field) {
    if (!isTaken) {
      return "the control Set of legal values is refused";
    }
    return stuck.contains(field)
        ? "%s holds %s since an illegal Set, and was not put back"
            .formatted(field.name(), Shown.of(field, attribute.held().data(field)))
        : null;
  }

  private boolean isRefused(@Nullable MadPacketSpec answer, MadPacketSpec set, Field field) {
    if (answer == null) {
      steps.inconclusive("no answer to the Set");
      return false;
    }
    long code = answer.header(MadStatus.CODE);
    String to = " to a Set with " + field.name() + " " + Shown.of(field, set.data(field));
    return TestCase.all(
        mads.checks().verifyEcho(answer, set),
        steps
            .checks()
            .verify(
                answer.frame(),
                MadStatus.CODE.name(),
                code == INVALID_FIELD,
                () -> WrongField.inMad(MadStatus.CODE, 0, 0, INVALID_FIELD, code),
                () -> named(INVALID_FIELD) + to,
                () -> named((int) code)));
  }

  private static String named(int code) {
    return "MADHeader:Status.Code %d (%s)".formatted(code, MadStatus.name(code));
  }

  /// @param refused whether the DUT did not say that it has taken the Set
  /// @return whether there is nothing to be put back
  private boolean isKept(Refusal at, MadPacketSpec set, Field field, boolean refused)
      throws TestException {
    steps.step(at.kept);
    MadPacketSpec get = attribute.get();
    mads.send(get);
    MadPacketSpec read = mads.receive();
    MadChecks checks = mads.checks();
    boolean isRead = TestCase.all(checks.verifyEcho(read, get), checks.verifyStatusCode(read, OK));
    boolean kept =
        TestCase.all(isRead, checks.verifyData(read, field, 0, attribute.held().data(field)));
    if (watch == null || !isRead || !refused) {
      watchNothing("a Set with an illegal value was not refused, or not seen to be");
      return kept;
    }
    boolean isRestKept = isRestKept(watch, read, set, field);
    return watch.bystanders.verifyUntouched(watch.others) && kept && isRestKept;
  }

  /// Of the other fields those with a legal value of the Set may hold it: that is a [Reading].
  private boolean isRestKept(Watch watched, MadPacketSpec read, MadPacketSpec set, Field spoilt) {
    steps.step(watched.rest);
    boolean kept = true;
    boolean stored = false;
    for (Field field : attribute.attribute().layout().fields()) {
      if (field.overlaps(spoilt)) {
        continue;
      }
      boolean isStored =
          isElsewhereTaken
              && watched.elsewhere.containsKey(field)
              && read.data(field) == set.data(field)
              && read.data(field) != attribute.held().data(field);
      stored |= isStored;
      kept &= isStored || watched.moving.verifyKept(mads.checks(), read, attribute.held(), field);
    }
    if (isElsewhereTaken) {
      steps.step(watched.legal);
      steps.reading(read.frame(), Reading.ILLEGAL_SET_PARTIAL, stored ? "stored" : "kept");
    } else {
      steps.inconclusive("the control Set with legal values in other components is refused");
    }
    return kept && !stored;
  }

  /// What else a Set may have changed says nothing of a refusal.
  private void watchNothing(String why) {
    if (watch != null) {
      steps.step(watch.rest);
      steps.inconclusive(why);
      steps.step(watch.others);
      steps.inconclusive(why);
    }
  }

  private void forBoth(Refusal at, Runnable remark) {
    steps.step(at.refused);
    remark.run();
    steps.step(at.kept);
    remark.run();
  }
}
