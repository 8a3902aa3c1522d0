package org.ibassay.runner.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.runner.Drivers;
import org.ibassay.runner.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LabTest {
  private static Lab lab(String... uris) throws UsageException {
    return Lab.of(List.of(uris), Drivers.installed());
  }

  private static List<String> names(Lab lab) {
    return lab.duts().stream().map(LabDut::name).toList();
  }

  @Test
  void devicesOfACommandLineHaveDifferentNames() throws UsageException {
    assertThat(names(lab("sim:ca", "sim:ca?ports=2", "sim:ca")))
        .containsExactly("sim-ca", "sim-ca-ports-2", "sim-ca-2");
  }

  @Test
  void devicesThatShareAPortAreOneGroup() throws UsageException {
    Lab lab =
        lab(
            "umad:a/1?path=0,1",
            "sim:ca",
            "umad:b/1?path=0,1",
            "umad:a/1?path=0,2",
            "umad:c/1?path=0,1&also=b/1:0,1");
    assertThat(lab.groups().stream().map(List::size)).containsExactly(2, 1, 2);
  }

  @Test
  void partsAreDisjointAndWholeAndKeepGroups() throws UsageException {
    List<String> uris = new ArrayList<>();
    for (int i = 0; i < 23; i++) {
      uris.add("umad:a" + i / 3 + "/1?path=0," + (i + 1));
    }
    Lab lab = lab(uris.toArray(String[]::new));
    List<String> all = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Lab part = lab.part(new Shard(i, 4));
      assertThat(part).isEqualTo(lab.part(new Shard(i, 4)));
      assertThat(part.duts()).hasSizeBetween(5, 6);
      assertThat(part.groups()).allSatisfy(group -> assertThat(lab.groups()).contains(group));
      all.addAll(names(part));
    }
    assertThat(all).containsExactlyInAnyOrderElementsOf(names(lab));
  }

  @Test
  void anUnknownNameSuggestsThoseThatAreClose() throws UsageException {
    Lab lab = new Lab("lab.toml", lab("sim:ca", "sim:switch").duts());
    assertThat(names(lab.only(List.of("sim-switch")))).containsExactly("sim-switch");
    assertThatThrownBy(() -> lab.only(List.of("sim-swich")))
        .hasMessage("--dut sim-swich: lab.toml has no such DUT; close: sim-switch");
    assertThatThrownBy(() -> lab.only(List.of("x")))
        .hasMessage("--dut x: lab.toml has no such DUT; it has sim-ca, sim-switch");
  }

  @ParameterizedTest
  @ValueSource(strings = {"8/8", "1", "-1/8", "0/0", "a/b", "1/8x"})
  void aPartThatCannotBeIsRejected(String text) {
    assertThatThrownBy(() -> Shard.parse(text))
        .hasMessage("--shard " + text + ": expected I/N with I from 0 to N-1, for example 0/8");
  }
}
