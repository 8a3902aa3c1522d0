package org.ibassay.link.upper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.ibassay.link.Clock;
import org.ibassay.link.LinkException;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.sa.Gid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An agent that is no agent, has ended, or violates the protocol.
class AgentTroubleTest {
  private static final RcQp QP = new RcQp(0x11, new PortAddress(new Gid(0, 1), 0));
  private static final MemoryRegion REGION = new MemoryRegion(3, 0x7000, 100, 0x77);

  private static void assertLost(ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .hasMessageContaining(message)
        .isInstanceOfSatisfying(
            UpperTesterException.class,
            e -> assertThat(e.kind()).isEqualTo(UpperTesterException.Kind.LOST));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "what",
        "OK",
        "okay",
        "ok ",
        "ok  completions=",
        "ok completions",
        "ok =1",
        "ok completions= completions=",
        "ok completions=\u0007",
        "ok completions=\u00ff",
        "ok",
        "no",
        "no reason",
        "no 22",
        "no -1 text",
        "no 1234567 text",
        "ok completions=1",
        "ok completions=1:SUCCESS:0",
        "ok completions=1:SUCCESS:0:0",
        "ok completions=1:SUCCESS:0:0:0:0:::",
        "ok completions=1:SUCCESS:0:0:0:0::,",
        "ok completions=1:success:0:0:0:0::",
        "ok completions=-1:SUCCESS:0:0:0:0::",
        "ok completions=+1:SUCCESS:0:0:0:0::",
        "ok completions=0x:SUCCESS:0:0:0:0::",
        "ok completions=18446744073709551616:SUCCESS:0:0:0:0::",
        "ok completions=1:SUCCESS:0:4294967296:0:0::",
        "ok completions=1:SUCCESS:0:0:0x1000000:0::",
        "ok completions=1:SUCCESS:0:0:0:2::",
        "ok completions=1:SUCCESS:0:0:0:0:4294967296:",
        "ok completions=1:SUCCESS:0:0:0:0::,2:SUCCESS:0:0:0:0::,3:SUCCESS:0:0:0:0::",
      })
  void malformedAnswerEndsTheConnection(String answer) throws Exception {
    ScriptedAgent agent = new ScriptedAgent().answer(answer);
    AgentClient client = agent.greeted();
    assertLost(() -> client.poll(QP, Queue.SEND, 2), "is malformed: ");
    assertThat(agent.isClosed).isTrue();
    assertLost(() -> client.close(QP), "is malformed: ");
    client.close();
    assertThat(agent.requests).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ok data=", "ok data=aa", "ok data=aabbc", "ok data=aabbccdd", "ok data=aaxx"})
  void dataMustBeWhatWasAskedFor(String answer) throws Exception {
    ScriptedAgent agent = new ScriptedAgent().answer(answer);
    AgentClient client = agent.greeted();
    assertLost(() -> client.read(REGION, 0, 2), "data: expected 2 bytes in hexadecimal digits");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ok qpn=0x1000000 lid=0 gid=00000000000000000000ffffc0000202",
        "ok lid=0 gid=00000000000000000000ffffc0000202",
        "ok qpn=1 lid=65536 gid=00000000000000000000ffffc0000202",
        "ok qpn=1 lid=0 gid=0000000000000000000ffffc0000202",
        "ok qpn=1 lid=0 gid=::1",
      })
  void addressMustBeOne(String answer) throws Exception {
    ScriptedAgent agent = new ScriptedAgent().answer(answer);
    AgentClient client = agent.greeted();
    assertLost(() -> client.open(RcSettings.to(QP.address(), 1)), "is malformed: ");
  }

  @Test
  void longAnswersAreCutInMessages() throws Exception {
    ScriptedAgent agent = new ScriptedAgent().answer("x".repeat(5000));
    AgentClient client = agent.greeted();
    assertLost(() -> client.close(QP), "\"" + "x".repeat(80) + "...\"");
  }

  @Test
  void oversizedLineEndsTheConnection() throws Exception {
    ScriptedAgent agent = new ScriptedAgent().answer("ok data=" + "0".repeat(16384));
    AgentClient client = agent.greeted();
    assertLost(() -> client.close(QP), "agent test:1 sent a line of more than 16384 bytes");
  }

  @Test
  void longestLineIsTaken() throws Exception {
    String padding = " x=" + "0".repeat(16384 - "ok x=\n".length());
    ScriptedAgent agent = new ScriptedAgent().answer("ok" + padding);
    agent.greeted().close(QP);
    assertThat(agent.isClosed).isFalse();
  }

  @Test
  void hangingUpIsReported() throws Exception {
    ScriptedAgent agent = new ScriptedAgent().answer(ScriptedAgent.HANG_UP);
    AgentClient client = agent.greeted();
    assertLost(() -> client.close(QP), "agent test:1 hung up");
    assertLost(() -> client.attributes(), "agent test:1 hung up");
    client.close();
  }

  @Test
  void silenceIsReported() throws Exception {
    ScriptedAgent agent = new ScriptedAgent().answer(ScriptedAgent.SILENCE);
    AgentClient client = agent.greeted();
    long before = agent.nanos.get();
    agent.pumpNanos = 1_000_000_000;
    assertLost(
        () -> client.open(RcSettings.to(QP.address(), 1)),
        "agent test:1 has not answered \"open\" within 30 s");
    assertThat(agent.nanos.get() - before).isEqualTo(30_000_000_000L);
  }

  @Test
  void closingAnAgentThatIsSilentEnds() throws Exception {
    ScriptedAgent agent = new ScriptedAgent().answer(ScriptedAgent.SILENCE);
    AgentClient client = agent.greeted();
    agent.pumpNanos = 1_000_000_000;
    client.close();
    assertThat(agent.isClosed).isTrue();
    assertLost(() -> client.attributes(), "this session was closed");
  }

  @Test
  void whatAFormerTesterLeftIsSkipped() throws Exception {
    ScriptedAgent agent =
        new ScriptedAgent()
            .answer(
                "ok data=00\nno 0 no command \"rea\"\nok version=1 token=old device=\n"
                    + "ok version=6 token=1234 connects=1 device=");
    agent.greet();
    assertThat(agent.isClosed).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "SSH-2.0-OpenSSH\n", "ok version=1 token=other device="})
  void whoDoesNotAnswerHelloIsNoAgent(String words) throws Exception {
    ScriptedAgent agent = new ScriptedAgent().answer(words);
    agent.pumpNanos = 1_000_000_000;
    assertLost(
        () -> agent.greet(), "agent test:1 does not answer: it is none, or serves another tester");
    assertThat(agent.isClosed).isTrue();
  }

  @Test
  void whoNeverStopsTalkingIsNoAgent() {
    InputStream chatter =
        new InputStream() {
          @Override
          public int read() {
            return '\n';
          }

          @Override
          public int read(byte[] into, int at, int most) {
            Arrays.fill(into, at, at + most, (byte) '\n');
            return most;
          }
        };
    AtomicLong nanos = new AtomicLong();
    Clock clock = () -> nanos.addAndGet(1_000_000);
    AgentLines lines =
        new AgentLines(
            "test:1", chatter, OutputStream.nullOutputStream(), chatter, Pump.NONE, clock);
    assertLost(() -> AgentClient.greet(lines, clock), "does not answer: it is none");
  }

  /// It would be mistaken for the answer to the next request.
  @Test
  void twoAnswersToOneRequestEndTheConnection() throws Exception {
    ScriptedAgent agent = new ScriptedAgent().answer("ok\nok rkey=1");
    AgentClient client = agent.greeted();
    client.close(QP);
    agent.awaitUnasked();
    assertLost(() -> client.close(QP), "sends \"ok rkey=1\" without a request");
  }

  @Test
  void refusedHelloIsReported() throws Exception {
    ScriptedAgent agent =
        new ScriptedAgent()
            .answer(
                "no 0 version=6: this agent speaks version 7",
                "no 0 version=5: this agent speaks version 7",
                "no 0 version=4: this agent speaks version 7",
                "no 0 version=3: this agent speaks version 7",
                "no 0 version=2: this agent speaks version 7",
                "no 0 version=1: this agent speaks version 7");
    agent.pumpNanos = 1_000_000;
    assertLost(
        () -> agent.greet(),
        "agent test:1 refuses this tester: 0 version=1: this agent speaks version 7");
    assertThat(agent.nanos.get()).isLessThan(2_000_000_000L);
  }

  @Test
  void otherVersionIsMalformed() throws Exception {
    ScriptedAgent agent = new ScriptedAgent().answer("ok version=3 token=1234 device=");
    assertLost(() -> agent.greet(), "version: expected a number from 6 to 6");
    assertThat(agent.isClosed).isTrue();
  }

  @Test
  void troubleOfThePumpIsTheTestersOwn() throws Exception {
    AgentLines lines =
        new AgentLines(
            "test:1",
            new PipedInputStream(new PipedOutputStream()),
            OutputStream.nullOutputStream(),
            () -> {},
            () -> {
              throw new LinkException("interface gone");
            },
            () -> 0);
    assertLost(() -> AgentClient.greet(lines, () -> 0), "the tester's packet port: interface gone");
  }

  @Test
  void agentThatCannotBeReachedIsReported() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    assertLost(
        () -> AgentClient.connect(new AgentAddress.Tcp("127.0.0.1", free), Pump.NONE, () -> 0),
        "no agent at 127.0.0.1:" + free + ": ");
  }

  @Test
  void commandThatEndsAtOnceIsReported() {
    assertLost(
        () -> AgentClient.connect(new AgentAddress.Exec("exit 3"), Pump.NONE, () -> 0),
        "agent exec:exit 3 ");
  }

  @Test
  void commandIsSpokenToOnItsStandardStreams(@TempDir Path directory) throws Exception {
    Path heard = directory.resolve("heard");
    String script =
        "read e; read h; echo ok version=6 token=${h##*=} connects=1 device=; read b; echo $b >%s; echo ok"
            .formatted(heard);
    AgentClient.connect(new AgentAddress.Exec(script), Pump.NONE, () -> 7).close();
    assertThat(heard).hasContent("bye");
  }
}
