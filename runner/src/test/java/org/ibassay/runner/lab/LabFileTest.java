package org.ibassay.runner.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ibassay.link.dut.RestartCommand;
import org.ibassay.runner.Drivers;
import org.ibassay.runner.UsageException;
import org.ibassay.suite.Parameter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabFileTest {
  private static final String WHOLE =
      """
      # devices
      [[dut]]
      name = "leaf-1"
      uri = "umad:mlx5_0/1?path=0,1"
      firmware = "31.2"
      owner = "Ana"
      restart = "reboot leaf-1"
      power-cycle = "pdu 7"
      shares = ["wire-3"]
      [dut.param]
      LEASE_PERIOD = 10
      [dut.claims]
      IsTrapSupported = true

      [[dut]]
      name = "ca"
      uri = "sim:ca"
      expect = "known.json"
      """;

  @TempDir Path directory = Path.of("");

  private Lab read(String text) throws IOException, UsageException {
    Path file = directory.resolve("lab.toml");
    Files.writeString(file, text);
    return LabFile.read(file, Drivers.installed());
  }

  @Test
  void everyKeyIsRead() throws IOException, UsageException {
    Files.writeString(
        directory.resolve("known.json"),
        """
        [{"test": "C1", "assertion": "a", "reason": "r", "owner": "o", "expires": "2099-01-01"}]
        """);
    Lab lab = read(WHOLE);
    LabDut leaf = lab.duts().getFirst();
    assertThat(leaf.name()).isEqualTo("leaf-1");
    assertThat(leaf.firmware()).isEqualTo("31.2");
    assertThat(leaf.owner()).isEqualTo("Ana");
    assertThat(leaf.target().uri().text())
        .isEqualTo("umad:mlx5_0/1?path=0,1&restart={ reboot leaf-1; } || { pdu 7; }");
    assertThat(leaf.given().parameters()).containsEntry(Parameter.LEASE_PERIOD.name(), "10");
    assertThat(leaf.given().claims()).hasToString("{IsTrapSupported=true}");
    assertThat(leaf.uses()).containsExactlyInAnyOrder("port mlx5_0/1", "shared wire-3");
    assertThat(lab.duts().getLast().expectations().entries()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"restart = \"true\", false", "restart = \"false\", true", "'', true"})
  void aDeviceThatDoesNotRestartIsPowerCycled(String restart, boolean isCycled) throws Exception {
    Path mark = directory.resolve("cycled");
    Lab lab =
        read(
            """
            [[dut]]
            name = "leaf-1"
            uri = "umad:mlx5_0/1?path=0,1"
            %s
            power-cycle = "touch '%s'"
            """
                .formatted(restart, mark));
    RestartCommand.PARAMETER.in(lab.duts().getFirst().target().uri()).orElseThrow().run();
    assertThat(Files.exists(mark)).isEqualTo(isCycled);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          uri = "sim:ca"    | uri = 7             | line 17: dut[1].uri: expected a DUT URI
          uri = "sim:ca"    | uri = "sim:cb"      | line 17: dut[1].uri: DUT URI "sim:cb"
          uri = "sim:ca"    | url = "sim:ca"      | line 17: dut[1].url: unknown key; expected uri
          name = "ca"       | name = "Leaf-1"     | line 16: dut[1].name: "Leaf-1" is also the name of dut[0]
          name = "ca"       | name = "../ca"      | line 16: dut[1].name: expected at most 64 letters
          name = "ca"       | # none              | line 15: dut[1].name: missing
          expect = "known.json" | expect = "no"   | line 18: dut[1].expect: expect file
          LEASE_PERIOD = 10 | LEASE_PERIOD = -1   | line 11: dut[0].param.LEASE_PERIOD: parameter
          LEASE_PERIOD = 10 | LEASE = 10          | line 11: dut[0].param.LEASE: no parameter is called
          IsTrapSupported = true | IsTrap = true  | line 13: dut[0].claims.IsTrap: claims.IsTrap
          shares = ["wire-3"] | shares = "wire-3" | line 9: dut[0].shares: expected an array of names
          restart = "reboot leaf-1" | restart = "a & b" | line 7: dut[0].restart: expected a shell command
          owner = "Ana"     | owner = "Ana        | line 6: not TOML
          """)
  void whatIsWrongIsNamedWithItsLine(String from, String to, String message) throws IOException {
    Files.writeString(directory.resolve("known.json"), "[]");
    assertThatThrownBy(() -> read(WHOLE.replace(from, to)))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("lab file " + directory.resolve("lab.toml") + ", ")
        .hasMessageContaining(message);
  }

  @Test
  void aLabWithoutDevicesIsRejected() {
    assertThatThrownBy(() -> read("# nothing\n"))
        .hasMessageEndingWith("dut: expected at least one table [[dut]]; found none");
  }

  @Test
  void aMissingFileIsNamed() {
    assertThatThrownBy(() -> LabFile.read(directory.resolve("none"), Drivers.installed()))
        .hasMessageEndingWith("none: there is no such file");
  }
}
