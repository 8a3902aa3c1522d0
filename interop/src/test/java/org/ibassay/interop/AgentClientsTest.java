package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// After any client has connected to the agent by TCP, it still serves a tester. Its timeout is one
/// second here.
@RequiresPeer({AgentProgram.COMPILER, AgentProgram.VERBS})
class AgentClientsTest {
  private static final Seed SEED = Seed.ofRun();
  private static final String HELLO = "hello version=1 token=t";
  private static final String GREETED = "ok version=1 token=t device=";

  @TempDir private static Path directory;
  private static Process agent;
  private static int port;

  @BeforeAll
  static void start() throws Exception {
    Path program = AgentProgram.compile(directory, "PATIENCE_SECONDS=1");
    agent = new ProcessBuilder(program.toString(), "--listen", "0").start();
    String listening = agent.errorReader(StandardCharsets.US_ASCII).readLine();
    port = Integer.parseInt(listening.substring(listening.lastIndexOf(' ') + 1));
  }

  @AfterAll
  static void stop() throws InterruptedException {
    if (agent != null) {
      agent.destroy();
      agent.waitFor();
    }
  }

  /// Reconnects until the agent serves the tester.
  private static void assertServes() throws IOException {
    String answer = "";
    while (!answer.equals(GREETED)) {
      assertThat(agent.isAlive()).isTrue();
      try (Socket socket = connect()) {
        answer = String.valueOf(greet(socket));
      } catch (IOException e) {
        answer = "hung up";
      }
    }
  }

  private static Socket connect() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), port);
  }

  private static String greet(Socket socket) throws IOException {
    send(socket, HELLO + "\n");
    InputStream in = socket.getInputStream();
    return new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII)).readLine();
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void oneThatSaysNothingIsHungUpOn() throws IOException {
    try (Socket silent = connect()) {
      assertServes();
      assertThat(silent.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void oneThatNeverSaysHelloIsHungUpOn() throws IOException {
    try (Socket chatty = connect()) {
      InputStream in = chatty.getInputStream();
      int byteReceived = 0;
      while (byteReceived >= 0) {
        try {
          send(chatty, "poll\n");
          byteReceived = in.read();
        } catch (IOException e) {
          byteReceived = -1;
        }
      }
      assertServes();
    }
  }

  @Test
  void oneThatNeverReadsIsHungUpOn() throws IOException {
    try (Socket deaf = connect()) {
      assertThat(greet(deaf)).isEqualTo(GREETED);
      String flood = (HELLO + "\n").repeat(1000);
      boolean isServed = true;
      while (isServed) {
        try {
          send(deaf, flood);
        } catch (IOException e) {
          isServed = false;
        }
      }
      assertServes();
    }
  }

  @Test
  void manyAtATimeAreTurnedAway() throws IOException {
    try (Socket first = connect()) {
      assertThat(greet(first)).isEqualTo(GREETED);
      for (int i = 0; i < 200; i++) {
        try (Socket next = connect()) {
          assertThat(greet(next)).startsWith("no 16 serving another tester");
        }
      }
    }
    assertServes();
  }

  @Test
  void garbageAndPartsOfLinesDoNotEndIt() throws IOException {
    Random random = SEED.random();
    for (int i = 0; i < 100; i++) {
      try (Socket socket = connect()) {
        byte[] noise = new byte[random.nextInt(40_000)];
        random.nextBytes(noise);
        socket.getOutputStream().write(noise);
      } catch (IOException e) {
        // The client hung up first.
      }
    }
    assertServes();
  }
}
