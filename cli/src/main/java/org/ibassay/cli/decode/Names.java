package org.ibassay.cli.decode;

import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.sa.SaAttributes;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaStatus;

/// What numbers are called, as bytes that are made once.
final class Names {
  /// MgmtClass of performance management (16.1).
  static final int PERFORMANCE = 0x04;

  /// AttributeID of ClassPortInfo in every class (13.4.8.1).
  static final int CLASS_PORT_INFO = 0x0001;

  private static final int COMMUNICATION = 0x07;

  private static final byte[][] OP_CODES = all(256, OpCode::name);
  private static final byte[][] OPERATIONS =
      all(256, number -> OpCode.of(number).map(OpCode::text).orElse("not defined"));
  private static final byte[][] SYNDROMES = all(256, value -> Syndrome.of(value).toString());
  private static final byte[][] SMP_METHODS = all(256, Method::name);
  private static final byte[][] SMP_ATTRIBUTES = all(256, Attribute::name);
  private static final byte[][] SA_METHODS = all(256, SaMethod::name);
  private static final byte[][] SA_ATTRIBUTES = all(256, SaAttributes::name);
  private static final byte[][] CLASSES = all(256, Names::managementClass);
  private static final byte[][] METHODS = all(256, Names::method);
  private static final byte[][] ATTRIBUTES = all(256, id -> attribute(0, id));
  private static final byte[][] CM_ATTRIBUTES = all(256, id -> attribute(COMMUNICATION, id));
  private static final byte[][] PM_ATTRIBUTES = all(256, id -> attribute(PERFORMANCE, id));

  private Names() {}

  private static byte[][] all(int count, IntFunction<String> name) {
    return IntStream.range(0, count)
        .mapToObj(number -> Out.ascii(name.apply(number)))
        .toArray(byte[][]::new);
  }

  static byte[] opCode(int number) {
    return OP_CODES[number];
  }

  static byte[] operation(int opCode) {
    return OPERATIONS[opCode];
  }

  static byte[] syndrome(int value) {
    return SYNDROMES[value];
  }

  /// `SubnGetResp(PortInfo)`; of an unnamed class or attribute its number.
  static void mad(Out out, int managementClass, int method, int attribute) {
    switch (managementClass) {
      case Smp.LID_ROUTED, Smp.DIRECTED_ROUTE ->
          pair(out, SMP_METHODS[method], SMP_ATTRIBUTES, attribute);
      case Gmp.SUBNET_ADMINISTRATION -> pair(out, SA_METHODS[method], SA_ATTRIBUTES, attribute);
      case COMMUNICATION -> general(out, managementClass, method, CM_ATTRIBUTES, attribute);
      case PERFORMANCE -> general(out, managementClass, method, PM_ATTRIBUTES, attribute);
      default -> general(out, managementClass, method, ATTRIBUTES, attribute);
    }
  }

  private static void general(
      Out out, int managementClass, int method, byte[][] attributes, int attribute) {
    out.put(CLASSES[managementClass]).put(' ');
    pair(out, METHODS[method], attributes, attribute);
  }

  private static void pair(Out out, byte[] method, byte[][] attributes, int attribute) {
    out.put(method).put('(');
    if (attribute < attributes.length) {
      out.put(attributes[attribute]);
    } else {
      out.put("attribute 0x").hex(attribute, 4);
    }
    out.put(')');
  }

  /// What a MAD header's Status says, when it says anything; of subnet administration with the
  /// class's own part.
  static String status(int managementClass, int status) {
    StringBuilder text = new StringBuilder();
    int code = (status >>> 2) & 7;
    if (code != MadStatus.OK) {
      add(text, MadStatus.name(code));
    }
    if ((status & 1) != 0) {
      add(text, "busy");
    }
    if ((status & 2) != 0) {
      add(text, "redirected");
    }
    int own = status >>> 8;
    if (managementClass == Gmp.SUBNET_ADMINISTRATION && own != 0) {
      add(text, SaStatus.name(own));
    }
    return text.toString();
  }

  private static void add(StringBuilder text, String more) {
    text.append(text.isEmpty() ? "" : ", ").append(more);
  }

  /// Management classes (13.4.4), in short.
  private static String managementClass(int number) {
    return switch (number) {
      case PERFORMANCE -> "PM";
      case 0x05 -> "BM";
      case 0x06 -> "DevMgt";
      case COMMUNICATION -> "CM";
      case 0x08 -> "SNMP";
      default -> "class 0x%02x".formatted(number);
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

  /// Attributes of classes that have no tables here: numbers of communication management as in
  /// 12.6, of performance management as in 16.1.3.
  private static String attribute(int managementClass, int id) {
    String name =
        switch (managementClass) {
          case COMMUNICATION ->
              switch (id) {
                case 0x10 -> "ConnectRequest";
                case 0x11 -> "MsgRcptAck";
                case 0x12 -> "ConnectReject";
                case 0x13 -> "ConnectReply";
                case 0x14 -> "ReadyToUse";
                case 0x15 -> "DisconnectRequest";
                case 0x16 -> "DisconnectReply";
                case 0x17 -> "ServiceIDResReq";
                case 0x18 -> "ServiceIDResReqResp";
                case 0x19 -> "LoadAlternatePath";
                case 0x1A -> "AlternatePathResponse";
                default -> "";
              };
          case PERFORMANCE ->
              switch (id) {
                case 0x10 -> "PortSamplesControl";
                case 0x11 -> "PortSamplesResult";
                case 0x12 -> "PortCounters";
                case 0x1D -> "PortCountersExtended";
                default -> "";
              };
          default -> "";
        };
    if (!name.isEmpty()) {
      return name;
    }
    return switch (id) {
      case CLASS_PORT_INFO -> "ClassPortInfo";
      case 0x02 -> "Notice";
      case 0x03 -> "InformInfo";
      default -> "attribute 0x%04X".formatted(id);
    };
  }
}
