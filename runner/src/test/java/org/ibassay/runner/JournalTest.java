package org.ibassay.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.runner.journal.Journal;
import org.ibassay.runner.state.Smps;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;
import org.ibassay.suite.Parameter;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Lets runs crash, and restores the devices that they leave changed.
class JournalTest extends CrashedRuns {
  @ParameterizedTest
  @CsvSource({
    "C14_017_01, sim:ca?lid=5, 2",
    "C14_017_03, sim:switch?lid=5, 2",
    "C14_017_05, sim:router?lid=5, 2",
    "C14_024_06_CA_03, sim:ca?lid=5, 53",
    "C14_024_12, " + TABLE + ", 5003",
  })
  void aDeviceIsPutBackWhereverARunCrashes(String id, String uri, int every) throws Exception {
    Page page = Pages.of(id).orElseThrow();
    int crashes = 0;
    int opened = 0;
    for (int packet = every; crash(page, uri, packet); packet += every) {
      String where = id + " crashed at packet " + packet;
      crashes++;
      if (journals.open().isEmpty()) {
        assertThat(state()).as(where).isEqualTo(fresh(uri));
      } else {
        opened++;
        assertThat(journals.open()).as(where).containsExactly(NODE);
        assertThat(refusal(page, uri))
            .as(where)
            .contains(id, PROGRAM + " restore 0x02001ba500010000");
        Restoration restoration = restore();
        assertThat(restoration.tests()).as(where).containsExactly(id);
        assertThat(restoration.isDone()).as("%s: %s", where, restoration).isTrue();
        assertThat(restoration.lost()).as(where).isEmpty();
        assertThat(state()).as(where).isEqualTo(fresh(uri));
        assertThat(restore().tests()).as(where).isEmpty();
        assertThat(state()).as(where).isEqualTo(fresh(uri));
      }
    }
    assertThat(crashes).isGreaterThan(10);
    assertThat(opened).isGreaterThan(5);
  }

  @Test
  void saysWhatItPutBackAndWhatItCannot() throws Exception {
    Page page = Pages.of("C14_017_01").orElseThrow();
    crashLate(page, "sim:ca");
    Restoration restoration = restore();
    assertThat(restoration.node()).isEqualTo("0x02001ba500010000");
    assertThat(restoration.putBack())
        .contains(
            "PortInfo of port 1: M_Key is 0x0000000000000000 again, after 0x1ba55a7000000001");
    assertThat(restoration.lost())
        .contains("PortInfo of port 1: LID was 0x0000, is 0x0001 (a Set may not carry 0)");
    assertThat(restoration.isDone()).isTrue();
    assertThat(journals.open()).isEmpty();
  }

  /// The snapshot of the last test does not contain the LID if an earlier test of the killed run
  /// changed it.
  @Test
  void lossesOfEarlierTestsOfTheRunAreReported() throws Exception {
    Page first = Pages.of("C14_017_01").orElseThrow();
    Page second = Pages.of("C14_017_03").orElseThrow();
    String lost = "PortInfo of port 1: LID was 0x0000, is 0x0001 (a Set may not carry 0)";
    Set<String> reported = new HashSet<>();
    for (int packet = 12; crash(List.of(first, second), "sim:ca", packet); packet += 11) {
      Restoration restoration = restore();
      if (restoration.tests().contains("C14_017_03")) {
        assertThat(restoration.lost()).as("at packet %d", packet).contains(lost);
      }
      if (restoration.lost().contains(lost)) {
        reported.add(String.join(", ", restoration.tests()));
      }
      assertThat(restore().lost()).isEmpty();
    }
    assertThat(reported).contains("C14_017_01", "C14_017_03");
  }

  @Test
  void aRunThatEndsWellLeavesNoJournal() throws Exception {
    Page page = Pages.of("C14_017_01").orElseThrow();
    assertThat(crash(page, "sim:ca?lid=5", Integer.MAX_VALUE)).isFalse();
    assertThat(journals.open()).isEmpty();
    assertThat(Files.size(journals.file(NODE))).isZero();
  }

  /// Until it is reported or another run begins.
  @Test
  void aRunThatEndsWellLeavesWhatIsLost() throws Exception {
    Page page = Pages.of("C14_017_01").orElseThrow();
    assertThat(crash(page, "sim:ca", Integer.MAX_VALUE)).isFalse();
    assertThat(journals.open()).isEmpty();
    assertThat(journals.withLosses()).containsExactly(NODE);
    Restoration restoration = restore();
    assertThat(restoration.isDone()).isTrue();
    assertThat(restoration.tests()).isEmpty();
    assertThat(restoration.lost())
        .contains("PortInfo of port 1: LID was 0x0000, is 0x0001 (a Set may not carry 0)");
    assertThat(journals.withLosses()).isEmpty();
  }

  @Test
  void simulatedDevicesOfThisProcessNeedNone() throws Exception {
    journals = Journals.in(home, PROGRAM);
    crash(Pages.of("C14_017_01").orElseThrow(), "sim:ca", 30);
    assertThat(home).isEmptyDirectory();
  }

  @Test
  void aRunInProgressIsDistinguishedFromADeadOne() throws Exception {
    Page page = Pages.of("C14_017_01").orElseThrow();
    try (Journal journal = journals.open(NODE, "sim:ca", Timing.DEFAULT, 1, Instant.EPOCH)) {
      assertThat(journal.file()).exists();
      assertThat(refusal(page, "sim:ca"))
          .isEqualTo(
              "DUT sim:ca: another run is using it (process %d, since 1970-01-01T00:00:00Z);"
                      .formatted(ProcessHandle.current().pid())
                  + " its journal is "
                  + journals.file(NODE));
      assertThatThrownBy(this::restore).isInstanceOf(BusyException.class);
    }
    assertThat(crash(page, "sim:ca", Integer.MAX_VALUE)).isFalse();
  }

  /// Verdicts on a device that has not been restored are worthless, even those of tests that only
  /// read.
  @Test
  void testsThatOnlyReadAreRefusedToo() throws Exception {
    crashLate(Pages.of("C14_017_01").orElseThrow(), "sim:ca");
    assertThat(refusal(Pages.of("C13_013").orElseThrow(), "sim:ca"))
        .contains("did not restore what C14_017_01 changed")
        .endsWith("first: " + PROGRAM + " restore 0x02001ba500010000");
  }

  /// The device is queried with the keys of its journal, so that it counts no M_Key violation.
  @Test
  void aDeviceThatIsLeftChangedCountsNoViolation() throws Exception {
    Page lease = Pages.of("C14_017_03").orElseThrow();
    int locked = 0;
    for (int packet = 20; crash(lease, "sim:ca?lid=5", packet); packet += 7) {
      long before = violations();
      if (!journals.open().isEmpty()) {
        locked += before == 0 ? 0 : 1;
        assertThat(refusal(Pages.of("C13_013").orElseThrow(), "sim:ca?lid=5"))
            .endsWith("first: " + PROGRAM + " restore 0x02001ba500010000");
        assertThat(violations()).as("crashed at packet %d", packet).isEqualTo(before);
        assertThat(restore().isDone()).isTrue();
      }
    }
    assertThat(locked).isPositive();
  }

  private long violations() throws Exception {
    Smps smps = new Smps(Objects.requireNonNull(kept).madPorts().getFirst(), "look");
    long key = ParameterValues.of(Map.of()).values(Parameter.M_KEY_DUT).getFirst();
    return Objects.requireNonNull(smps.get(Attribute.PORT_INFO, 1, key))
        .get(PortInfo.M_KEY_VIOLATIONS);
  }

  /// A journal does not block another device that has since been connected to that port.
  @Test
  void anotherDeviceAtTheUriIsTested() throws Exception {
    crashLate(Pages.of("C14_017_01").orElseThrow(), "sim:ca");
    kept = Drivers.installed().parse("sim:ca?seed=2").open(Tap.NONE, Timing.DEFAULT);
    RunResult result = run(Pages.of("C13_013").orElseThrow(), "sim:ca").execute(Tap.NONE);
    assertThat(result.tests().getFirst().reason()).isNull();
    assertThat(result.verdict()).isEqualTo(Verdict.PASS);
    assertThat(journals.open()).containsExactly(NODE);
  }

  @Test
  void aSilentDeviceIsTakenForTheOneThatWasThere() throws Exception {
    crashLate(Pages.of("C14_017_01").orElseThrow(), "sim:ca");
    kept = new FakeFabric().open();
    assertThat(refusal(Pages.of("C13_013").orElseThrow(), "sim:ca"))
        .endsWith("first: " + PROGRAM + " restore 0x02001ba500010000");
  }

  /// A journal contains M_Keys.
  @Test
  void nobodyButItsOwnerReadsAJournal() throws Exception {
    Path state = home.resolve("state");
    Path other = Files.createDirectories(state.resolve("0x0000000000000099"));
    journals = new Journals(state, dut -> true, PROGRAM);
    for (Path open : List.of(state, other, Files.createFile(other.resolve("journal")))) {
      Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    journals.hold(0x99).close();
    journals.hold(NODE).close();
    assertThat(permissions(state)).isEqualTo("rwx------");
    for (long node : List.of(0x99L, NODE)) {
      assertThat(permissions(journals.file(node).resolveSibling("."))).isEqualTo("rwx------");
      assertThat(permissions(journals.file(node))).isEqualTo("rw-------");
    }
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  /// The test may have passed before the device fell silent and could not be read back.
  @Test
  void aRunThatDidNotPutItsDeviceBackDoesNotEndWell() throws Exception {
    Page page = Pages.of("C14_017_01").orElseThrow();
    int passed = 0;
    for (int answers = 1; ; answers++) {
      kept = null;
      String uri = "sim:ca?lid=5&hostile=silent&hostile-after=" + answers;
      RunResult result = run(page, uri).execute(Tap.NONE);
      boolean isPass = result.verdict() == Verdict.PASS;
      if (isPass && result.isPutBack()) {
        break;
      }
      passed += isPass ? 1 : 0;
      assertThat(result.exit()).as(uri).isNotZero();
      Files.deleteIfExists(journals.file(NODE));
    }
    assertThat(passed).isPositive();
  }

  @Test
  void aDeviceIsKnownByItsGuidWhateverItsUri() throws Exception {
    crashLate(Pages.of("C14_017_01").orElseThrow(), "sim:ca");
    assertThat(refusal(Pages.of("C14_017_01").orElseThrow(), "sim:ca?seed=1"))
        .contains("DUT sim:ca")
        .endsWith("first: " + PROGRAM + " restore 0x02001ba500010000");
  }

  @Test
  void aTornJournalIsPutBackAllTheSame() throws Exception {
    crashLate(Pages.of("C14_024_12").orElseThrow(), TABLE);
    byte[] whole = Files.readAllBytes(journals.file(NODE));
    Files.write(journals.file(NODE), Arrays.copyOf(whole, whole.length - 3));
    Restoration restoration = restore();
    assertThat(restoration.isDone()).isTrue();
    assertThat(restoration.isTorn()).isTrue();
    assertThat(state()).isEqualTo(fresh(TABLE));
  }

  /// The contents of the damaged record are unknown; those of the others are restored, at every
  /// attempt.
  @Test
  void aDamagedJournalIsPutBackAsFarAsItGoesAndKept() throws Exception {
    crashLate(Pages.of("C14_017_01").orElseThrow(), "sim:ca?lid=5");
    Path file = journals.file(NODE);
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    int key =
        IntStream.range(0, lines.size())
            .filter(i -> lines.get(i).contains(" key "))
            .findFirst()
            .orElseThrow();
    lines.set(key, lines.get(key).replace(" key 0x1", " key 0x7"));
    Files.write(file, lines);
    byte[] before = Files.readAllBytes(file);
    for (int time = 0; time < 2; time++) {
      Restoration restoration = restore();
      assertThat(restoration.isDone()).isFalse();
      assertThat(restoration.left()).isEmpty();
      assertThat(restoration.unreadable())
          .containsExactly("line %d, \"%s\"".formatted(key + 1, lines.get(key)));
      assertThat(state()).isEqualTo(fresh("sim:ca?lid=5"));
      assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }
    assertThat(refusal(Pages.of("C13_013").orElseThrow(), "sim:ca?lid=5"))
        .endsWith("first: " + PROGRAM + " restore 0x02001ba500010000");
  }

  @Test
  void aDeviceThatDoesNotAnswerKeepsItsJournal() throws Exception {
    crashLate(Pages.of("C14_017_01").orElseThrow(), "sim:ca");
    Dut device = Objects.requireNonNull(kept);
    byte[] before = Files.readAllBytes(journals.file(NODE));
    kept = new FakeFabric().open();
    assertThatThrownBy(this::restore)
        .isInstanceOf(LinkException.class)
        .hasMessage("0x02001ba500010000 does not answer at sim:ca");
    assertThat(Files.readAllBytes(journals.file(NODE))).isEqualTo(before);
    kept = device;
    assertThat(restore().isDone()).isTrue();
  }

  @Test
  void anotherDeviceAtTheEndOfTheRouteIsLeftAlone() throws Exception {
    crashLate(Pages.of("C14_017_01").orElseThrow(), "sim:ca");
    kept = Drivers.installed().parse("sim:ca?seed=2").open(Tap.NONE, Timing.DEFAULT);
    assertThatThrownBy(this::restore)
        .isInstanceOf(LinkException.class)
        .hasMessageStartingWith("sim:ca leads to 0x")
        .hasMessageEndingWith(" now, not to 0x02001ba500010000: restore the cabling");
    assertThat(journals.open()).containsExactly(NODE);
  }

  @Test
  void whatCannotBeJournaledIsNotChanged() throws Exception {
    Files.writeString(home.resolve("0x02001ba500010000"), "in the way");
    Run run = run(Pages.of("C14_017_01").orElseThrow(), "sim:ca");
    RunResult result = run.execute(Tap.NONE);
    assertThat(result.verdict()).isEqualTo(Verdict.ERROR);
    assertThat(result.tests().getFirst().reason())
        .startsWith("DUT sim:ca: cannot keep a journal of what it changes (")
        .endsWith("); --safe runs what changes nothing");
  }

  private String refusal(Page page, String uri) throws Exception {
    RunResult result = run(page, uri).execute(Tap.NONE);
    assertThat(result.exit()).isEqualTo(3);
    assertThat(result.tests().getFirst().verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    return String.valueOf(result.tests().getFirst().reason());
  }
}
