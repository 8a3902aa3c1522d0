package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.P_KEY_TABLE;
import static org.ibassay.wire.attribute.PKeyTable.P_KEY;
import static org.ibassay.wire.mad.MadStatus.CODE;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.ibassay.suite.MadChecks;
import org.ibassay.suite.MadExchange;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Reading;
import org.ibassay.suite.Steps;
import org.ibassay.suite.TableWalk;
import org.ibassay.suite.TableWalk.Pattern;
import org.ibassay.suite.TestException;

/// The P_KeyTable of one port: 32 P_Keys per block.
///
/// P_Keys found in the table are in use. They stay in their block all the time, alternately at the
/// next entry and at the original one, so that no packet of their partitions is dropped. The other
/// entries get P_Keys of unused partitions.
final class PartitionTable {
  /// Block numbers that some tables have, and numbers that could be mistaken for them.
  private static final int[] SAMPLE = {255, 256, 257, 0x7FFF, 0x8000, 0xFFFE, 0xFFFF};

  static final int LAST_BLOCK = 0xFFFF;

  private static final int PER_BLOCK = 32;
  private static final int BASE = 0x7FFF;
  private static final int FULL = 0x8000;

  /// The number of partitions with an even number other than 0.
  private static final int EVEN_BASES = 0x3FFF;

  private final MadExchange mads;
  private final Steps steps;
  private final int port;
  private final int capacity;
  private final long upper;
  private final Map<Integer, Long> inUse = new TreeMap<>();

  /// @param port port number
  /// @param capacity number of P_Keys
  /// @param upper upper half of AttributeModifier, above the block number
  PartitionTable(MadExchange mads, int port, int capacity, long upper) {
    this.mads = mads;
    this.steps = mads.steps();
    this.port = port;
    this.capacity = capacity;
    this.upper = upper;
  }

  TableWalk walk() {
    return new TableWalk(mads, P_KEY_TABLE, capacity, upper, Reading.P_KEY_ANSWER_BEYOND_CAP);
  }

  /// Reads the P_Keys that are in use.
  ///
  /// @param get step that requests a block
  /// @param read step that checks the response
  /// @param first step that notes the first entry
  void read(String get, String read, String first) throws TestException {
    for (int block = 0; block < walk().blocks(); block++) {
      int from = block * PER_BLOCK;
      MadPacketSpec request = MadPacketSpec.subnGet(P_KEY_TABLE).attributeModifier(upper | block);
      steps.step(get);
      mads.send(request);
      steps.step(read);
      MadPacketSpec keys = mads.receive();
      mads.checks().verifyEcho(keys, request);
      steps.needs(mads.checks().verifyStatusCode(keys, OK), "the P_KeyTable was not read");
      if (block == 0) {
        steps.step(first);
        noteFirst(keys);
      }
      IntStream.range(0, existing(block))
          .filter(i -> (keys.data(P_KEY, i) & BASE) != 0)
          .forEach(i -> inUse.put(from + i, keys.data(P_KEY, i)));
    }
  }

  private void noteFirst(MadPacketSpec keys) {
    long key = keys.data(P_KEY, 0);
    String way = key == 0xFFFF ? "default-full" : key == BASE ? "default-limited" : "other";
    steps.reading(keys.frame(), Reading.P_KEY_ENTRY_0, way);
  }

  /// Whether nothing can be written without removing a P_Key that is in use.
  boolean isFixed() {
    return capacity <= 1 && !inUse.isEmpty();
  }

  /// Whether no block has entries beyond the capacity.
  boolean hasWholeBlocks() {
    return capacity % PER_BLOCK == 0;
  }

  private int existing(int block) {
    return Math.clamp(capacity - (long) block * PER_BLOCK, 0, PER_BLOCK);
  }

  /// P_Keys unique to each port and entry; those of round 1 have every bit of those of round 0
  /// inverted.
  Pattern own(int round) {
    return (_, entry, _) -> {
      int block = entry / PER_BLOCK;
      int from = block * PER_BLOCK;
      int existing = existing(block);
      int source = existing == 0 ? entry : from + Math.floorMod(entry - from - 1 + round, existing);
      Long kept = entry < capacity ? inUse.get(source) : null;
      return kept == null ? unused(entry, round) : kept;
    };
  }

  /// 0, except for the P_Keys that are in use, at their original entries.
  Pattern empty() {
    return (_, entry, _) -> entry < capacity ? inUse.getOrDefault(entry, 0L) : 0;
  }

  /// Returns 0 where more P_Keys would be two of one partition, which a device may reject.
  private long unused(int entry, int round) {
    if (entry >= EVEN_BASES && entry < capacity) {
      return 0;
    }
    int base = 2 + 2 * (int) Math.floorMod((entry + port * 389L) * 20011L, (long) EVEN_BASES);
    int key = base | ((entry + port) % 2 == 0 ? FULL : 0);
    int asked = round == 0 ? key : ~key & 0xFFFF;
    boolean isTaken = inUse.values().stream().anyMatch(found -> (found & BASE) == (asked & BASE));
    return isTaken ? 0 : asked;
  }

  /// Verifies that blocks from the first nonexistent one on are rejected.
  ///
  /// @param isWhole whether all of them are tested; otherwise a sample
  void verifyAbsent(TableWalk.Refusal at, boolean isWhole, Pattern pattern) throws TestException {
    int first = walk().blocks();
    if (isWhole && first <= LAST_BLOCK) {
      walk().verifyRefused(at, first, LAST_BLOCK, pattern);
      return;
    }
    int[] blocks =
        IntStream.concat(IntStream.rangeClosed(first, first + 2), IntStream.of(SAMPLE))
            .filter(block -> block >= first && block <= LAST_BLOCK)
            .distinct()
            .toArray();
    for (int block : blocks) {
      walk().verifyImpossible(at, block, pattern);
    }
  }

  /// Returns the first two free entries; fewer if there are not that many.
  private List<Integer> free() {
    return IntStream.range(0, existing(0))
        .filter(entry -> !inUse.containsKey(entry))
        .boxed()
        .limit(2)
        .toList();
  }

  /// Whether two entries are free.
  boolean hasRoom() {
    return free().size() == 2;
  }

  /// Sets two free entries to values that a device need not store, notes the result, and sets them
  /// to 0.
  ///
  /// @param set step that sets them
  /// @param shown step that notes the response to a Get
  /// @param cleared step that sets them to 0
  /// @param open reading with the ways stored, in part, refused
  void note(String set, String shown, String cleared, Reading open, long one, long other)
      throws TestException {
    List<Integer> free = free();
    MadPacketSpec before = read(set);
    MadPacketSpec asked = filled(free, one, other);
    mads.send(asked);
    MadPacketSpec answer = mads.receive();
    steps.step(shown);
    mads.checks().verifyEcho(answer, asked);
    boolean isRefused = answer.header(CODE) == INVALID_FIELD;
    if (!isRefused) {
      mads.checks().verifyStatusCode(answer, OK);
    }
    MadPacketSpec read = read(shown);
    boolean isWhole = true;
    for (int i = 0; i < existing(0); i++) {
      long key = read.data(P_KEY, i);
      long wanted = asked.data(P_KEY, i);
      boolean mayDrop = free.contains(i) && key == 0;
      verify(read, i, isRefused ? before.data(P_KEY, i) : mayDrop ? 0 : wanted);
      verify(read, i, isRefused ? key : answer.data(P_KEY, i));
      isWhole &= key == wanted;
    }
    String part = open.ways().get(1).id();
    steps.reading(read.frame(), open, isRefused ? "refused" : isWhole ? "stored" : part);
    steps.step(cleared);
    MadPacketSpec empty = filled(free, 0, 0);
    mads.send(empty);
    mads.checks().verifyStatusCode(mads.receive(), OK);
    verifyLeft(cleared);
  }

  /// Verifies that block 0 has the P_Keys of round 1, except for 0 in the two free entries that
  /// [#note] used.
  void verifyLeft(String step) throws TestException {
    MadPacketSpec read = read(step);
    MadPacketSpec left = hasRoom() ? filled(free(), 0, 0) : null;
    for (int i = 0; i < existing(0); i++) {
      verify(read, i, left == null ? own(1).value(P_KEY, i, 0) : left.data(P_KEY, i));
    }
  }

  /// Only a failed check names its entry.
  private void verify(MadPacketSpec read, int index, long expected) throws TestException {
    MadChecks checks = mads.checks();
    if (read.data(P_KEY, index) == expected) {
      checks.verifyData(read, P_KEY, index, expected);
    } else {
      steps.at("entry", index, () -> checks.verifyData(read, P_KEY, index, expected));
    }
  }

  private MadPacketSpec filled(List<Integer> free, long one, long other) {
    MadPacketSpec set = MadPacketSpec.subnSet(P_KEY_TABLE).attributeModifier(upper);
    for (int i = 0; i < existing(0); i++) {
      set.setData(P_KEY, i, own(1).value(P_KEY, i, 0));
    }
    return set.setData(P_KEY, free.get(0), one).setData(P_KEY, free.get(1), other);
  }

  private MadPacketSpec read(String at) throws TestException {
    steps.step(at);
    mads.send(MadPacketSpec.subnGet(P_KEY_TABLE).attributeModifier(upper));
    return mads.receiveOk();
  }
}
