package org.ibassay.runner.state;

import static org.ibassay.wire.sa.ServiceRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_GID;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_ID;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_P_KEY;

import java.util.List;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.MadPort;
import org.ibassay.link.sa.SaAnswer;
import org.ibassay.link.sa.SaPort;
import org.ibassay.link.sa.TesterPort;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaRequest;

/// The service that a test registers for a tester port, in the default partition. One that is there
/// before is somebody else's, and stays; one that comes is deleted.
///
/// @param gid the tester port's
record ServiceSnapshot(SaPort sa, Gid gid, long serviceId, boolean isOthers) implements Snapshot {
  private static final Label LABEL = Label.of("ibassay: state before and after a test");

  /// @throws NotReadableException when subnet administration does not answer
  static ServiceSnapshot take(MadPort port, TesterPort tester, long serviceId)
      throws NotReadableException, LinkException, InterruptedException {
    SaPort sa = new SaPort(port, tester.smLid());
    ServiceSnapshot unknown = new ServiceSnapshot(sa, tester.gid(), serviceId, false);
    SaAnswer answer = unknown.ask(SaMethod.GET);
    if (answer.outcome() != SaAnswer.Outcome.ANSWERED) {
      throw new NotReadableException("ServiceRecord: no answer to SubnAdmGet");
    }
    return new ServiceSnapshot(sa, tester.gid(), serviceId, unknown.isIn(answer));
  }

  @Override
  public List<String> restore() throws LinkException, InterruptedException {
    if (isOthers || !isIn(ask(SaMethod.GET))) {
      return List.of();
    }
    ask(SaMethod.DELETE);
    return isIn(ask(SaMethod.GET))
        ? List.of(
            "ServiceRecord 0x%016X of %s is still registered, until its lease ends"
                .formatted(serviceId, gid))
        : List.of();
  }

  private SaAnswer ask(int method) throws LinkException, InterruptedException {
    SaRequest request =
        SaRequest.of(method, ATTRIBUTE)
            .with(SERVICE_ID, serviceId)
            .with(SERVICE_GID, gid)
            .with(SERVICE_P_KEY, Gmp.DEFAULT_P_KEY);
    return sa.ask(request, sa.port().timing(), LABEL);
  }

  private boolean isIn(SaAnswer answer) {
    return answer.status() == 0
        && answer.data().byteSize() * 8 >= SERVICE_ID.width()
        && SERVICE_ID.get(answer.data(), 0) == serviceId;
  }
}
