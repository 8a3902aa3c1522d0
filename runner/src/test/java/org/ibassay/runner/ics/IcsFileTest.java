package org.ibassay.runner.ics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ibassay.runner.Profile;
import org.ibassay.runner.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IcsFileTest {
  @TempDir Path directory = Path.of("");

  @Test
  void readsClaimsAndParameters() throws Exception {
    Profile profile =
        IcsFile.read(
            file(
                """
                [identification]
                kind = "switch"
                node-guid = "0x0002c90300a1b2c3" # ours
                maker = "M"
                [claims]
                IsTrapSupported = true
                LinearFDBCap = 49152
                [parameters]
                LEASE_PERIOD = 10
                M_KEY_DUT = "0xFFFFFFFFFFFFFFFE"
                """));
    assertThat(profile.parameters())
        .containsOnly(entry("LEASE_PERIOD", "10"), entry("M_KEY_DUT", "0xFFFFFFFFFFFFFFFE"));
    assertThat(profile.claims().texts())
        .containsOnly(entry("IsTrapSupported", "true"), entry("LinearFDBCap", "49152"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[claim]|line 1: claim: unknown key; expected claims",
        "claims = 1|line 1: claims: expected a table [claims]; found 1",
        "[claims]/IsGreat = true|line 2: claims.IsGreat: is no claim; ",
        "[claims]//IsSM = 1|line 3: claims.IsSM: expected true or false",
        "[claims]/NumPorts = true|line 2: claims.NumPorts: expected an integer of 0 or more",
        "[claims]/NumPorts = -1|line 2: claims.NumPorts: expected an integer of 0 or more",
        "[claims]/IsSM = yes|line 2: not TOML: ",
        "[claims]/IsSM = true/IsSM = false|line 3: not TOML: ",
        "[identification]/color = 'red'|line 2: identification.color: unknown key; expected ",
        "[identification]/kind = 'hub'|line 2: identification.kind: expected \"ca\", \"switch\" or",
        "[identification]/maker = 7|line 2: identification.maker: expected a text in quotes",
        "[identification]/roles = 'sm'|line 2: identification.roles: expected [] or [\"sm\"]",
        "[identification]/node-guid = '1'|line 2: identification.node-guid: expected a GUID such as",
        "[parameters]/LEASE = 1|line 2: parameters.LEASE: no parameter is called \"LEASE\"",
        "[parameters]/LEASE_PERIOD = true|line 2: parameters.LEASE_PERIOD: parameter LEASE_PERIOD=true: exp",
        "[parameters]/LEASE_PERIOD = 0|line 2: parameters.LEASE_PERIOD: parameter LEASE_PERIOD=0: exp"
      })
  void refusesWhatItDoesNotKnow(String text, String complaint) throws IOException {
    refuses(text, complaint);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[claims]/IsSM = true/IsSMdisabled = true|line 2: claims.IsSM: contradicts IsSMdisabled = true",
        "[claims]/IsSM = false/[identification]/roles = ['sm']|line 2: claims.IsSM: contradicts roles",
        "[claims]/IsCapabilityMask2Supported = false/IsLinkWidth2xSupported = true"
            + "|line 3: claims.IsLinkWidth2xSupported: contradicts IsCapabilityMask2Supported = false",
        "[identification]/kind = 'ca'/[claims]/LinearFDBCap = 1"
            + "|line 4: claims.LinearFDBCap: contradicts kind = \"ca\"; expected one of the two",
        "[identification]/kind = 'switch'/[claims]/Atomics = true|line 4: claims.Atomics: contradicts",
        "[parameters]/M_KEY_DUT = 5/M_KEY_OTHER = 5|line 3: parameters.M_KEY_OTHER: parameters M_KEY"
      })
  void refusesWhatContradictsItself(String text, String complaint) throws IOException {
    refuses(text, complaint);
  }

  private void refuses(String text, String complaint) throws IOException {
    Path file = file(text.replace('/', '\n'));
    assertThatThrownBy(() -> IcsFile.read(file))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("ICS " + file + ", " + complaint);
  }

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("device.ics.toml"), text);
  }
}
