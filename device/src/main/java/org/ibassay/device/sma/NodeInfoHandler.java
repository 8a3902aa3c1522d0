package org.ibassay.device.sma;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.mad.MadStatus;

/// NodeInfo (14.2.5.3): LocalPortNum and, except for a switch, PortGUID are those of the port that
/// received the request.
final class NodeInfoHandler implements AttributeHandler {
  private final MemorySegment info;
  private final Guids guids;

  NodeInfoHandler(MemorySegment info, Guids guids) {
    this.info = info;
    this.guids = guids;
  }

  @Override
  public int get(Transaction t) {
    t.answer(info);
    t.answer(NodeInfo.PORT_GUID, guids.port(t.port()));
    t.answer(NodeInfo.LOCAL_PORT_NUM, t.port());
    return MadStatus.OK;
  }
}
