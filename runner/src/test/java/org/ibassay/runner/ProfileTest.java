package org.ibassay.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileTest {
  @TempDir Path directory = Path.of("");

  @Test
  void readsParameters() throws IOException, UsageException {
    Path file = profile("# ours\nLEASE_PERIOD = 10 \nM_KEY_DUT=0xAB\n");
    assertThat(Profile.read(file).parameters())
        .containsOnly(entry("LEASE_PERIOD", "10"), entry("M_KEY_DUT", "0xAB"));
  }

  @Test
  void refusesWhatItDoesNotKnowByName() throws IOException {
    Path file = profile("LEASE=10\n");
    assertThatThrownBy(() -> Profile.read(file))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("profile " + file + ": no parameter is called \"LEASE\"");
  }

  @Test
  void readsClaims() throws IOException, UsageException {
    Path file = profile("claims.IsSLMappingSupported=true\nclaims.IsSM = false\n");
    assertThat(Profile.read(file).parameters()).isEmpty();
    assertThat(Profile.read(file).claims()).hasToString("{IsSLMappingSupported=true, IsSM=false}");
  }

  @Test
  void refusesAClaimOfWhatNoDutCanBeAsked() throws IOException {
    for (String claim : List.of("claims.X=true", "claims.CapabilityMask=true", "claims.=true")) {
      Path file = profile(claim);
      assertThatThrownBy(() -> Profile.read(file))
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith("profile " + file + ": claims.")
          .hasMessageContaining(": is none of ")
          .hasMessageContaining("IsSLMappingSupported");
    }
    Path file = profile("claims.IsSM=1");
    assertThatThrownBy(() -> Profile.read(file))
        .hasMessage("profile " + file + ": claims.IsSM=1: expected true or false");
  }

  @Test
  void saysWhatIsWrongWithAFile() throws IOException {
    Path missing = directory.resolve("missing");
    assertThatThrownBy(() -> Profile.read(missing))
        .hasMessage("profile " + missing + ": no such file");
    Path latin = directory.resolve("latin");
    Files.write(latin, "# f\u00fcr\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> Profile.read(latin))
        .hasMessage("profile " + latin + ": is not text in UTF-8");
    Path escape = profile("LEASE_PERIOD=\\u12\n");
    assertThatThrownBy(() -> Profile.read(escape)).isInstanceOf(UsageException.class);
    assertThatThrownBy(() -> Profile.read(directory)).isInstanceOf(UsageException.class);
  }

  private Path profile(String text) throws IOException {
    return Files.writeString(directory.resolve("profile.properties"), text);
  }
}
