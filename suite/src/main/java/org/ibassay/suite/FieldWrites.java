package org.ibassay.suite;

import static org.ibassay.wire.mad.MadStatus.OK;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ibassay.wire.Field;
import org.jspecify.annotations.Nullable;

/// The two patterns of the pages that write legal values: a read-only field keeps its value,
/// whatever a Set carries; a read-write field takes each legal value, and nothing else moves.
///
/// In each, the attribute is set as it was read, with that one field changed; what the answer and a
/// Get show is checked.
public final class FieldWrites {
  /// What no measured value is turned into by chance.
  private static final long ODD_PATTERN = 0x5A3C_5A3C_5A3C_5A3CL;

  private final HeldAttribute attribute;
  private final MadExchange mads;
  private final VolatileFields moving;
  private final @Nullable Bystanders bystanders;
  private final String others;

  /// The steps of one write.
  ///
  /// @param set at which the Set is sent
  /// @param answered at which its answer is checked
  /// @param read at which it is checked what a Get shows
  public record Write(String set, String answered, String read) {}

  /// @param attribute that was read
  /// @param movingByThemselves fields that the DUT may change at any time, such as counters
  public FieldWrites(HeldAttribute attribute, Set<Field> movingByThemselves) {
    this(attribute, new VolatileFields(movingByThemselves, Set.of()), null, "");
  }

  /// @param attribute that was read
  /// @param moving fields of it that change by themselves
  /// @param bystanders what a Set of it must leave alone, looked at after each
  /// @param others step at which that is verified
  public FieldWrites(
      HeldAttribute attribute,
      VolatileFields moving,
      @Nullable Bystanders bystanders,
      String others) {
    this.attribute = attribute;
    this.mads = attribute.mads();
    this.moving = moving;
    this.bystanders = bystanders;
    this.others = others;
  }

  /// A read-only field is written with all of its bits inverted, and keeps its value. `TestField`
  /// and `SubnSetROFields` of the pages. One that changes by itself does not hold what was written.
  ///
  /// @param status code of the answer
  public void verifyReadOnly(Write at, Field field, int status) throws TestException {
    if (moving.contains(field)) {
      long pattern = attribute.held().data(field) ^ (ODD_PATTERN & field.max());
      mads.steps().at(field.name(), pattern, () -> verifyNotTaken(at, field, pattern, status));
      return;
    }
    BigInteger held = attribute.held().number(field, 0);
    BigInteger inverted = held.xor(ones(field));
    MadPacketSpec set = attribute.set().setNumber(field, 0, inverted);
    mads.steps()
        .at(field.name(), inverted.longValue(), () -> write(at, set, status, Map.of(field, held)));
  }

  /// Several read-only fields are written at once with all of their bits inverted, and keep their
  /// values; the answer has status 0.
  public void verifyReadOnly(Write at, List<Field> fields) throws TestException {
    MadPacketSpec set = attribute.set();
    Map<Field, BigInteger> expected = new LinkedHashMap<>();
    for (Field field : fields) {
      BigInteger held = attribute.held().number(field, 0);
      set.setNumber(field, 0, held.xor(ones(field)));
      expected.put(field, held);
    }
    mads.steps().at("components at once", fields.size(), () -> write(at, set, OK, expected));
  }

  private static BigInteger ones(Field field) {
    return BigInteger.ONE.shiftLeft(field.width()).subtract(BigInteger.ONE);
  }

  /// A read-write field is written with a value, and holds it where the answer has status 0; else
  /// it keeps the one before. `SubnSetRWFields` of the pages.
  ///
  /// @param status code of the answer
  public void verifyReadWrite(Write at, Field field, long value, int status) throws TestException {
    MadPacketSpec set = attribute.set().setData(field, value);
    BigInteger expected =
        status == OK ? WrongField.unsigned(value) : attribute.held().number(field, 0);
    mads.steps().at(field.name(), value, () -> write(at, set, status, Map.of(field, expected)));
  }

  /// A read-write field is written with a value that has a meaning of its own, and holds what that
  /// means.
  public void verifyReadsAs(Write at, Field field, long value, long expected) throws TestException {
    MadPacketSpec set = attribute.set().setData(field, value);
    Map<Field, BigInteger> read = Map.of(field, WrongField.unsigned(expected));
    mads.steps().at(field.name(), value, () -> write(at, set, OK, read));
  }

  /// Several read-write fields are written at once, and hold their values.
  ///
  /// @param values in the order in which they are checked
  public void verifyReadWrite(Write at, Map<Field, Long> values) throws TestException {
    MadPacketSpec set = attribute.set();
    values.forEach(set::setData);
    Map<Field, BigInteger> expected = new LinkedHashMap<>();
    values.forEach((field, value) -> expected.put(field, WrongField.unsigned(value)));
    mads.steps().at("components at once", values.size(), () -> write(at, set, OK, expected));
  }

  /// @return the answer to the Set
  private MadPacketSpec write(
      Write at, MadPacketSpec set, int status, Map<Field, BigInteger> expected)
      throws TestException {
    Steps steps = mads.steps();
    MadChecks checks = mads.checks();
    steps.step(at.set);
    mads.send(set);
    steps.step(at.answered);
    MadPacketSpec answer = mads.receive();
    checks.verifyEcho(answer, set);
    boolean isAnswered = checks.verifyStatusCode(answer, status);
    if (status == OK && isAnswered) {
      verifyWritten(answer, expected);
    }
    steps.step(at.read);
    MadPacketSpec get = attribute.get();
    mads.send(get);
    MadPacketSpec read = mads.receive();
    boolean isRead = TestCase.all(checks.verifyEcho(read, get), checks.verifyStatusCode(read, OK));
    steps.needs(isRead, "the attribute was not read");
    verifyWritten(read, expected);
    verifyOthersKept(read, expected.keySet());
    attribute.keep(read);
    if (bystanders != null) {
      bystanders.verifyUntouched(others);
    }
    return answer;
  }

  private void verifyNotTaken(Write at, Field field, long pattern, int status)
      throws TestException {
    MadPacketSpec answer = write(at, attribute.set().setData(field, pattern), status, Map.of());
    mads.steps().step(at.answered);
    verifyIsNot(answer, field, pattern);
    mads.steps().step(at.read);
    verifyIsNot(attribute.held(), field, pattern);
  }

  private void verifyIsNot(MadPacketSpec mad, Field field, long pattern) {
    mads.checks()
        .verify(
            mad,
            mad.status() != OK || mad.data(field) != pattern,
            () ->
                "%s other than the %s of the Set".formatted(field.name(), Shown.of(field, pattern)),
            () -> field.name() + " " + Shown.of(field, pattern));
  }

  private void verifyWritten(MadPacketSpec mad, Map<Field, BigInteger> expected) {
    expected.forEach((field, value) -> mads.checks().verifyData(mad, field, 0, value));
  }

  private void verifyOthersKept(MadPacketSpec read, Set<Field> written) {
    for (Field other : attribute.attribute().layout().fields()) {
      if (!overlapsAny(other, written)) {
        moving.verifyKept(mads.checks(), read, attribute.held(), other);
      }
    }
  }

  private static boolean overlapsAny(Field other, Set<Field> written) {
    for (Field field : written) {
      if (field.overlaps(other)) {
        return true;
      }
    }
    return false;
  }
}
