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
/// @param mask the effective ComponentMask
/// @param requester port that sent it
/// @param subnet the current subnet
/// @param now time of receipt by the fabric's clock, in nanoseconds
public record SaCall(MemorySegment mad, long mask, EndPort requester, Subnet subnet, long now) {

  /// Returns a copy with another ComponentMask.
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

  /// Whether it has the given attribute.
  public boolean isFor(SaAttribute attribute) {
    return attributeId() == attribute.id();
  }

  /// The header's AttributeModifier: all 32 bits.
  public int modifier() {
    return (int) MadHeader.ATTRIBUTE_MODIFIER.get(mad, 0);
  }

  /// Whether it requests a single record.
  public boolean isGet() {
    return method() == SaMethod.GET;
  }

  /// Whether it has the SM_Key of trusted requests (15.2.1.1).
  public boolean isTrusted() {
    return SaHeader.SM_KEY.get(mad, 0) == SubnetManager.SM_KEY;
  }

  /// Whether a component is in the ComponentMask.
  ///
  /// @param component a field of the attribute
  public boolean means(SaAttribute attribute, Field component) {
    long bits = attribute.mask(component);
    return (mask & bits) == bits;
  }

  /// A component of the request.
  public long asked(Field component) {
    return component.get(mad, SaHeader.DATA);
  }

  /// A component of the request that is a GID.
  public Gid askedGid(Field component) {
    return Gid.get(component, mad, SaHeader.DATA);
  }
}
