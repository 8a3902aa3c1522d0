package org.ibassay.suite;

import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.List;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.jspecify.annotations.Nullable;

/// Reads and sets all blocks of a table, as the pages do. AttributeModifier is the block number, in
/// some tables combined with a port number in its upper bits.
///
/// A block exists if it holds an entry within the table's capacity, and is answered with code 0;
/// any later block is answered with code 7. Entries beyond the capacity are ignored on write and
/// read as 0.
public final class TableWalk {
  private final MadExchange mads;
  private final Steps steps;
  private final MadChecks checks;
  private final Attribute attribute;
  private final List<Field> fields;
  private final int perBlock;
  private final int capacity;
  private final long upper;
  private final SpecialEntries special;
  private final @Nullable Reading echo;

  /// The values to write to a table.
  @FunctionalInterface
  public interface Pattern {
    /// Returns the value to write to a field of an entry.
    ///
    /// @param entry number of the entry in the table
    /// @param held value read just before
    long value(Field field, int entry, long held);
  }

  /// Judges entries that need not read as written.
  @FunctionalInterface
  public interface SpecialEntries {
    /// Checks a field of an entry if that is a special one, possibly at a step for special entries.
    ///
    /// @param read response that holds the field
    /// @param index index of the entry in the block
    /// @param entry number of the entry in the table
    /// @param written value that was set
    /// @return whether the entry is special; all others are checked as usual
    boolean judge(MadPacketSpec read, Field field, int index, int entry, long written)
        throws TestException;
  }

  /// The steps of writing one block.
  ///
  /// @param get where the Get is sent
  /// @param shown where its status is checked
  /// @param set where the Set is sent
  /// @param answered where its status is checked
  /// @param stored where the entries of its response are checked
  /// @param read where the block is read again and its entries are checked
  /// @param beyond where the entries beyond the capacity are checked, in both responses
  public record Write(
      String get,
      String shown,
      String set,
      String answered,
      String stored,
      String read,
      String beyond) {}

  /// The steps for a block that does not exist.
  ///
  /// @param set where a Set is sent
  /// @param refused where its response is checked
  /// @param get where a Get is sent
  /// @param absent where its response is checked
  public record Refusal(String set, String refused, String get, String absent) {}

  /// @param capacity number of entries
  public TableWalk(MadExchange mads, Attribute attribute, int capacity, SpecialEntries special) {
    this(mads, attribute, capacity, 0, special, null);
  }

  /// A table without special entries.
  ///
  /// @param capacity number of entries
  /// @param upper bits of AttributeModifier other than the block number
  /// @param echo whether the response to a Set has 0 beyond the capacity, or the values written
  public TableWalk(MadExchange mads, Attribute attribute, int capacity, long upper, Reading echo) {
    this(mads, attribute, capacity, upper, (_, _, _, _, _) -> false, echo);
  }

  private TableWalk(
      MadExchange mads,
      Attribute attribute,
      int capacity,
      long upper,
      SpecialEntries special,
      @Nullable Reading echo) {
    this.echo = echo;
    this.mads = mads;
    this.upper = upper;
    this.steps = mads.steps();
    this.checks = mads.checks();
    this.attribute = attribute;
    this.fields = attribute.layout().fields();
    this.perBlock = fields.getFirst().count();
    this.capacity = capacity;
    this.special = special;
  }

  /// The number of blocks that exist.
  public int blocks() {
    return (capacity + perBlock - 1) / perBlock;
  }

  /// Reads, sets and reads again each existing block, in ascending or descending order.
  public void write(Write at, boolean upwards, Pattern pattern) throws TestException {
    int last = blocks() - 1;
    if (last >= 0) {
      steps.repeat(
          "block", upwards ? 0 : last, upwards ? last : 0, block -> write(at, block, pattern));
    }
  }

  private void write(Write at, int block, Pattern pattern) throws TestException {
    steps.step(at.get);
    MadPacketSpec get = get(block);
    mads.send(get);
    steps.step(at.shown);
    MadPacketSpec held = mads.receive();
    verifyAnswer(held, get, OK);
    steps.step(at.set);
    MadPacketSpec set = fill(MadPacketSpec.subnSet(attribute), block, held, pattern);
    mads.send(set);
    steps.step(at.answered);
    MadPacketSpec answer = mads.receive();
    verifyAnswer(answer, set, OK);
    verifyWithin(at.stored, answer, block, set);
    if (echo == null || !noteEcho(echo, at.beyond, answer, block, set)) {
      verifyBeyond(at.beyond, answer, block, set);
    }
    steps.step(at.read);
    mads.send(get);
    MadPacketSpec read = mads.receive();
    verifyAnswer(read, get, OK);
    verifyWithin(at.read, read, block, set);
    verifyBeyond(at.beyond, read, block, set);
  }

  /// Checks that each existing block still holds what was written.
  ///
  /// @param read step at which blocks are read and checked
  public void read(String read, Pattern pattern) throws TestException {
    if (capacity > 0) {
      steps.repeat("block", 0, blocks() - 1, block -> read(read, block, pattern));
    }
  }

  private void read(String at, int block, Pattern pattern) throws TestException {
    steps.step(at);
    MadPacketSpec get = get(block);
    mads.send(get);
    MadPacketSpec read = mads.receive();
    verifyAnswer(read, get, OK);
    MadPacketSpec written = fill(MadPacketSpec.subnSet(attribute), block, read, pattern);
    verifyWithin(at, read, block, written);
    verifyBeyond(at, read, block, written);
  }

  /// Checks that blocks that do not exist are answered with code 7 and zeros.
  public void verifyAbsent(Refusal at, int first, int last, Pattern pattern) throws TestException {
    steps.repeat(
        "block",
        first,
        last,
        block ->
            refuse(
                at,
                block,
                pattern,
                (answer, request) -> {
                  verifyAnswer(answer, request, INVALID_FIELD);
                  verifyZero(answer);
                }));
  }

  /// Checks that blocks that do not exist are answered with code 7.
  public void verifyRefused(Refusal at, int first, int last, Pattern pattern) throws TestException {
    RefusalCheck check = (answer, request) -> verifyAnswer(answer, request, INVALID_FIELD);
    steps.repeat("block", first, last, block -> refuse(at, block, pattern, check));
  }

  /// Checks that a block number that no table can have is answered with code 7.
  public void verifyImpossible(Refusal at, int block, Pattern pattern) throws TestException {
    RefusalCheck check = (answer, request) -> verifyAnswer(answer, request, INVALID_FIELD);
    steps.at("block", block, () -> refuse(at, block, pattern, check));
  }

  /// Checks that blocks of an attribute that the DUT does not support are answered with the code
  /// that a page requires. Ends the walk if the first block is not answered, because no other will
  /// be.
  public void verifyUnsupported(Refusal at, int first, int last, Reading letter, Pattern pattern)
      throws TestException {
    RefusalCheck check =
        (answer, request) -> {
          checks.verifyEcho(answer, request);
          checks.verifyStatusCode(answer, letter);
        };
    steps.at("block", first, () -> verifyAnswered(at, first));
    steps.repeat("block", first, last, block -> refuse(at, block, pattern, check));
  }

  private void verifyAnswered(Refusal at, int block) throws TestException {
    steps.step(at.get);
    MadPacketSpec get = get(block);
    mads.send(get);
    steps.step(at.absent);
    if (mads.receiveIfAny() == null) {
      steps.checks().verify(0, false, () -> "a response to " + get, () -> "no response");
      throw new TestException(
          TestException.Cause.DUT, "step %s: no response to %s".formatted(at.absent, get));
    }
  }

  private interface RefusalCheck {
    void verify(MadPacketSpec answer, MadPacketSpec request) throws TestException;
  }

  private void refuse(Refusal at, int block, Pattern pattern, RefusalCheck check)
      throws TestException {
    steps.step(at.set);
    MadPacketSpec get = get(block);
    MadPacketSpec set = fill(MadPacketSpec.subnSet(attribute), block, get, pattern);
    mads.send(set);
    steps.step(at.refused);
    check.verify(mads.receive(), set);
    steps.step(at.get);
    mads.send(get);
    steps.step(at.absent);
    check.verify(mads.receive(), get);
  }

  private MadPacketSpec get(int block) {
    return MadPacketSpec.subnGet(attribute).attributeModifier(upper | block);
  }

  private MadPacketSpec fill(MadPacketSpec set, int block, MadPacketSpec held, Pattern pattern) {
    set.attributeModifier(upper | block);
    for (Field field : fields) {
      for (int i = 0; i < perBlock; i++) {
        set.setData(field, i, pattern.value(field, block * perBlock + i, held.data(field, i)));
      }
    }
    return set;
  }

  private void verifyAnswer(MadPacketSpec answer, MadPacketSpec request, int code) {
    checks.verifyEcho(answer, request);
    checks.verifyStatusCode(answer, code);
  }

  private int existing(int block) {
    return Math.clamp(capacity - (long) block * perBlock, 0, perBlock);
  }

  private void verifyWithin(String at, MadPacketSpec read, int block, MadPacketSpec written)
      throws TestException {
    steps.step(at);
    int existing = existing(block);
    for (Field field : fields) {
      for (int i = 0; i < existing; i++) {
        long value = written.data(field, i);
        if (!isSpecial(at, read, field, i, block * perBlock + i, value)) {
          verifyValue(read, field, i, value);
        }
      }
    }
  }

  private void verifyBeyond(String at, MadPacketSpec read, int block, MadPacketSpec written)
      throws TestException {
    steps.step(at);
    for (Field field : fields) {
      for (int i = existing(block); i < perBlock; i++) {
        if (!isSpecial(at, read, field, i, block * perBlock + i, written.data(field, i))) {
          verifyValue(read, field, i, 0);
        }
      }
    }
  }

  /// Notes whether the entries beyond the capacity are all 0 or all as written.
  private boolean noteEcho(
      Reading reading, String at, MadPacketSpec answer, int block, MadPacketSpec written) {
    boolean isZero = true;
    boolean isEcho = existing(block) < perBlock;
    for (Field field : fields) {
      for (int i = existing(block); i < perBlock; i++) {
        isZero &= answer.data(field, i) == 0;
        isEcho &= answer.data(field, i) == written.data(field, i);
      }
    }
    if (existing(block) < perBlock && (isZero || isEcho)) {
      steps.step(at);
      steps.reading(answer.frame(), reading, isZero ? "zero" : "echo");
    }
    return isZero || isEcho;
  }

  private void verifyZero(MadPacketSpec read) throws TestException {
    for (Field field : fields) {
      for (int i = 0; i < perBlock; i++) {
        verifyValue(read, field, i, 0);
      }
    }
  }

  private boolean isSpecial(
      String at, MadPacketSpec read, Field field, int index, int entry, long written)
      throws TestException {
    boolean isSpecial = special.judge(read, field, index, entry, written);
    if (isSpecial) {
      steps.step(at);
    }
    return isSpecial;
  }

  /// The place names the entry only when a check fails.
  private void verifyValue(MadPacketSpec read, Field field, int index, long expected)
      throws TestException {
    if (read.data(field, index) == expected) {
      checks.verifyData(read, field, index, expected);
    } else {
      steps.at("entry", index, () -> checks.verifyData(read, field, index, expected));
    }
  }
}
