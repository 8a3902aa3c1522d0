package org.ibassay.device.sma;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.wire.attribute.GuidInfo;
import org.ibassay.wire.attribute.PortInfo;

/// GUIDInfo (14.2.5.5) of the ports that have a LID; AttributeModifier: which block. The first GUID
/// of block 0 is the port's own and read-only.
final class GuidInfoHandler implements AttributeHandler {
  private static final int OWN_GUID_BYTES = 8;

  private final Ports ports;
  private final List<BlockTable> tables = new ArrayList<>();

  GuidInfoHandler(Ports ports, Guids guids) {
    this.ports = ports;
    for (Port port : ports.all()) {
      BlockTable table = new BlockTable((int) port.value(PortInfo.GUID_CAP), 8);
      GuidInfo.GUID.set(table.content(), 0, guids.port(port.number()));
      tables.add(table);
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
