package org.ibassay.suite;

import static org.ibassay.wire.mad.MadStatus.OK;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadStatus;
import org.jspecify.annotations.Nullable;

/// Writes legal values to the fields of an attribute: a read-only field keeps its value, whatever a
/// Set carries; a read-write field takes each legal value; all other fields are unchanged.
///
/// Each Set repeats the values read last, with one field changed (or several at once); the response
/// and a subsequent Get are checked.
public final class FieldWrites {
  /// A pattern that no counter reaches by chance.
  private static final long ODD_PATTERN = 0x5A3C_5A3C_5A3C_5A3CL;

  private final HeldAttribute attribute;
  private final MadExchange mads;
  private final VolatileFields moving;
  private final @Nullable Bystanders bystanders;
  private final String others;

  /// The steps of one write.
  ///
  /// @param set where the Set is sent
  /// @param answered where its response is checked
  /// @param read where the response to the Get is checked
  public record Write(String set, String answered, String read) {}

  /// @param attribute the attribute, already read
  /// @param movingByThemselves fields that the DUT may change at any time, such as counters
  public FieldWrites(HeldAttribute attribute, Set<Field> movingByThemselves) {
    this(attribute, new VolatileFields(movingByThemselves, Set.of()), null, "");
  }

  /// @param attribute the attribute, already read
  /// @param moving its fields that the DUT may change at any time
  /// @param bystanders what a Set of the attribute must not change, compared after each Set
  /// @param others step at which the bystanders are compared
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

  /// Writes a read-only field with all of its bits inverted; the field must keep its value. A field
  /// that the DUT may change at any time must only not hold the value written. `TestField` and
  /// `SubnSetROFields` of the pages. The status code of the response must be 0, the first way of
  /// [Reading#RO_FIELD_SET].
  public void verifyReadOnly(Write at, Field field) throws TestException {
    if (moving.contains(field)) {
      long pattern = attribute.held().data(field) ^ (ODD_PATTERN & field.max());
      mads.steps().at(field.name(), pattern, () -> verifyNotTaken(at, field, pattern));
      return;
    }
    BigInteger held = attribute.held().number(field, 0);
    BigInteger inverted = held.xor(ones(field));
    MadPacketSpec set = attribute.set().setNumber(field, 0, inverted);
    mads.steps()
        .at(field.name(), inverted.longValue(), () -> writeReadOnly(at, set, Map.of(field, held)));
  }

  /// Writes several read-only fields at once with all of their bits inverted; they must keep their
  /// values, and the status code of the response must be 0.
  public void verifyReadOnly(Write at, List<Field> fields) throws TestException {
    MadPacketSpec set = attribute.set();
    Map<Field, BigInteger> expected = new LinkedHashMap<>();
    for (Field field : fields) {
      BigInteger held = attribute.held().number(field, 0);
      set.setNumber(field, 0, held.xor(ones(field)));
      expected.put(field, held);
    }
    mads.steps().at("components at once", fields.size(), () -> writeReadOnly(at, set, expected));
  }

  private MadPacketSpec writeReadOnly(Write at, MadPacketSpec set, Map<Field, BigInteger> expected)
      throws TestException {
    MadChecks checks = mads.checks();
    return write(
        at, set, answer -> checks.verifyStatusCode(answer, Reading.RO_FIELD_SET), expected);
  }

  private static BigInteger ones(Field field) {
    return BigInteger.ONE.shiftLeft(field.width()).subtract(BigInteger.ONE);
  }

  /// Writes a value to a read-write field; the field must hold it if the status is 0, and otherwise
  /// keep its value. `SubnSetRWFields` of the pages.
  ///
  /// @param status expected status code of the response
  public void verifyReadWrite(Write at, Field field, long value, int status) throws TestException {
    MadPacketSpec set = attribute.set().setData(field, value);
    BigInteger expected =
        status == OK ? WrongField.unsigned(value) : attribute.held().number(field, 0);
    mads.steps().at(field.name(), value, () -> write(at, set, status, Map.of(field, expected)));
  }

  /// Writes a value that the DUT replaces by another one, as the specification defines.
  public void verifyReadsAs(Write at, Field field, long value, long expected) throws TestException {
    MadPacketSpec set = attribute.set().setData(field, value);
    Map<Field, BigInteger> read = Map.of(field, WrongField.unsigned(expected));
    mads.steps().at(field.name(), value, () -> write(at, set, OK, read));
  }

  /// Writes a value that the DUT may replace by a greater or smaller one of equal meaning.
  ///
  /// @param least the least value with that meaning
  public void verifyAtLeast(Write at, Field field, long value, long least) throws TestException {
    FieldWrites others = new FieldWrites(attribute, moving.and(field), bystanders, this.others);
    MadPacketSpec set = attribute.set().setData(field, value);
    mads.steps()
        .at(
            field.name(),
            value,
            () -> {
              MadPacketSpec answer = others.write(at, set, OK, Map.of());
              mads.steps().step(at.answered);
              verifyLeast(answer, field, least);
              mads.steps().step(at.read);
              verifyLeast(attribute.held(), field, least);
            });
  }

  private void verifyLeast(MadPacketSpec mad, Field field, long least) {
    mads.checks()
        .verify(
            mad,
            mad.status() != OK || mad.data(field) >= least,
            () -> "%s %d or more".formatted(field.name(), least),
            () -> "%s %d".formatted(field.name(), mad.data(field)));
  }

  /// Writes several read-write fields at once; they must hold their values.
  ///
  /// @param values in the order in which they are checked
  public void verifyReadWrite(Write at, Map<Field, Long> values) throws TestException {
    MadPacketSpec set = attribute.set();
    values.forEach(set::setData);
    Map<Field, BigInteger> expected = new LinkedHashMap<>();
    values.forEach((field, value) -> expected.put(field, WrongField.unsigned(value)));
    mads.steps().at("components at once", values.size(), () -> write(at, set, OK, expected));
  }

  private MadPacketSpec write(
      Write at, MadPacketSpec set, int status, Map<Field, BigInteger> expected)
      throws TestException {
    MadChecks checks = mads.checks();
    return write(at, set, answer -> checks.verifyStatusCode(answer, status), expected);
  }

  /// @param code check of the status code
  /// @return the response to the Set
  private MadPacketSpec write(
      Write at, MadPacketSpec set, Predicate<MadPacketSpec> code, Map<Field, BigInteger> expected)
      throws TestException {
    Steps steps = mads.steps();
    MadChecks checks = mads.checks();
    steps.step(at.set);
    mads.send(set);
    steps.step(at.answered);
    MadPacketSpec answer = mads.receive();
    checks.verifyEcho(answer, set);
    if (code.test(answer) && answer.header(MadStatus.CODE) == OK) {
      verifyWritten(answer, expected);
      moving.verifyRepeated(checks, answer, set, attribute, expected.keySet());
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

  private void verifyNotTaken(Write at, Field field, long pattern) throws TestException {
    MadPacketSpec answer = writeReadOnly(at, attribute.set().setData(field, pattern), Map.of());
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
