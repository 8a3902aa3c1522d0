package org.ibassay.wire.cm;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.mad.GmpAttribute;

/// ServiceIDResReqResp (SIDR_REP): returns a queue pair, or the reason why there is none. The
/// layout follows Linux; python-rdma has the field order of an earlier release of the
/// specification.
public final class ServiceIdResReqResp {
  private static final CmTable T = new CmTable(0x0018, "ServiceIDResReqResp", "12.11.2");

  public static final Field REQUEST_ID = T.at("RequestID", 0, 32, HEX);
  public static final Field STATUS = T.at("Status", 32, 8, DECIMAL);

  /// In bytes.
  public static final Field ADDITIONAL_INFORMATION_LENGTH =
      T.at("Additional Information Length", 40, 8, DECIMAL);

  public static final Field QPN = T.at("QPN", 64, 24, HEX);
  public static final Field SERVICE_ID = T.at("ServiceID", 96, 64, HEX);
  public static final Field Q_KEY = T.at("Q_Key", 160, 32, HEX);
  public static final Field ADDITIONAL_INFORMATION = T.bytes("Additional Information", 24, 72);
  public static final Field PRIVATE_DATA = T.privateData(96);

  public static final GmpAttribute ATTRIBUTE = T.build();

  private ServiceIdResReqResp() {}
}
