package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ibassay.interop.FieldOracles.Line;
import org.ibassay.peers.RequiresPeer;
import org.ibassay.wire.Field;
import org.ibassay.wire.cc.CongestionLog;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.management.ManagementClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// libibmad's field table and OpenSM's structures agree with our tables on random MADs.
class CFieldsTest {
  private static final int MADS = 200;
  private static final Seed SEED = Seed.ofRun();

  /// Layouts that begin at the start of the MAD; others begin at its attribute.
  private static final Set<String> WHOLE_MAD = Set.of("MADHeader", "Status", "SMP", "CCHeader");

  /// Attributes that begin with the log data of congestion control.
  private static final Set<String> LOGS = Set.of("CongestionLog", FieldOracles.LOG_OF_CA);

  private static final long LOG_DATA =
      ManagementClass.data(ManagementClass.CONGESTION_CONTROL, CongestionLog.ATTRIBUTE.id());

  @TempDir private Path directory;

  @Test
  @RequiresPeer({"cc", "libibmad.so"})
  void libibmadsFieldTableAgrees() throws Exception {
    compare("libibmad", List.of("-libmad"));
  }

  @Test
  @RequiresPeer({"cc", "libosmcomp.so"})
  void openSmsStructuresAgree() throws Exception {
    compare("opensm", List.of("-DOPENSM", "-I/usr/include/infiniband", "-losmcomp"));
  }

  private void compare(String kind, List<String> options) throws Exception {
    Map<String, Field> fields = FieldOracles.fields();
    List<Line> lines =
        FieldOracles.lines().stream().filter(line -> line.kind().equals(kind)).toList();
    assertThat(lines).isNotEmpty();
    Random random = SEED.random();
    List<byte[]> mads =
        Stream.generate(() -> new byte[Smp.BYTES_OF_MAD])
            .limit(MADS)
            .peek(random::nextBytes)
            .toList();

    List<String> answers = run(compile(lines, fields, options), mads);

    assertThat(answers).hasSize(MADS);
    List<String> differences = new ArrayList<>();
    for (int n = 0; n < MADS; n++) {
      String[] theirs = answers.get(n).split(" ", -1);
      int next = 0;
      for (Line line : lines) {
        Field field = Objects.requireNonNull(fields.get(line.field()));
        long base = base(line.field().split("\\.", -1)[0]);
        List<String> ours =
            FieldOracles.values(field, MemorySegment.ofArray(mads.get(n)), base)
                .mapToObj(Long::toHexString)
                .toList();
        List<String> expected = List.of(theirs).subList(next, next + ours.size());
        if (!ours.equals(expected)) {
          differences.add("%s of MAD %d: %s and not %s".formatted(line.field(), n, ours, expected));
        }
        next += ours.size();
      }
    }
    assertThat(differences).as(SEED.toString()).isEmpty();
  }

  private static long base(String layout) {
    return WHOLE_MAD.contains(layout) ? 0 : LOGS.contains(layout) ? LOG_DATA : Smp.DATA;
  }

  /// Inserts the expressions into the program and compiles it.
  private Path compile(List<Line> lines, Map<String, Field> fields, List<String> options)
      throws IOException, InterruptedException {
    StringBuilder calls = new StringBuilder();
    for (Line line : lines) {
      Field field = Objects.requireNonNull(fields.get(line.field()));
      long count = FieldOracles.values(field, MemorySegment.ofArray(new byte[256]), 0).count();
      calls.append("EACH(%d, %s)%n".formatted(count, line.what()));
    }
    Files.writeString(directory.resolve("expressions.inc"), calls);
    Path source = directory.resolve("fields.c");
    try (InputStream in =
        Objects.requireNonNull(CFieldsTest.class.getResourceAsStream("fields.c"))) {
      Files.copy(in, source);
    }
    Path program = directory.resolve("fields");
    List<String> command =
        new ArrayList<>(List.of("cc", "-o", program.toString(), source.toString()));
    command.addAll(options);
    Process cc = new ProcessBuilder(command).redirectErrorStream(true).start();
    String messages = new String(cc.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(cc.waitFor()).as(messages).isZero();
    return program;
  }

  /// Returns one line for each MAD.
  private List<String> run(Path program, List<byte[]> mads)
      throws IOException, InterruptedException {
    Path input = directory.resolve("mads");
    try (OutputStream out = Files.newOutputStream(input)) {
      for (byte[] mad : mads) {
        out.write(mad);
      }
    }
    Process process =
        new ProcessBuilder(program.toString())
            .redirectInput(input.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<String> lines =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
            .lines()
            .toList();
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isZero();
    return lines;
  }
}
