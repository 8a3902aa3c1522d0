package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.ibassay.link.Clock;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.AgentAddress;
import org.ibassay.link.upper.AgentClient;
import org.ibassay.link.upper.Pump;
import org.ibassay.link.upper.UpperTesterException;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The agent on a host without an RDMA device: it reports that, and handles all requests.
@RequiresPeer({AgentProgram.COMPILER, AgentProgram.VERBS})
class AgentProgramTest {
  private static final String HELLO = "hello version=1 token=t";
  private static final String GREETED = "ok version=1 token=t device=";
  private static final int LINE_BYTES = 16384;
  private static final int FUZZ_LINES = 5000;
  private static final Clock CLOCK = System::nanoTime;
  private static final Seed SEED = Seed.ofRun();

  private static final List<String> COMMANDS =
      List.of(
          "hello",
          "attributes",
          "open",
          "query",
          "close",
          "register",
          "write",
          "fill",
          "read",
          "free",
          "receive",
          "send",
          "rdma-write",
          "rdma-read",
          "compare-swap",
          "fetch-add",
          "open-uc",
          "open-ud",
          "datagram",
          "datagram-immediate",
          "attach",
          "detach",
          "request-event",
          "events",
          "poll",
          "nonsense");
  private static final List<String> NAMES =
      List.of(
          "version",
          "token",
          "qpn",
          "region",
          "at",
          "bytes",
          "data",
          "id",
          "address",
          "rkey",
          "compare",
          "swap",
          "add",
          "queue",
          "most",
          "access",
          "mtu",
          "peer-gid",
          "peer-lid",
          "q-key",
          "state",
          "gid",
          "lid",
          "immediate",
          "solicited");
  private static final List<String> VALUES =
      List.of(
          "",
          "0",
          "1",
          "-1",
          "0x",
          "0xffffffffffffffff",
          "18446744073709551616",
          "lwra",
          "-",
          "aa",
          "a",
          "send",
          "%s%n%x",
          "=",
          "256",
          "x".repeat(600));

  @TempDir private static Path directory;
  private static Path program = Path.of("");

  @BeforeAll
  static void compile() throws Exception {
    program = AgentProgram.compile(directory);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          foo                                  | no 0 no command "foo"
          attributes x=1                       | no 0 attributes: unknown name x
          attributes  x=1                      | no 0 "" where name=value is expected
          attributes x                         | no 0 "x" where name=value is expected
          attributes =x                        | no 0 "" where name=value is expected
          attributes                           | no 19 cannot open an RDMA device: 0 RDMA devices on this host: No such device
          register bytes=10 access=l           | no 19 cannot open an RDMA device: 0 RDMA devices on this host: No such device
          register bytes=10                    | no 0 register needs access=...
          register bytes=10 bytes=10           | no 0 bytes is given twice
          register bytes=0 access=l            | no 0 bytes=0: expected a number from 1 to 1073741824
          register bytes=-1 access=l           | no 0 bytes=-1: expected a number from 1 to 1073741824
          register bytes=1073741825 access=l   | no 0 bytes=1073741825: expected a number from 1 to 1073741824
          register bytes=1 access=lx           | no 0 access=lx: expected letters out of lwra, or -
          read region=1 at=0 bytes=1           | no 0 no region 1 in this session
          read region=65 at=0 bytes=1          | no 0 region=65: expected a number from 1 to 64
          query qpn=0x11                       | no 0 no QP 0x11 in this session
          events qpn=0x11                      | no 0 no QP 0x11 in this session
          attach qpn=0x11 gid=00 lid=0         | no 0 no QP 0x11 in this session
          open-ud gid-index=0 q-key=0 state=ERR send-psn=0 depth=1 | no 0 state=ERR: expected RESET, INIT, RTR or RTS
          hello version=3 token=t              | no 0 version=3: this agent was built without librdmacm
          hello version=1 token=               | no 0 token: expected 1 to 32 letters and digits
          hello version=1 token=a.b            | no 0 token: expected 1 to 32 letters and digits
          """)
  void refusesInWords(String request, String answer) throws Exception {
    assertThat(ask(HELLO + "\n" + request + "\nbye\n")).containsExactly(GREETED, answer, "ok");
  }

  @Test
  void wantsHelloFirst() throws Exception {
    assertThat(ask("attributes\nbye\n\n" + HELLO + "\n"))
        .containsExactly("no 0 say hello first", "no 0 say hello first", GREETED);
  }

  @Test
  void refusesBytesThatAreNotPrintable() throws Exception {
    assertThat(ask("attributes \u00e9\nattributes \0\n" + HELLO + "\r\n"))
        .containsExactly(
            "no 0 byte 0xe9 in a request: expected printable ASCII",
            "no 0 byte 0x00 in a request: expected printable ASCII",
            "no 0 byte 0x0d in a request: expected printable ASCII");
  }

  @Test
  void skipsLinesThatAreTooLong() throws Exception {
    String longest = "attributes " + "x".repeat(LINE_BYTES - "attributes \n".length());
    String much = "y".repeat(3 * LINE_BYTES);
    assertThat(ask("%s\n%s\n%s\n%s\n%s\n".formatted(HELLO, longest, longest + "x", much, "bye")))
        .containsExactly(
            GREETED,
            "no 0 \"" + "x".repeat(40) + "\" where name=value is expected",
            "no 0 a line of more than 16384 bytes",
            "no 0 a line of more than 16384 bytes",
            "ok");
  }

  @Test
  void answersEveryLineWhateverItIs() throws Exception {
    Random random = SEED.random();
    ByteArrayOutputStream in = new ByteArrayOutputStream();
    in.writeBytes((HELLO + "\n").getBytes(StandardCharsets.US_ASCII));
    for (int n = 0; n < FUZZ_LINES; n++) {
      in.writeBytes(randomLine(random));
      in.write('\n');
    }
    assertThat(ask(in.toByteArray()))
        .as(SEED.toString())
        .hasSize(FUZZ_LINES + 1)
        .allMatch(line -> line.matches("ok .*|no [0-9]+ [ -~]+"));
  }

  private static byte[] randomLine(Random random) {
    int kind = random.nextInt(20);
    if (kind == 0) {
      byte[] noise = new byte[1 + random.nextInt(200)];
      random.nextBytes(noise);
      for (int i = 0; i < noise.length; i++) {
        noise[i] = noise[i] == '\n' ? (byte) ' ' : noise[i];
      }
      return noise;
    }
    StringBuilder line = new StringBuilder(pick(COMMANDS, random));
    int pairs = kind == 1 ? random.nextInt(4000) : random.nextInt(8);
    for (int i = 0; i < pairs; i++) {
      line.append(' ').append(pick(NAMES, random)).append('=').append(pick(VALUES, random));
    }
    return line.toString().getBytes(StandardCharsets.US_ASCII);
  }

  private static String pick(List<String> list, Random random) {
    return list.get(random.nextInt(list.size()));
  }

  @Test
  void speaksWithTheClient() throws Exception {
    AgentAddress address = new AgentAddress.Exec(program + " --stdio");
    try (AgentClient client = AgentClient.connect(address, Pump.NONE, CLOCK)) {
      assertThatThrownBy(() -> client.register(1, AccessRights.ALL))
          .hasMessageContaining("0 RDMA devices on this host")
          .isInstanceOfSatisfying(
              UpperTesterException.class, e -> assertThat(e.errno()).isEqualTo(19));
    }
  }

  @Test
  void servesOneTesterAtATimeOnTcp() throws Exception {
    Process agent = new ProcessBuilder(program.toString(), "--listen", "0").start();
    try (BufferedReader said = agent.errorReader(StandardCharsets.US_ASCII)) {
      String listening = said.readLine();
      assertThat(listening).startsWith("ibassay-agent: listening at 127.0.0.1 port ");
      int port = Integer.parseInt(listening.substring(listening.lastIndexOf(' ') + 1));
      AgentAddress address = new AgentAddress.Tcp("127.0.0.1", port);
      try (AgentClient first = AgentClient.connect(address, Pump.NONE, CLOCK)) {
        assertThatThrownBy(() -> AgentClient.connect(address, Pump.NONE, CLOCK))
            .hasMessageEndingWith(
                "refuses this tester: 16 serving another tester: Device or resource busy");
        assertThatThrownBy(first::attributes).hasMessageContaining("0 RDMA devices");
      }
      vanish(port);
      AgentClient.connect(address, Pump.NONE, CLOCK).close();
    } finally {
      agent.destroy();
      agent.waitFor();
    }
  }

  /// Disconnects in the middle of a line.
  private static void vanish(int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write((HELLO + "\nattri").getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      assertThat(
              new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII)).readLine())
          .isEqualTo(GREETED);
    }
  }

  @Test
  void warnsWhenOthersCanReachIt() throws Exception {
    Process agent = new ProcessBuilder(program.toString(), "--listen", "0.0.0.0:0").start();
    try (BufferedReader said = agent.errorReader(StandardCharsets.US_ASCII)) {
      assertThat(said.readLine()).startsWith("ibassay-agent: listening at 0.0.0.0 port ");
      assertThat(said.readLine()).contains("warning: anyone who can reach that address");
    } finally {
      agent.destroy();
      agent.waitFor();
    }
  }

  @ParameterizedTest
  @CsvSource({"''", "--stdio --listen 1", "--stdio more", "--port", "--bogus", "--stdio --port 0"})
  void wrongUseIsReported(String arguments) throws Exception {
    Processes.Outcome outcome =
        Processes.run(directory, Map.of(), List.of("sh", "-c", program + " " + arguments));
    assertThat(outcome.exit()).isEqualTo(2);
    assertThat(outcome.err()).isNotEmpty();
  }

  private static List<String> ask(String input) throws Exception {
    return ask(input.getBytes(StandardCharsets.ISO_8859_1));
  }

  /// Returns the agent's answers to an input, after which it must end normally.
  private static List<String> ask(byte[] input) throws Exception {
    Path in = Files.write(directory.resolve("in"), input);
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    Process agent =
        new ProcessBuilder(program.toString(), "--stdio")
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      assertThat(agent.waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(agent.exitValue()).as(Files.readString(err)).isZero();
      return Files.readAllLines(out, StandardCharsets.ISO_8859_1);
    } finally {
      agent.destroyForcibly();
    }
  }
}
