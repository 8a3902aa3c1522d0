package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.ibassay.runner.Drivers;
import org.ibassay.runner.Interruption;
import org.ibassay.runner.Journals;
import org.ibassay.runner.StateFolder;
import org.ibassay.runner.Suite;
import org.ibassay.suite.Pages;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `ibassay restore`, on journals as a crashed run leaves them. A simulated device that is reopened
/// has its initial state: there is little to restore, but enough to check the output.
class RestoreCommandTest {
  private static final String CA = "0x02001ba500010000";

  @TempDir Path directory = Path.of("");
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void withoutAJournalThereIsNothingToPutBack() {
    assertThat(restore()).isZero();
    assertThat(out.toString()).isEqualTo("Nothing to restore.\n");
    out.getBuffer().setLength(0);
    assertThat(restore("2001BA500010000")).isZero();
    assertThat(out.toString()).isEqualTo("Nothing to restore on " + CA + ".\n");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void theOnlyJournalNeedsNoName() throws IOException {
    leave(CA, "sim:ca?lid=1");
    assertThat(restore()).as("%s", err).isZero();
    assertThat(out.toString())
        .isEqualTo(
            """
            %s, changed by C14_017_01
              restored
                - PortInfo of port 1: M_KeyLeasePeriod is 7 again, after 0
              not restored, because no Set can restore it
                - PortInfo of port 1: VLArbitrationHighCap was 7, is 64 (no Set changes it)

            Restored, except for what no Set can restore.
            """
                .formatted(CA));
    assertThat(out.toString().lines()).allSatisfy(l -> assertThat(l.length()).isLessThan(81));
    out.getBuffer().setLength(0);
    assertThat(restore()).isZero();
    assertThat(out.toString()).isEqualTo("Nothing to restore.\n");
  }

  @Test
  void whatADamagedRecordHeldIsAskedOfTheUser() throws IOException {
    leave(CA, "sim:ca?lid=1");
    Path journal = directory.resolve(CA).resolve("journal");
    Files.writeString(journal, Files.readString(journal).replace("test C14", "test D14"));
    assertThat(restore()).isEqualTo(3);
    assertThat(out.toString())
        .startsWith(CA + ", changed by a test\n")
        .contains("M_KeyLeasePeriod is 7 again, after 0")
        .contains("unknown, because the journal is damaged here\n    - line 4, \"")
        .contains("Restored, except for what the damaged records held. Check the device, then");
    assertThat(restore()).isEqualTo(3);
  }

  @Test
  void ofSeveralOneIsToBeNamed() throws IOException {
    leave(CA, "sim:ca?lid=1");
    leave("0x00000000000000ff", "sim:ca?seed=2");
    assertThat(restore()).isEqualTo(2);
    assertThat(err.toString())
        .isEqualTo(
            "ibassay: 2 devices were left changed; name one of 0x00000000000000ff, " + CA + "\n");
    assertThat(restore(CA)).isZero();
  }

  @Test
  void aMisspeltGuidIsWrongUse() {
    assertThat(restore("mlx5_0")).isEqualTo(2);
    assertThat(err.toString())
        .isEqualTo(
            "ibassay: NODEGUID mlx5_0: expected up to 16 hexadecimal digits, e.g."
                + " 0x0002c90300a1b2c3\n");
  }

  @Test
  void whatCannotBeReachedKeepsItsJournal() throws IOException {
    leave(CA, "silent:dut");
    assertThat(restore()).isEqualTo(3);
    assertThat(err.toString())
        .isEqualTo(
            "ibassay: not restored, and the journal is kept: "
                + CA
                + " does not answer at silent:dut\n");
    err.getBuffer().setLength(0);
    leave(CA, "sim:ca?seed=2");
    assertThat(restore()).isEqualTo(3);
    assertThat(err.toString()).contains("sim:ca?seed=2 leads to 0x", ": restore the cabling\n");
    leave(CA, "tea:pot");
    assertThat(restore()).isEqualTo(3);
    assertThat(err.toString())
        .contains("the journal's DUT URI cannot be used: DUT URI \"tea:pot\"");
  }

  @Test
  void theStateFolderIsThatOfTheUser() {
    Path home = Path.of("/home/ada/.local/state/ibassay");
    assertThat(StateFolder.of(Map.of(), "/home/ada")).isEqualTo(home);
    assertThat(StateFolder.of(Map.of("XDG_STATE_HOME", ""), "/home/ada")).isEqualTo(home);
    assertThat(StateFolder.of(Map.of("XDG_STATE_HOME", "state"), "/home/ada")).isEqualTo(home);
    assertThat(StateFolder.of(Map.of("XDG_STATE_HOME", "/var/state"), "/home/ada"))
        .isEqualTo(Path.of("/var/state/ibassay"));
  }

  /// The attributes of a simulated channel adapter, except for a lease period and a read-only
  /// field.
  private static String before() {
    MemorySegment was = MemorySegment.ofArray(new byte[64]);
    Map.ofEntries(
            entry(PortInfo.M_KEY_LEASE_PERIOD, 7),
            entry(PortInfo.VL_ARBITRATION_HIGH_CAP, 7),
            entry(PortInfo.GID_PREFIX, 0xFE80_0000_0000_0000L),
            entry(PortInfo.LID, 1),
            entry(PortInfo.MASTER_SM_LID, 0xA000),
            entry(PortInfo.CAPABILITY_MASK, 0x0200_4A40),
            entry(PortInfo.LOCAL_PORT_NUM, 1),
            entry(PortInfo.LINK_WIDTH_ENABLED, 3),
            entry(PortInfo.LINK_WIDTH_SUPPORTED, 3),
            entry(PortInfo.LINK_WIDTH_ACTIVE, 2),
            entry(PortInfo.LINK_SPEED_SUPPORTED, 7),
            entry(PortInfo.PORT_STATE, 2),
            entry(PortInfo.PORT_PHYSICAL_STATE, 5),
            entry(PortInfo.LINK_DOWN_DEFAULT_STATE, 2),
            entry(PortInfo.LINK_SPEED_ACTIVE, 4),
            entry(PortInfo.LINK_SPEED_ENABLED, 7),
            entry(PortInfo.NEIGHBOR_MTU, 1),
            entry(PortInfo.VL_CAP, 4),
            entry(PortInfo.VL_ARBITRATION_LOW_CAP, 64),
            entry(PortInfo.MTU_CAP, 5),
            entry(PortInfo.VL_STALL_COUNT, 7),
            entry(PortInfo.HOQ_LIFE, 16),
            entry(PortInfo.OPERATIONAL_VLS, 4),
            entry(PortInfo.GUID_CAP, 8),
            entry(PortInfo.SUBNET_TIME_OUT, 18),
            entry(PortInfo.RESP_TIME_VALUE, 18),
            entry(PortInfo.LOCAL_PHY_ERRORS, 8),
            entry(PortInfo.OVERRUN_ERRORS, 8))
        .forEach((field, value) -> field.set(was, 0, value.longValue()));
    return HexFormat.of().formatHex(was.toArray(ValueLayout.JAVA_BYTE));
  }

  private static Map.Entry<Field, Number> entry(Field field, Number value) {
    return Map.entry(field, value);
  }

  private void leave(String node, String uri) throws IOException {
    Path folder = Files.createDirectories(directory.resolve(node));
    Files.writeString(
        folder.resolve("journal"),
        record("ibassay-journal 1")
            + record("node " + node)
            + record("dut " + uri)
            + record("test C14_017_01")
            + record(
                "was PORT_INFO via 0 key 0x0000000000000000 modifier 0x00000001 data " + before())
            + record("end"));
  }

  private static String record(String text) {
    CRC32 crc = new CRC32();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return "%08x %s\n".formatted(crc.getValue(), text);
  }

  private int restore(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "restore";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    Setup setup =
        new Setup(
            () -> new Suite(List.of(), Pages::newTest),
            () -> Drivers.installed().with(new SilentDriver()),
            List::of,
            Journals.in(directory, "ibassay"),
            Terminal.NONE,
            InstantSource.system(),
            new Interruption());
    return Main.run(all, new PrintWriter(out), new PrintWriter(err), setup);
  }
}
