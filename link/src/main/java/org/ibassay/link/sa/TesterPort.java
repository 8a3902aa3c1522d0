package org.ibassay.link.sa;

import java.lang.foreign.MemorySegment;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.mad.Exchange;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.Gid;

/// The current attributes of the tester's own port, read by SMPs. The stack below may have older
/// values, from when it started.
///
/// @param number port number
/// @param gid the first GID
/// @param lid 0 if no subnet manager assigned one
/// @param smLid LID of the master SM; 0 if there is none
/// @param portInfo the attribute's 64 bytes
public record TesterPort(int number, Gid gid, int lid, int smLid, MemorySegment portInfo) {

  /// Reads the attributes.
  ///
  /// @throws LinkException if the port does not answer
  public static TesterPort read(MadPort port, Label label)
      throws LinkException, InterruptedException {
    MemorySegment node = read(port, Attribute.NODE_INFO, 0, label);
    int number = (int) NodeInfo.LOCAL_PORT_NUM.get(node, 0);
    MemorySegment info = read(port, Attribute.PORT_INFO, number, label);
    return new TesterPort(
        number,
        new Gid(PortInfo.GID_PREFIX.get(info, 0), NodeInfo.PORT_GUID.get(node, 0)),
        (int) PortInfo.LID.get(info, 0),
        (int) PortInfo.MASTER_SM_LID.get(info, 0),
        info);
  }

  private static MemorySegment read(MadPort port, Attribute attribute, long modifier, Label label)
      throws LinkException, InterruptedException {
    MemorySegment request = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
    MadHeader.BASE_VERSION.set(request, 0, 1);
    MadHeader.MGMT_CLASS.set(request, 0, Smp.DIRECTED_ROUTE);
    MadHeader.CLASS_VERSION.set(request, 0, Smp.CLASS_VERSION);
    MadHeader.METHOD.set(request, 0, Method.GET);
    MadHeader.ATTRIBUTE_ID.set(request, 0, attribute.id());
    MadHeader.ATTRIBUTE_MODIFIER.set(request, 0, modifier);
    Exchange exchange = port.start(request, Route.SELF, port.timing(), label);
    try {
      port.await(exchange);
      if (exchange.state() != Exchange.State.ANSWERED) {
        throw new LinkException(
            "the tester's own port does not answer SubnGet(" + attribute.name() + ")");
      }
      MemorySegment copy = MemorySegment.ofArray(new byte[Smp.DATA_BYTES]);
      return copy.copyFrom(exchange.response().asSlice(Smp.DATA, Smp.DATA_BYTES));
    } finally {
      port.release(exchange);
    }
  }
}
