package org.ibassay.suite;

import static org.ibassay.wire.mad.MadStatus.OK;

import java.math.BigInteger;
import java.util.Set;
import org.ibassay.wire.Field;

/// The two patterns of the pages that write legal values: a read-only field keeps its value,
/// whatever a Set carries; a read-write field takes each legal value, and nothing else moves.
///
/// In each, the attribute is set as it was read, with that one field changed; what the answer and a
/// Get show is checked.
public final class FieldWrites {
  private final HeldAttribute attribute;
  private final MadExchange mads;
  private final Set<Field> movingByThemselves;

  /// The steps of one write.
  ///
  /// @param set at which the Set is sent
  /// @param answered at which its answer is checked
  /// @param read at which it is checked what a Get shows
  public record Write(String set, String answered, String read) {}

  /// @param attribute that was read
  /// @param movingByThemselves fields that the DUT may change at any time, such as counters
  public FieldWrites(HeldAttribute attribute, Set<Field> movingByThemselves) {
    this.attribute = attribute;
    this.mads = attribute.mads();
    this.movingByThemselves = Set.copyOf(movingByThemselves);
  }

  /// A read-only field is written with all of its bits inverted, and keeps its value. `TestField`
  /// and `SubnSetROFields` of the pages.
  ///
  /// @param status code of the answer
  public void verifyReadOnly(Write at, Field field, int status) throws TestException {
    BigInteger held = attribute.held().number(field, 0);
    BigInteger ones = BigInteger.ONE.shiftLeft(field.width()).subtract(BigInteger.ONE);
    MadPacketSpec set = attribute.set().setNumber(field, 0, held.xor(ones));
    mads.steps()
        .at(field.name(), held.xor(ones).longValue(), () -> write(at, set, status, field, held));
  }

  /// A read-write field is written with a value, and holds it where the answer has status 0; else
  /// it keeps the one before. `SubnSetRWFields` of the pages.
  ///
  /// @param status code of the answer
  public void verifyReadWrite(Write at, Field field, long value, int status) throws TestException {
    MadPacketSpec set = attribute.set().setData(field, value);
    BigInteger expected =
        status == OK ? WrongField.unsigned(value) : attribute.held().number(field, 0);
    mads.steps().at(field.name(), value, () -> write(at, set, status, field, expected));
  }

  private void write(Write at, MadPacketSpec set, int status, Field field, BigInteger expected)
      throws TestException {
    Steps steps = mads.steps();
    MadChecks checks = mads.checks();
    steps.step(at.set);
    mads.send(set);
    steps.step(at.answered);
    MadPacketSpec answer = mads.receive();
    checks.verifyEcho(answer, set);
    checks.verifyStatusCode(answer, status);
    if (status == OK) {
      checks.verifyData(answer, field, 0, expected);
    }
    steps.step(at.read);
    MadPacketSpec get = attribute.get();
    mads.send(get);
    MadPacketSpec read = mads.receive();
    boolean isRead = TestCase.all(checks.verifyEcho(read, get), checks.verifyStatusCode(read, OK));
    steps.needs(isRead, "the attribute was not read");
    checks.verifyData(read, field, 0, expected);
    verifyOthersKept(read, field);
    attribute.keep(read);
  }

  private void verifyOthersKept(MadPacketSpec read, Field written) {
    for (Field other : attribute.attribute().layout().fields()) {
      if (!other.overlaps(written) && !movingByThemselves.contains(other)) {
        for (int i = 0; i < other.count(); i++) {
          mads.checks().verifyData(read, other, i, attribute.held().number(other, i));
        }
      }
    }
  }
}
