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

/// Writes illegal values to the fields of an attribute: a Set with one illegal value must be
/// answered with status code 7 and change nothing.
///
/// Code 7 proves something only if the illegal value is the only reason for it. Each Set is
/// therefore one that the DUT has just accepted, the *control*, with one value changed to an
/// illegal one. The control is repeated after every non-conformance; while the DUT does not accept
/// it, checks are inconclusive.
///
/// A Set that repeats the present values in all other fields cannot show that a device stores part
/// of it. Control and Set therefore carry [other legal values][Watch] in some fields; a second Set
/// of the control restores these.
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
  /// @param set where the Set is sent
  /// @param answered where the Set is answered
  /// @param get where the Get is sent
  /// @param read where the Get is answered
  public record Control(String set, String answered, String get, String read) {}

  /// The steps of one illegal value.
  ///
  /// @param spoilt where the Set with the illegal value is sent
  /// @param refused where the status of its response is checked
  /// @param kept where it is checked that nothing has changed
  public record Refusal(String spoilt, String refused, String kept) {}

  /// What is compared after each illegal Set, in addition to the field with the illegal value.
  ///
  /// @param elsewhere legal values, different from the present ones, that each Set carries in other
  ///   fields
  /// @param moving fields of the attribute that the DUT may change at any time
  /// @param bystanders what a Set of the attribute must not change
  /// @param rest step at which the attribute's other fields are checked
  /// @param legal step at which the [Reading] is noted: whether the legal values were stored
  /// @param others step at which the bystanders are checked
  public record Watch(
      Map<Field, Long> elsewhere,
      VolatileFields moving,
      Bystanders bystanders,
      String rest,
      String legal,
      String others) {

    /// Copies the map.
    public Watch {
      elsewhere = Map.copyOf(elsewhere);
    }
  }

  /// @param attribute the attribute, already read
  public IllegalValues(HeldAttribute attribute, Control control) {
    this(attribute, control, null);
  }

  /// @param attribute the attribute, already read
  public IllegalValues(HeldAttribute attribute, Control control, @Nullable Watch watch) {
    this.attribute = attribute;
    this.mads = attribute.mads();
    this.steps = mads.steps();
    this.control = control;
    this.watch = watch;
  }

  /// Restores the attribute and determines whether the DUT accepts legal values.
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

  /// Checks that each illegal value of a field is rejected.
  ///
  /// @param whyNone what the DUT declares if the field has no illegal value
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

  /// Why illegal values of a field prove nothing at present; null if they do.
  private @Nullable String whyNot(Field field) {
    if (!isTaken) {
      return "the control Set with legal values is rejected";
    }
    return stuck.contains(field)
        ? "%s holds %s since an illegal Set, and was not restored"
            .formatted(field.name(), Shown.of(field, attribute.held().data(field)))
        : null;
  }

  private boolean isRefused(@Nullable MadPacketSpec answer, MadPacketSpec set, Field field) {
    if (answer == null) {
      steps.inconclusive("no response to the Set");
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

  /// @param refused whether the response, if there was one, did not report success
  /// @return whether nothing has to be restored
  private boolean isKept(Refusal at, MadPacketSpec set, Field field, boolean refused)
      throws TestException {
    steps.step(at.kept);
    MadPacketSpec get = attribute.get();
    mads.send(get);
    MadPacketSpec read = mads.receive();
    MadChecks checks = mads.checks();
    boolean isRead = TestCase.all(checks.verifyEcho(read, get), checks.verifyStatusCode(read, OK));
    boolean kept = isRead && checks.verifyData(read, field, 0, attribute.held().data(field));
    if (watch == null || !isRead || !refused) {
      watchNothing("a Set with an illegal value was not rejected, or no rejection was seen");
      return kept;
    }
    boolean isRestKept = isRestKept(watch, read, set, field);
    return watch.bystanders.verifyUntouched(watch.others) && kept && isRestKept;
  }

  /// Checks the other fields. Whether those with a legal value in the Set may hold it is a
  /// [Reading].
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
      steps.inconclusive("the control Set with legal values in other components is rejected");
    }
    return kept && !stored;
  }

  /// Makes the checks of other fields inconclusive.
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
