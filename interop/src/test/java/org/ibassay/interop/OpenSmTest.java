package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// OpenSM's responses through the umad driver on ibsim.
///
/// ibsim's wrapper has no RMPP, and delivers the first 224 bytes of a MAD, whose length it limits
/// to 256. So responses are short or truncated; truncation is reported.
@RequiresPeer({"ibsim", IbsimFabric.WRAPPER, "libibumad.so.3", "opensm"})
final class OpenSmTest {
  @TempDir private static Path directory;
  private static ManagedFabric fabric;

  @BeforeAll
  static void start() throws Exception {
    fabric = ManagedFabric.start(directory, "opensm-switches.net");
  }

  @AfterAll
  static void stop() {
    if (fabric != null) {
      fabric.close();
    }
  }

  private static List<String> probe(String... what) throws Exception {
    return fabric.ibsim().probe("Tester", SaProbe.class, what);
  }

  @Test
  void shortAnswerComesWhole() throws Exception {
    assertThat(probe("GetTable", "LinkRecord"))
        .startsWith("ANSWERED, OK, 136 bytes, 0 missing, by the stack")
        .filteredOn(line -> line.startsWith("FromLID "))
        .hasSize(10);
  }

  /// Of six records of 64 bytes, two are delivered. Their number is also unknown.
  @Test
  void aLongResponseIsTruncatedAndMarked() throws Exception {
    assertThat(probe("paths"))
        .startsWith("ANSWERED, OK, 224 bytes, 32 missing, by the stack")
        .filteredOn(line -> line.startsWith("DLID "))
        .hasSize(2);
  }

  /// A ServiceRecord has 176 bytes, of which the wrapper delivers 168: that is reported, and its
  /// relevant components are within them.
  @Test
  void serviceIsSetAskedForAndDeleted() throws Exception {
    String cut = "ANSWERED, OK, 224 bytes, 8 missing, by the stack";

    assertThat(probe("services"))
        .containsExactly(
            cut,
            "SubnAdmSet: ibassay",
            cut,
            "SubnAdmGet: ibassay",
            cut,
            "SubnAdmDelete: ibassay",
            "ANSWERED, ERR_NO_RECORDS, 224 bytes, 32 missing, by the stack",
            "SubnAdmGet: ");
  }
}
