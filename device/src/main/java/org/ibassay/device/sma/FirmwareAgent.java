package org.ibassay.device.sma;

import java.lang.foreign.MemorySegment;
import org.ibassay.device.fabric.Packet;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.device.variant.Variant;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.management.GeneralInfo;
import org.ibassay.wire.management.ManagementClass;
import org.ibassay.wire.pm.PmClassPortInfo;
import org.ibassay.wire.sa.ClassPortInfo;

/// Reports a node's firmware version in the vendor class of Mellanox.
final class FirmwareAgent {
  /// NodeInfo:VendorID of devices with this class.
  static final int VENDOR_ID = 0x0002C9;

  private static final int DATA = ManagementClass.data(GeneralInfo.MGMT_CLASS, 0);
  private static final int CLASS_VERSION = 1;
  private static final int MOST_8_BITS = 0xFF;

  /// Devices whose extended version vendstat prints: ConnectX-5 and Quantum.
  private static final int ADAPTER_ID = 0x1017;

  private static final int SWITCH_ID = 0xD2F0;

  private final Variant variant;

  FirmwareAgent(Variant variant) {
    this.variant = variant;
  }

  /// Whether a packet for QP1 is a request for this agent.
  boolean isRequest(Packet packet) {
    return variant.has(SimParameter.FIRMWARE)
        && MadHeader.MGMT_CLASS.get(packet.mad(), 0) == GeneralInfo.MGMT_CLASS
        && (MadHeader.METHOD.get(packet.mad(), 0) & Method.RESPONSE_BIT) == 0;
  }

  /// Replaces a request by its response.
  void answer(MemorySegment mad) {
    MemorySegment data = mad.asSlice(DATA, Smp.BYTES_OF_MAD - DATA);
    int code = execute(mad, data);
    MadHeader.METHOD.set(mad, 0, MadHeader.METHOD.get(mad, 0) | Method.RESPONSE_BIT);
    MadHeader.STATUS.set(mad, 0, 0);
    MadStatus.CODE.set(mad, 0, code);
  }

  private int execute(MemorySegment mad, MemorySegment data) {
    if (MadHeader.CLASS_VERSION.get(mad, 0) != CLASS_VERSION) {
      return MadStatus.BAD_VERSION;
    }
    int attribute = (int) MadHeader.ATTRIBUTE_ID.get(mad, 0);
    boolean isInfo = attribute == PmClassPortInfo.ATTRIBUTE.id();
    boolean isKnown = isInfo || attribute == GeneralInfo.ATTRIBUTE.id();
    if (!isKnown || MadHeader.METHOD.get(mad, 0) != Method.GET) {
      return MadStatus.BAD_METHOD_ATTRIBUTE;
    }
    data.fill((byte) 0);
    if (isInfo) {
      ClassPortInfo.BASE_VERSION.set(data, 0, 1);
      ClassPortInfo.CLASS_VERSION.set(data, 0, CLASS_VERSION);
    } else {
      generalInfo(data);
    }
    return MadStatus.OK;
  }

  private void generalInfo(MemorySegment data) {
    GeneralInfo.HW_DEVICE_ID.set(
        data, 0, variant.kind() == NodeKind.SWITCH ? SWITCH_ID : ADAPTER_ID);
    version(data, 0, GeneralInfo.FW_MAJOR, GeneralInfo.FW_EXTENDED_MAJOR);
    version(data, 1, GeneralInfo.FW_MINOR, GeneralInfo.FW_EXTENDED_MINOR);
    version(data, 2, GeneralInfo.FW_SUB_MINOR, GeneralInfo.FW_EXTENDED_SUB_MINOR);
  }

  private void version(MemorySegment data, int index, Field field, Field extended) {
    int number = variant.version(SimParameter.FIRMWARE, index);
    field.set(data, 0, number & MOST_8_BITS);
    extended.set(data, 0, number);
  }
}
