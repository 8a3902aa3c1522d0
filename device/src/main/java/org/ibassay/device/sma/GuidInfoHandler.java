package org.ibassay.device.sma;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.GuidInfo;
import org.ibassay.wire.attribute.PortInfo;

/// GUIDInfo (14.2.5.5) of the ports that have a LID. The AttributeModifier is the block number. The
/// first GUID of block 0 is the port's own and read-only.
final class GuidInfoHandler implements AttributeHandler {
  private static final int OWN_GUID_BYTES = 8;

  private final Ports ports;
  private final List<BlockTable> tables = new ArrayList<>();

  GuidInfoHandler(Ports ports, Guids guids, Seams.TableChoice choice) {
    this.ports = ports;
    for (Port port : ports.all()) {
      int cap = (int) port.value(PortInfo.GUID_CAP);
      MemorySegment entries = MemorySegment.ofArray(new byte[cap * OWN_GUID_BYTES]);
      if (cap > 0) {
        GuidInfo.GUID.set(entries, 0, guids.port(port.number()));
      }
      TableBytes bytes = choice.of(Attribute.GUID_INFO, TableBytes.of(entries));
      tables.add(new BlockTable(Attribute.GUID_INFO, bytes, (byte) 0));
    }
  }

  @Override
  public int get(Transaction t) {
    return table(t).get(t, t.modifier() & 0xFFFF_FFFFL);
  }

  @Override
  public int set(Transaction t) {
    return table(t).set(t, t.modifier() & 0xFFFF_FFFFL, t.modifier() == 0 ? OWN_GUID_BYTES : 0);
  }

  private BlockTable table(Transaction t) {
    return tables.get(ports.all().indexOf(ports.addressed(t.port())));
  }
}
