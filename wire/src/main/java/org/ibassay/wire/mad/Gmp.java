package org.ibassay.wire.mad;

/// Constants of general management packets.
public final class Gmp {
  /// The queue pair that receives them.
  public static final int QP = 1;

  /// The well-known Q_Key of queue pair 1 (3.5.3).
  public static final int Q_KEY = 0x8001_0000;

  /// The partition key of the default partition, full member.
  public static final int DEFAULT_P_KEY = 0xFFFF;

  /// MgmtClass of subnet administration.
  public static final int SUBNET_ADMINISTRATION = 0x03;

  private Gmp() {}
}
