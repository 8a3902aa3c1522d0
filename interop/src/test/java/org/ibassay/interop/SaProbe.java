package org.ibassay.interop;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HexFormat;
import java.util.List;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.sa.SaAnswer;
import org.ibassay.link.sa.SaPort;
import org.ibassay.link.sa.TesterPort;
import org.ibassay.link.umad.UmadDriver;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.PathRecord;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaAttributes;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;
import org.ibassay.wire.sa.ServiceRecord;

/// Sends requests to a subnet's manager through the umad driver, in a separate virtual machine,
/// because the library with the fabric must be preloaded. Prints the responses.
final class SaProbe {
  private static final Timing PATIENCE = new Timing(2_000_000_000, 5);

  private final MadPort port;
  private final SaPort sa;

  private SaProbe(MadPort port) throws LinkException, InterruptedException {
    this.port = port;
    this.sa = SaPort.ofMaster(port, Label.NONE);
  }

  /// @param arguments the request: `paths`, all from the tester; `services`; or `Get` or
  ///   `GetTable`, an attribute's name, and components as `NAME=VALUE`
  public static void main(String... arguments) throws Exception {
    DutUri uri = DutUri.parse("umad:ibsim0/1?path=0,1");
    try (Dut dut = new UmadDriver().parse(uri).open(Tap.NONE, PATIENCE)) {
      SaProbe probe = new SaProbe(dut.madPorts().getFirst());
      switch (arguments[0]) {
        case "paths" -> probe.paths();
        case "services" -> {
          probe.service(SaMethod.SET);
          probe.service(SaMethod.GET);
          probe.service(SaMethod.DELETE);
          probe.service(SaMethod.GET);
        }
        case "register" -> probe.service(SaMethod.SET);
        case "withdraw" -> probe.service(SaMethod.DELETE);
        default -> probe.records(List.of(arguments));
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

  private void paths() throws LinkException, InterruptedException {
    TesterPort tester = TesterPort.read(port, Label.NONE);
    SaRequest request =
        SaRequest.of(SaMethod.GET_TABLE, PathRecord.ATTRIBUTE)
            .with(PathRecord.SGID, tester.gid())
            .with(PathRecord.NUMB_PATH, 1)
            .with(PathRecord.P_KEY, 0xFFFF);
    print(PathRecord.ATTRIBUTE, ask(request));
  }

  private void records(List<String> arguments) throws LinkException, InterruptedException {
    SaAttribute attribute =
        SaAttributes.all().stream()
            .filter(a -> a.name().equals(arguments.get(1)))
            .findFirst()
            .orElseThrow();
    int method = arguments.getFirst().equals("Get") ? SaMethod.GET : SaMethod.GET_TABLE;
    SaRequest request = SaRequest.of(method, attribute);
    for (String component : arguments.subList(2, arguments.size())) {
      String[] parts = component.split("=", 2);
      request.with(attribute.layout().field(parts[0]).orElseThrow(), Long.decode(parts[1]));
    }
    print(attribute, ask(request));
  }

  /// Prints a line for each field, in hexadecimal, and an empty line before each record.
  private static void print(SaAttribute attribute, SaAnswer answer) {
    for (MemorySegment record : answer.records(attribute).records()) {
      System.out.println();
      for (Field field : attribute.layout().fields()) {
        for (int i = 0; i < field.count(); i++) {
          String name = field.count() == 1 ? field.name() : field.name() + "[" + i + "]";
          System.out.println(name + " " + digits(field, record, i));
        }
      }
    }
  }

  private static String digits(Field field, MemorySegment record, int index) {
    return field.isWide()
        ? HexFormat.of().formatHex(field.slice(record, 0, index).toArray(ValueLayout.JAVA_BYTE))
        : Long.toHexString(field.get(record, 0, index));
  }

  /// Sets, gets or deletes a service, and prints its name.
  private void service(int method) throws LinkException, InterruptedException {
    TesterPort tester = TesterPort.read(port, Label.NONE);
    SaRequest request =
        SaRequest.of(method, ServiceRecord.ATTRIBUTE)
            .with(ServiceRecord.SERVICE_ID, 0x1234)
            .with(ServiceRecord.SERVICE_GID, tester.gid())
            .with(ServiceRecord.SERVICE_P_KEY, 0xFFFF);
    if (method == SaMethod.SET) {
      request.with(ServiceRecord.SERVICE_LEASE, 600).with(ServiceRecord.SERVICE_NAME, "ibassay");
    }
    MemorySegment name = ServiceRecord.SERVICE_NAME.slice(ask(request).data(), 0);
    System.out.println(SaMethod.name(method) + ": " + name.getString(0));
  }
}
