package org.ibassay.device.sma;

import static org.ibassay.device.variant.SimParameter.ENFORCEMENT_CAP;
import static org.ibassay.device.variant.SimParameter.PARTITION_CAP;
import static org.ibassay.device.variant.SimParameter.P_KEY_ANSWER;
import static org.ibassay.device.variant.SimParameter.P_KEY_INVALID;
import static org.ibassay.device.variant.SimParameter.P_KEY_TWINS;
import static org.ibassay.device.variant.SimParameter.SECOND_PARTITION;
import static org.ibassay.device.variant.SimParameter.SWITCH_PARTITION;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.ibassay.device.variant.Variant;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PKeyTable;
import org.ibassay.wire.mad.MadStatus;
import org.jspecify.annotations.Nullable;

/// P_KeyTable (14.2.5.7). AttributeModifier: block in bits 15-0; for a switch the port in bits
/// 31-16, which an end node ignores.
final class PKeyTableHandler implements AttributeHandler {
  private static final int DEFAULT_P_KEY = 0xFFFF;
  private static final int BASE = 0x7FFF;
  private static final int INVALID_FULL = 0x8000;
  private static final int BYTES = 2;
  private static final int PER_BLOCK = 32;

  /// Values of `p-key-twins` and `p-key-8000`; 0 is to store them.
  private static final int DROPS = 1;

  private static final int REFUSES = 2;

  private final Ports ports;
  private final int twins;
  private final int invalid;
  private final boolean isEchoing;
  private final List<BlockTable> tables = new ArrayList<>();

  /// @param variant declares NodeInfo:PartitionCap and, for a switch's external ports,
  ///   SwitchInfo:PartitionEnforcementCap
  PKeyTableHandler(Ports ports, Variant variant, Seams.TableChoice choice) {
    this.ports = ports;
    this.twins = variant.number(P_KEY_TWINS);
    this.isEchoing = variant.is(P_KEY_ANSWER);
    this.invalid = variant.number(P_KEY_INVALID);
    for (Port port : ports.all()) {
      boolean external = port.role() == PortRole.EXTERNAL;
      int entries = variant.number(external ? ENFORCEMENT_CAP : PARTITION_CAP);
      MemorySegment keys = MemorySegment.ofArray(new byte[entries * BYTES]);
      if (entries > 0) {
        boolean isLimited = port.role().isPort0() && variant.is(SWITCH_PARTITION);
        PKeyTable.P_KEY.set(keys, 0, 0, isLimited ? BASE : DEFAULT_P_KEY);
      }
      if (entries > 1 && variant.is(SECOND_PARTITION)) {
        PKeyTable.P_KEY.set(keys, 0, 1, Variant.SECOND_P_KEY);
      }
      TableBytes bytes = choice.of(Attribute.P_KEY_TABLE, TableBytes.of(keys));
      tables.add(new BlockTable(Attribute.P_KEY_TABLE, bytes, (byte) 0));
    }
  }

  @Override
  public int get(Transaction t) {
    BlockTable table = table(t);
    return table == null ? noSuchPort(t) : table.get(t, block(t));
  }

  @Override
  public int set(Transaction t) {
    BlockTable table = table(t);
    if (table == null) {
      return noSuchPort(t);
    }
    Set<Integer> dropped = dropped(t, table.bytes());
    if (dropped == null) {
      table.get(t, block(t));
      return MadStatus.INVALID_FIELD;
    }
    int code = table.set(t, block(t));
    if (!dropped.isEmpty()) {
      for (int at : dropped) {
        table.bytes().put(at, (byte) 0);
        table.bytes().put(at + 1, (byte) 0);
      }
      table.get(t, block(t));
    }
    if (isEchoing && code == MadStatus.OK) {
      for (int i = existing(t, table.bytes()); i < PER_BLOCK; i++) {
        t.answer(PKeyTable.P_KEY, i, t.asked(PKeyTable.P_KEY, i));
      }
    }
    return code;
  }

  /// Returns the P_Keys of a port.
  int[] keys(Port port) {
    TableBytes bytes = tables.get(ports.all().indexOf(port)).bytes();
    return IntStream.range(0, bytes.size() / BYTES).map(entry -> key(bytes, entry)).toArray();
  }

  private static int key(TableBytes bytes, int entry) {
    int high = bytes.get(entry * BYTES) & 0xFF;
    return high << 8 | (bytes.get(entry * BYTES + 1) & 0xFF);
  }

  private static int block(Transaction t) {
    return t.modifier() & 0xFFFF;
  }

  /// The number of P_Keys in a request's block.
  private static int existing(Transaction t, TableBytes bytes) {
    return Math.clamp(bytes.size() / BYTES - (long) block(t) * PER_BLOCK, 0, PER_BLOCK);
  }

  /// Returns the offsets of P_Keys in a Set that are stored as 0; null if the Set is rejected
  /// because of them.
  private @Nullable Set<Integer> dropped(Transaction t, TableBytes bytes) {
    Set<Integer> dropped = new HashSet<>();
    if (twins == 0 && invalid == 0) {
      return dropped;
    }
    int from = block(t) * PER_BLOCK;
    Set<Integer> bases = basesBeside(from, bytes);
    for (int i = 0; i < existing(t, bytes); i++) {
      int key = (int) t.asked(PKeyTable.P_KEY, i);
      int way =
          key == INVALID_FULL ? invalid : (key & BASE) == 0 || bases.add(key & BASE) ? 0 : twins;
      if (way == REFUSES) {
        return null;
      }
      if (way == DROPS) {
        dropped.add((from + i) * BYTES);
      }
    }
    return dropped;
  }

  /// Returns the partitions in a port's table, except those in the block at an offset.
  private static Set<Integer> basesBeside(int from, TableBytes bytes) {
    Set<Integer> bases = new HashSet<>();
    for (int entry = 0; entry * BYTES < bytes.size(); entry++) {
      if (entry < from || entry >= from + PER_BLOCK) {
        bases.add(key(bytes, entry) & BASE);
      }
    }
    return bases;
  }

  private @Nullable BlockTable table(Transaction t) {
    Port port = ports.areSwitch() ? ports.of(t.modifier() >>> 16) : ports.of(t.port());
    return port == null ? null : tables.get(ports.all().indexOf(port));
  }

  private static int noSuchPort(Transaction t) {
    t.clearAnswer();
    return MadStatus.INVALID_FIELD;
  }
}
