package org.ibassay.link.umad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ServiceLoader;
import org.ibassay.link.DutDriver;
import org.ibassay.link.DutUri;
import org.ibassay.link.DutUriException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the driver says before it touches a port.
class UmadDriverTest {
  private static void assertRefused(String text, String complaint) {
    assertThatThrownBy(() -> new UmadDriver().open(DutUri.parse(text), Tap.NONE, Timing.DEFAULT))
        .isInstanceOf(DutUriException.class)
        .hasMessageStartingWith("DUT URI \"" + text + "\": ")
        .hasMessageContaining(complaint);
  }

  @Test
  void isFoundByItsScheme() {
    assertThat(ServiceLoader.load(DutDriver.class).stream().map(p -> p.get().scheme()))
        .contains("umad");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mlx5_0", "mlx5_0/", "/1", "mlx5_0/x"})
  void targetIsAPort(String target) {
    assertRefused("umad:" + target + "?path=0,1", "\"" + target + "\" where CA/PORT is expected");
  }

  @Test
  void routeIsGivenInOneWay() {
    String complaint = "must say either path=0,1 (directed route) or lid=N, and not both";
    assertRefused("umad:mlx5_0/1", complaint);
    assertRefused("umad:mlx5_0/1?path=0,1&lid=3", complaint);
    assertRefused("umad:mlx5_0/1?path=0,1&path=0,2", "gives \"path\" 2 times");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "1,2", "0,", "0,0", "0,255", "0,x", "0,1,,2", "0,-1"})
  void pathIsPorts(String path) {
    assertRefused(
        "umad:mlx5_0/1?path=" + path,
        "path " + path + ": expected 0, then a port from 1 to 254 for each of at most 63 hops");
  }

  @Test
  void pathHas63HopsAtMost() {
    assertRefused("umad:mlx5_0/1?path=0" + ",1".repeat(64), "at most 63 hops");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0xC000", "x"})
  void lidIsAUnicastLid(String lid) {
    assertRefused("umad:mlx5_0/1?lid=" + lid, "lid=" + lid + ": expected a number from 1 to 49151");
  }

  @Test
  void furtherPortsHaveTheirPaths() {
    assertRefused("umad:mlx5_0/1?path=0,1&also=mlx5_1/1", "also=mlx5_1/1: expected CA/PORT:0,1");
    assertRefused("umad:mlx5_0/1?path=0,1&also=mlx5_1:0,1", "\"mlx5_1\" where CA/PORT is");
    assertRefused("umad:mlx5_0/1?path=0,1&also=mlx5_1/1:1", "path 1: expected 0, then a port");
  }

  @Test
  void unknownParameterIsNamed() {
    assertRefused("umad:mlx5_0/1?route=0,1", "knows no \"route\"; allowed: path, lid, also");
  }
}
