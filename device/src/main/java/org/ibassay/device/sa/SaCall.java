package org.ibassay.device.sa;

import java.lang.foreign.MemorySegment;
import org.ibassay.device.sm.EndPort;
import org.ibassay.device.sm.Subnet;
import org.ibassay.device.sm.SubnetManager;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;

/// A request to subnet administration.
///
/// @param mad all 256 bytes
/// @param mask the ComponentMask by which it is carried out
/// @param requester whose it is
/// @param subnet as it is now
/// @param now when it was received, by the fabric's clock, in nanoseconds
public record SaCall(MemorySegment mad, long mask, EndPort requester, Subnet subnet, long now) {

  /// A copy with another ComponentMask.
  SaCall withMask(long other) {
    return new SaCall(mad, other, requester, subnet, now);
  }

  /// One of [SaMethod].
  public int method() {
    return (int) MadHeader.METHOD.get(mad, 0);
  }

  /// The header's AttributeID.
  public int attributeId() {
    return (int) MadHeader.ATTRIBUTE_ID.get(mad, 0);
  }

  /// Whether it is for an attribute.
  public boolean isFor(SaAttribute attribute) {
    return attributeId() == attribute.id();
  }

  /// The header's AttributeModifier: all 32 bits.
  public int modifier() {
    return (int) MadHeader.ATTRIBUTE_MODIFIER.get(mad, 0);
  }

  /// Whether it asks for one record only.
  public boolean isGet() {
    return method() == SaMethod.GET;
  }

  /// Whether it has the key of trusted requests (15.2.1.1).
  public boolean isTrusted() {
    return SaHeader.SM_KEY.get(mad, 0) == SubnetManager.SM_KEY;
  }

  /// Whether the request means a component.
  ///
  /// @param component a field of the attribute
  public boolean means(SaAttribute attribute, Field component) {
    long bits = attribute.mask(component);
    return (mask & bits) == bits;
  }

  /// A component as requested.
  public long asked(Field component) {
    return component.get(mad, SaHeader.DATA);
  }

  /// A component that is a GID, as requested.
  public Gid askedGid(Field component) {
    return Gid.get(component, mad, SaHeader.DATA);
  }
}
