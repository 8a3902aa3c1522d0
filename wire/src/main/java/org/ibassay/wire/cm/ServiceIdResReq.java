package org.ibassay.wire.cm;

import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.mad.GmpAttribute;

/// ServiceIDResReq (SIDR_REQ): requests the UD queue pair that serves a ServiceID. Partition Key
/// follows Linux; python-rdma implements an earlier release of the specification.
public final class ServiceIdResReq {
  private static final CmTable T = new CmTable(0x0017, "ServiceIDResReq", "12.11.1");

  public static final Field REQUEST_ID = T.at("RequestID", 0, 32, HEX);
  public static final Field PARTITION_KEY = T.at("Partition Key", 32, 16, HEX);
  public static final Field SERVICE_ID = T.at("ServiceID", 64, 64, HEX);
  public static final Field PRIVATE_DATA = T.privateData(16);

  public static final GmpAttribute ATTRIBUTE = T.build();

  private ServiceIdResReq() {}
}
