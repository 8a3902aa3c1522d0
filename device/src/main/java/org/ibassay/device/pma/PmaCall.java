package org.ibassay.device.pma;

import java.lang.foreign.MemorySegment;
import org.ibassay.device.fabric.Node;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;

/// A request of performance management, and its response.
///
/// @param node the node that received it
/// @param request as received
/// @param mad the request until it is executed, then the response
public record PmaCall(Node node, MemorySegment request, MemorySegment mad) {
  /// Offset of the attribute: after the header and 40 reserved bytes.
  public static final int DATA = 64;

  /// Whether the request is a Get of an attribute.
  public boolean isGet(GmpAttribute attribute) {
    return is(Method.GET, attribute);
  }

  /// Whether the request is a Set of an attribute.
  public boolean isSet(GmpAttribute attribute) {
    return is(Method.SET, attribute);
  }

  private boolean is(int method, GmpAttribute attribute) {
    return MadHeader.METHOD.get(request, 0) == method
        && MadHeader.ATTRIBUTE_ID.get(request, 0) == attribute.id();
  }

  /// A component of the request as received.
  public long asked(Field component) {
    return component.get(request, DATA);
  }

  /// A component of the request or response in [#mad].
  public long data(Field component) {
    return component.get(mad, DATA);
  }

  /// Sets a component of the request or response in [#mad].
  public void put(Field component, long value) {
    component.set(mad, DATA, value);
  }
}
