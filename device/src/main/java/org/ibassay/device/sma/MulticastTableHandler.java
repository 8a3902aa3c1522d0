package org.ibassay.device.sma;

import static org.ibassay.device.sma.MulticastCells.ENTRIES;
import static org.ibassay.wire.attribute.MulticastForwardingTable.PORT_MASK;

import org.ibassay.wire.mad.MadStatus;

/// MulticastForwardingTable (14.2.5.12). AttributeModifier: group of ports in bits 31-28, block in
/// bits 8-0. For a block that does not exist (with a capacity of 0, all blocks), the response has
/// code 7 and zeros (v1c13-024#07).
final class MulticastTableHandler implements AttributeHandler {
  private final MulticastCells cells;

  MulticastTableHandler(MulticastCells cells) {
    this.cells = cells;
  }

  @Override
  public int get(Transaction t) {
    int block = t.modifier() & 0x1FF;
    int group = t.modifier() >>> 28;
    if (!cells.exists(block, group)) {
      t.clearAnswer();
      return MadStatus.INVALID_FIELD;
    }
    for (int entry = 0; entry < ENTRIES; entry++) {
      t.answer(PORT_MASK, entry, cells.read(block, group, entry));
    }
    return MadStatus.OK;
  }

  @Override
  public int set(Transaction t) {
    int block = t.modifier() & 0x1FF;
    int group = t.modifier() >>> 28;
    if (cells.exists(block, group)) {
      for (int entry = 0; entry < ENTRIES; entry++) {
        int bits = (int) t.asked(PORT_MASK, entry);
        cells.write(block, group, entry, bits & cells.mask(block, group, entry));
      }
    }
    return get(t);
  }
}
