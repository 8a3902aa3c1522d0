package org.ibassay.decode;

import java.util.Arrays;
import java.util.function.IntFunction;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.dm.DmAttributes;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.management.ManagementClass;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.sa.SaAttributes;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaStatus;
import org.jspecify.annotations.Nullable;

/// Names of numbers, as bytes that are created once.
final class Names {
  /// The maximum length of a name, in bytes.
  static final int MOST = 64;

  static final Table OP_CODES = new Table(OpCode::name);
  static final Table OPERATIONS =
      new Table(number -> OpCode.of(number).map(OpCode::text).orElse("not defined"));
  static final Table SYNDROMES = new Table(value -> Syndrome.of(value).toString());
  private static final Table SMP_METHODS = new Table(Method::name);
  private static final Table SMP_ATTRIBUTES = new Table(Attribute::name);
  private static final Table SA_METHODS = new Table(SaMethod::name);
  private static final Table SA_ATTRIBUTES = new Table(SaAttributes::name);
  private static final Table STATUS = new Table(status -> " " + MadStatus.meaning(status));
  private static final Table SA_STATUS = new Table(SaStatus::name);
  private static final Table CLASSES = new Table(Names::managementClass);
  private static final Table METHODS = new Table(Names::method);
  private static final Table DM_STATUS = new Table(DmAttributes::statusName);

  /// Of all other classes, by their numbers; each table is created when it is first needed.
  private static final @Nullable Table[] ATTRIBUTES = new Table[Table.COUNT];

  private Names() {}

  /// Names of 8-bit numbers; each is created when it is first needed.
  static final class Table {
    private static final int COUNT = 256;
    private static final byte[] NOT_YET = {};

    private final IntFunction<String> name;
    private final byte[][] names = new byte[COUNT][];

    Table(IntFunction<String> name) {
      this.name = name;
      Arrays.fill(names, NOT_YET);
    }

    byte[] of(int number) {
      byte[] known = names[number];
      return known.length > 0 ? known : first(number);
    }

    String text(int number) {
      return name.apply(number);
    }

    private byte[] first(int number) {
      byte[] text = Digits.utf8(text(number));
      if (text.length > MOST) {
        throw new AssertionError(text(number));
      }
      names[number] = text;
      return text;
    }
  }

  /// Prints `SubnGetResp(PortInfo)`; for an unknown class or attribute its number.
  static void mad(Out out, int managementClass, int method, int attribute) {
    switch (managementClass) {
      case Smp.LID_ROUTED, Smp.DIRECTED_ROUTE ->
          pair(out, SMP_METHODS.of(method), SMP_ATTRIBUTES, attribute);
      case Gmp.SUBNET_ADMINISTRATION -> pair(out, SA_METHODS.of(method), SA_ATTRIBUTES, attribute);
      default -> {
        out.put(CLASSES.of(managementClass)).put(' ');
        pair(out, METHODS.of(method), attributes(managementClass), attribute);
      }
    }
  }

  private static Table attributes(int managementClass) {
    Table known = ATTRIBUTES[managementClass];
    if (known == null) {
      known = new Table(id -> attribute(managementClass, id));
      ATTRIBUTES[managementClass] = known;
    }
    return known;
  }

  private static void pair(Out out, byte[] method, Table attributes, int attribute) {
    out.put(method).put('(');
    if (attribute < Table.COUNT) {
      out.put(attributes.of(attribute));
    } else if (attributes == SMP_ATTRIBUTES) {
      out.put(Attribute.name(attribute));
    } else {
      out.put("attribute 0x").hex(attribute, 4);
    }
    out.put(')');
  }

  /// Prints the meaning of a MAD header's Status if it is not 0; for subnet administration and
  /// device management including the class-specific part.
  static void status(Out out, int managementClass, int status) {
    byte[] common = STATUS.of(status & 0xFF);
    out.put(common);
    int own = status >>> 8;
    if (managementClass == Gmp.SUBNET_ADMINISTRATION && own != 0) {
      out.put(common.length > 1 ? ", " : "").put(SA_STATUS.of(own));
    } else if (managementClass == ManagementClass.DEVICE && own != 0) {
      out.put(common.length > 1 ? ", " : "").put(DM_STATUS.of(own));
    }
  }

  /// Short names of management classes (13.4.4).
  private static String managementClass(int number) {
    return switch (number) {
      case ManagementClass.PERFORMANCE -> "PM";
      case ManagementClass.BASEBOARD -> "BM";
      case ManagementClass.DEVICE -> "DevMgt";
      case ManagementClass.COMMUNICATION -> "CM";
      case ManagementClass.SNMP -> "SNMP";
      case ManagementClass.DEVICE_ADMINISTRATION -> "DevAdm";
      case ManagementClass.BOOT -> "BootMgt";
      case ManagementClass.BOOT_INFORMATION -> "BIS";
      case ManagementClass.CONGESTION_CONTROL -> "CC";
      default ->
          (ManagementClass.isVendor(number) || ManagementClass.isVendorWithOui(number)
                  ? "vendor class 0x%02x"
                  : "class 0x%02x")
              .formatted(number);
    };
  }

  /// Methods that all classes have in common (13.4.5).
  private static String method(int number) {
    return switch (number) {
      case 0x01 -> "Get";
      case 0x02 -> "Set";
      case 0x03 -> "Send";
      case 0x05 -> "Trap";
      case 0x06 -> "Report";
      case 0x07 -> "TrapRepress";
      case 0x81 -> "GetResp";
      case 0x86 -> "ReportResp";
      default -> "method 0x%02X".formatted(number);
    };
  }

  private static String attribute(int managementClass, int id) {
    Section section = Sections.general(managementClass, id);
    return section == null ? "attribute 0x%04X".formatted(id) : section.name;
  }
}
