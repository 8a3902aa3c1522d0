package org.ibassay.wire.sa;

/// Methods of the subnet administration class (15.2.2), as they stand in the header's Method field.
public final class SaMethod {
  public static final int GET = 0x01;
  public static final int SET = 0x02;
  public static final int TRAP = 0x05;
  public static final int REPORT = 0x06;
  public static final int TRAP_REPRESS = 0x07;
  public static final int GET_TABLE = 0x12;
  public static final int GET_TRACE_TABLE = 0x13;
  public static final int GET_MULTI = 0x14;
  public static final int DELETE = 0x15;
  public static final int GET_RESP = 0x81;
  public static final int REPORT_RESP = 0x86;
  public static final int GET_TABLE_RESP = 0x92;
  public static final int GET_MULTI_RESP = 0x94;
  public static final int DELETE_RESP = 0x95;

  private SaMethod() {}

  /// The method that answers a request's: both Get and Set by GetResp, both GetTable and
  /// GetTraceTable by GetTableResp.
  public static int response(int request) {
    return switch (request) {
      case GET, SET -> GET_RESP;
      case GET_TABLE, GET_TRACE_TABLE -> GET_TABLE_RESP;
      default -> request | 0x80;
    };
  }

  /// The method's name, `SubnAdm...`; of an unknown one its number.
  public static String name(int method) {
    return switch (method) {
      case GET -> "SubnAdmGet";
      case SET -> "SubnAdmSet";
      case TRAP -> "SubnAdmTrap";
      case REPORT -> "SubnAdmReport";
      case TRAP_REPRESS -> "SubnAdmTrapRepress";
      case GET_TABLE -> "SubnAdmGetTable";
      case GET_TRACE_TABLE -> "SubnAdmGetTraceTable";
      case GET_MULTI -> "SubnAdmGetMulti";
      case DELETE -> "SubnAdmDelete";
      case GET_RESP -> "SubnAdmGetResp";
      case REPORT_RESP -> "SubnAdmReportResp";
      case GET_TABLE_RESP -> "SubnAdmGetTableResp";
      case GET_MULTI_RESP -> "SubnAdmGetMultiResp";
      case DELETE_RESP -> "SubnAdmDeleteResp";
      default -> "SA method 0x%02X".formatted(method);
    };
  }
}
