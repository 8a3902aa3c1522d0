package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The umad driver, on a third-party fabric.
@RequiresPeer({"ibsim", IbsimFabric.WRAPPER, "libibumad.so.3"})
final class UmadTest {
  private static final String DUT = "umad:ibsim0/1?path=0,1";

  @TempDir static Path directory;
  private static IbsimFabric fabric;

  @BeforeAll
  static void start() throws Exception {
    fabric = IbsimFabric.start(directory, "ibsim-lonely.net");
  }

  @AfterAll
  static void stop() {
    fabric.close();
  }

  /// Returns the output of the probe, in lines.
  private static List<String> probe(String host, String... arguments) throws Exception {
    return fabric.probe(host, UmadProbe.class, arguments);
  }

  @Test
  void localPortsAreListed() throws Exception {
    assertThat(probe("Tester", "ports")).containsExactly("ibsim0/1");
    assertThat(probe("Tester", "port")).containsExactly("InfiniBand");
  }

  @Test
  void neighborAndTesterAnswer() throws Exception {
    assertThat(probe("Tester", "ask", DUT))
        .containsExactly(
            "ANSWERED after 1, 256 bytes, type 1, GUID 0x100002",
            "ANSWERED after 1, 256 bytes, type 1, GUID 0x100000",
            "Counters[sent=2, received=2, retried=0, late=0, duplicate=0, unasked=0]");
  }

  @Test
  void everyKindOfSilenceIsNoAnswer() throws Exception {
    assertThat(probe("Tester", "silence", DUT))
        .containsExactly(
            "nobody: UNANSWERED after 3",
            "dropped: UNANSWERED after 3",
            "then: ANSWERED",
            "Counters[sent=7, received=1, retried=4, late=0, duplicate=0, unasked=0]");
  }

  /// ibsim's wrapper delivers a response to the requesting port without checking that it is still
  /// open, which would crash the virtual machine.
  @Test
  void anAnswerThatArrivesAtCloseDoesNoHarm() throws Exception {
    assertThat(probe("Tester", "late", DUT, Long.toString(fabric.pid())))
        .containsExactly("UNANSWERED", "still running");
  }

  @Test
  void severalAreOutstanding() throws Exception {
    assertThat(probe("Tester", "outstanding", DUT, "16"))
        .containsExactly(
            "Counters[sent=800, received=800, retried=0, late=0, duplicate=0, unasked=0]");
    assertThat(probe("Tester", "threads", DUT, "16"))
        .containsExactly(
            "Counters[sent=800, received=800, retried=0, late=0, duplicate=0, unasked=0]");
  }

  @Test
  void whatCannotBeOpenedIsNamed() throws Exception {
    assertThat(
            probe(
                "Tester",
                "open",
                DUT,
                "umad:mlx5_9/1?path=0,1",
                "umad:ibsim0/2?lid=3",
                "umad:ibsim0/1?path=0,1&also=ibsim0/7:0,1"))
        .containsExactly(
            "open, ports: 1",
            "LinkException: no port mlx5_9/1: this machine has ibsim0/1",
            "LinkException: no port ibsim0/2: this machine has ibsim0/1",
            "LinkException: no port ibsim0/7: this machine has ibsim0/1");
  }

  @Test
  void portThatIsCabledToNothingIsDown() throws Exception {
    assertThat(probe("Lonely", "open", DUT))
        .singleElement()
        .asString()
        .startsWith("LinkException: port ibsim0/1 is down");
  }
}
