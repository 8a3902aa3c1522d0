package org.ibassay.interop;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.ibassay.link.Label;
import org.ibassay.link.capture.PcapNgWriter;
import org.ibassay.link.capture.Tap.Direction;
import org.ibassay.runner.AssertionResult;
import org.ibassay.runner.DutInfo;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.TestResult.Judgement;
import org.ibassay.runner.TestResult.Packets;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.cause.TraceEvidence;
import org.ibassay.runner.html.HtmlReport;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Page;
import org.ibassay.suite.Place;
import org.ibassay.suite.WrongField;
import org.ibassay.suite.testing.PageBuilder;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;

/// A generated run in which every test fails, and every packet is displayed: the worst case.
final class LargeRun {
  private static final int EXAMPLES = 5;
  private static final String ASSERTION = "ia-large#";

  private final SplittableRandom random = new SplittableRandom(6);
  private final String text;
  private long frame;

  /// @param text used as any text from a device, a user or a page
  LargeRun(String text) {
    this.text = text;
  }

  /// Writes `trace.pcapng` and `report.html`.
  ///
  /// @param tests number of tests; each has ten packets
  Path write(int tests, Path directory) throws IOException {
    Path trace = directory.resolve("trace.pcapng");
    List<TestResult> results = new ArrayList<>();
    PcapNgWriter writer = new PcapNgWriter(trace);
    try (writer) {
      for (int i = 0; i < tests; i++) {
        results.add(test(i, writer));
      }
    }
    DutInfo dut =
        new DutInfo(
            "sim:switch?" + text,
            new DutInfo.Node(DutKind.SWITCH, List.of(text), 1, text, 36),
            new DutInfo.Link(1, text, text, 4096),
            text);
    RunResult run =
        new RunResult(
            List.of(dut, dut), Instant.EPOCH, Duration.ofSeconds(100), results, List.of(), false);
    Path report = directory.resolve("report.html");
    HtmlReport.write(
        run,
        new HtmlReport.Origin(
            text,
            "ibassay run " + text,
            test -> "ibassay run " + text,
            Map.of(),
            TraceEvidence.unknown()),
        writer.summary(),
        report);
    return report;
  }

  private TestResult test(int number, PcapNgWriter writer) {
    List<CheckLog.Failure> failures = new ArrayList<>();
    for (int i = 0; i < EXAMPLES; i++) {
      failures.add(failure(i, writer));
    }
    List<AssertionResult> assertions = new ArrayList<>();
    assertions.add(new AssertionResult(ASSERTION + number, Verdict.FAIL, null, 100, 12, failures));
    for (int i = 0; i < 8; i++) {
      assertions.add(
          new AssertionResult(
              ASSERTION + number + "." + i, Verdict.PASS, null, 1000, 0, List.of()));
    }
    return TestResult.of(
            page("L%04d".formatted(number)),
            number % 2,
            new Judgement(Verdict.FAIL, Verdict.PASS, null, assertions),
            new CheckLog())
        .took(Duration.ofMillis(number))
        .packets(new Packets(2L * EXAMPLES, EXAMPLES, 0))
        .notes(List.of(text))
        .build();
  }

  /// Returns a failure with one wrong bit in PortInfo:LID.
  private CheckLog.Failure failure(int block, PcapNgWriter writer) {
    MemorySegment request = mad(Method.SET);
    MemorySegment answer = mad(Method.GET_RESP);
    MemorySegment.copy(request, Smp.DATA, answer, Smp.DATA, Smp.DATA_BYTES);
    long sent = PortInfo.LID.get(request, Smp.DATA);
    long received = sent ^ 0x20;
    PortInfo.LID.set(answer, Smp.DATA, received);
    Label label = Label.of("test");
    long asked = writer.mad(Direction.SENT, request, Smp.BYTES_OF_MAD, 1, 0, 1000 * ++frame, label);
    long answered =
        writer.mad(Direction.RECEIVED, answer, Smp.BYTES_OF_MAD, 1, 0, 1000 * ++frame, label);
    return new CheckLog.Failure(
        "1",
        Place.NOWHERE.at("block", block),
        "LID %d, not %s".formatted(sent, text),
        "LID %d".formatted(received),
        answered,
        asked,
        new WrongField(
            null,
            "PortInfo",
            PortInfo.LID.name(),
            WrongField.PLAIN,
            Smp.DATA * 8L + PortInfo.LID.bitOffset(),
            PortInfo.LID.width(),
            BigInteger.valueOf(sent),
            BigInteger.valueOf(received)));
  }

  private MemorySegment mad(int method) {
    byte[] bytes = new byte[Smp.BYTES_OF_MAD];
    for (int i = 0; i < Smp.DATA_BYTES; i++) {
      bytes[Smp.DATA + i] = (byte) random.nextInt();
    }
    MemorySegment mad = MemorySegment.ofArray(bytes);
    MadHeader.BASE_VERSION.set(mad, 0, 1);
    MadHeader.MGMT_CLASS.set(mad, 0, Smp.LID_ROUTED);
    MadHeader.CLASS_VERSION.set(mad, 0, 1);
    MadHeader.METHOD.set(mad, 0, method);
    MadHeader.TRANSACTION_ID.set(mad, 0, frame);
    MadHeader.ATTRIBUTE_ID.set(mad, 0, Attribute.PORT_INFO.id());
    return mad;
  }

  private Page page(String id) {
    return PageBuilder.page(id)
        .title("Title of " + id + " " + text)
        .dut(DutKind.SWITCH)
        .step(new Page.Step("1", "ReceiveMad(SubnGetResp(PortInfo)); " + text, List.of()))
        .build();
  }
}
