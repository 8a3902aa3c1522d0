package org.ibassay.interop;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Locale;
import org.ibassay.link.Dut;
import org.ibassay.link.DutUri;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.MadPort;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.sa.SaAnswer;
import org.ibassay.link.sa.SaPort;
import org.ibassay.link.sa.TesterPort;
import org.ibassay.link.umad.UmadDriver;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.LinkRecord;
import org.ibassay.wire.sa.NodeRecord;
import org.ibassay.wire.sa.PathRecord;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaRecords;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;
import org.ibassay.wire.sa.ServiceRecord;

/// Asks a subnet's manager through the umad driver, in a virtual machine of its own, as the library
/// that shows the fabric must be there from its start. Prints what it sees.
final class SaProbe {
  private static final Timing PATIENCE = new Timing(1_000_000_000, 2);

  private final MadPort port;
  private final SaPort sa;

  private SaProbe(MadPort port) throws LinkException, InterruptedException {
    this.port = port;
    this.sa = SaPort.ofMaster(port, Label.NONE);
  }

  /// @param arguments the local port, and what to ask
  public static void main(String... arguments) throws Exception {
    DutUri uri = DutUri.parse("umad:" + arguments[0] + "?path=0,1");
    try (Dut dut = new UmadDriver().open(uri, Tap.NONE, PATIENCE)) {
      SaProbe probe = new SaProbe(dut.madPorts().getFirst());
      switch (arguments[1]) {
        case "paths" -> probe.paths();
        case "node" -> probe.node();
        case "links" -> probe.links();
        case "services" -> probe.services();
        default -> throw new IllegalArgumentException(arguments[1]);
      }
    }
  }

  private SaAnswer ask(SaRequest request) throws LinkException, InterruptedException {
    SaAnswer answer = sa.ask(request, PATIENCE, Label.NONE);
    System.out.println(
        "%s, %s, %d bytes, %d missing, by %s"
            .formatted(
                answer.outcome(),
                SaStatus.name(answer.saStatus()),
                answer.message().byteSize(),
                answer.missing(),
                answer.transfer() == null ? "the stack" : "ourselves"));
    return answer;
  }

  /// One line a record, as `saquery` has the values.
  private void paths() throws LinkException, InterruptedException {
    TesterPort tester = TesterPort.read(port, Label.NONE);
    SaRequest request =
        SaRequest.of(SaMethod.GET_TABLE, PathRecord.ATTRIBUTE)
            .with(PathRecord.SGID, tester.gid())
            .with(PathRecord.NUMB_PATH, 1)
            .with(PathRecord.P_KEY, 0xFFFF);
    for (MemorySegment path : ask(request).records(PathRecord.ATTRIBUTE).records()) {
      System.out.println(
          String.format(
              Locale.ROOT,
              "%016x -> %016x, %d -> %d, P_Key 0x%x, mtu %d, rate %d, life %d",
              Gid.get(PathRecord.SGID, path, 0).guid(),
              Gid.get(PathRecord.DGID, path, 0).guid(),
              PathRecord.SLID.get(path, 0),
              PathRecord.DLID.get(path, 0),
              PathRecord.P_KEY.get(path, 0),
              PathRecord.MTU.get(path, 0),
              PathRecord.RATE.get(path, 0),
              PathRecord.PACKET_LIFE_TIME.get(path, 0)));
    }
  }

  private void node() throws LinkException, InterruptedException {
    TesterPort tester = TesterPort.read(port, Label.NONE);
    SaAnswer answer =
        ask(SaRequest.of(SaMethod.GET, NodeRecord.ATTRIBUTE).with(NodeRecord.LID, tester.lid()));
    MemorySegment record = answer.records(NodeRecord.ATTRIBUTE).records().getFirst();
    System.out.printf(
        "LID %d, port GUID %016x%n",
        NodeRecord.LID.get(record, 0), NodeRecord.NODE_INFO.of(NodeInfo.PORT_GUID).get(record, 0));
  }

  private void links() throws LinkException, InterruptedException {
    SaRecords links =
        ask(SaRequest.of(SaMethod.GET_TABLE, LinkRecord.ATTRIBUTE)).records(LinkRecord.ATTRIBUTE);
    for (MemorySegment link : links.records()) {
      System.out.printf(
          "%d/%d -> %d/%d%n",
          LinkRecord.FROM_LID.get(link, 0),
          LinkRecord.FROM_PORT.get(link, 0),
          LinkRecord.TO_LID.get(link, 0),
          LinkRecord.TO_PORT.get(link, 0));
    }
  }

  /// Sets a service, asks for it, deletes it, asks again.
  private void services() throws LinkException, InterruptedException {
    TesterPort tester = TesterPort.read(port, Label.NONE);
    for (int method : List.of(SaMethod.SET, SaMethod.GET, SaMethod.DELETE, SaMethod.GET)) {
      SaRequest request =
          SaRequest.of(method, ServiceRecord.ATTRIBUTE)
              .with(ServiceRecord.SERVICE_ID, 0x1234)
              .with(ServiceRecord.SERVICE_GID, tester.gid())
              .with(ServiceRecord.SERVICE_P_KEY, 0xFFFF);
      if (method == SaMethod.SET) {
        request.with(ServiceRecord.SERVICE_LEASE, 600).with(ServiceRecord.SERVICE_NAME, "ibassay");
      }
      SaAnswer answer = ask(request);
      MemorySegment name = ServiceRecord.SERVICE_NAME.slice(answer.data(), 0);
      System.out.println(SaMethod.name(method) + ": " + name.getString(0));
    }
  }
}
