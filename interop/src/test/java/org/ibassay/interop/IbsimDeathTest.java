package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// ibsim 0.10 reads outside its tables and crashes when it receives a request for the
/// SLtoVLMappingTable of a port that does not exist. `restart=` restarts it; a relay keeps the
/// tester's adapter attached, which is also simulated by ibsim.
@RequiresPeer({"ibsim", "cc", IbsimFabric.WRAPPER, "libibumad.so.3"})
@Order(2)
final class IbsimDeathTest {
  private static final String FATAL = "SubnGet(SLtoVLMappingTable), AttributeModifier 0x0000FF01";

  @TempDir Path directory;

  private final String tester = Umad2Sim.freshName();
  private final String ibsim = Umad2Sim.freshName();
  private Process relay;

  @BeforeEach
  void start() throws Exception {
    Path program = CProgram.compile(directory, "ibsim_relay");
    relay =
        new ProcessBuilder(program.toString(), tester, ibsim)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("relay.log").toFile())
            .start();
    try (var in = IbsimFabric.class.getResourceAsStream("ibsim-switch.net")) {
      Files.write(directory.resolve("net"), in == null ? new byte[0] : in.readAllBytes());
    }
    Files.writeString(
        directory.resolve("restart.sh"),
        """
        cd '%1$s' || exit
        serves() { grep -Eq '@%2$s:ctl@?$' /proc/net/unix; }
        if [ -f pid ]; then kill -9 "$(cat pid)"; fi 2>/dev/null
        while serves; do sleep 0.1; done
        IBSIM_SOCKNAME='%2$s' '%3$s' -ns net >>ibsim.log 2>&1 </dev/null &
        echo $! >pid
        until serves; do sleep 0.1; done
        kill -USR1 %4$d
        """
            .formatted(directory, ibsim, Umad2Sim.program("ibsim"), relay.pid()));
    assertThat(new ProcessBuilder("sh", script()).start().waitFor(60, TimeUnit.SECONDS)).isTrue();
  }

  private String script() {
    return directory.resolve("restart.sh").toString();
  }

  @AfterEach
  void stop() throws IOException {
    relay.destroyForcibly();
    long pid = Long.parseLong(Files.readString(directory.resolve("pid")).strip());
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
  }

  @Test
  void whatItDiesOfIsFoundOut() throws Exception {
    List<String> lines = probe("umad:ibsim0/1?path=0,1&restart=sh " + script());
    assertThat(lines.getFirst()).startsWith("FAIL");
    assertThat(lines)
        .contains("ia-alive#01 responses after " + FATAL)
        .anySatisfy(line ->
            assertThat(line).contains(FATAL, "after each of two restarts, but not without it"));
  }

  @Test
  void withoutAWayBackItIsNamed() throws Exception {
    List<String> lines = probe("umad:ibsim0/1?path=0,1");
    assertThat(lines.getFirst())
        .startsWith("ERROR the tester's own port no longer answers")
        .contains(FATAL);
  }

  private List<String> probe(String uri) throws Exception {
    return new Umad2Sim(directory, tester)
        .runAny(
            "Tester",
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--class-path",
                System.getProperty("java.class.path"),
                DeathProbe.class.getName(),
                uri))
        .out()
        .lines()
        .toList();
  }
}
