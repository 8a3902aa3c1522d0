package org.ibassay.link.umad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.ibassay.link.dut.DutDriver;
import org.ibassay.link.dut.DutTarget;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
import org.ibassay.link.dut.RestartCommand;
import org.ibassay.link.impaired.Impairment;
import org.ibassay.link.mad.Route;
import org.ibassay.link.umad.UmadTarget.PortRoute;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Validation of URIs by the driver, which opens nothing.
class UmadDriverTest {
  private static void assertRefused(String text, String complaint) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(DutUriException.class)
        .hasMessageStartingWith("DUT URI \"" + text + "\": ")
        .hasMessageContaining(complaint);
  }

  @Test
  void isFoundByItsScheme() {
    assertThat(ServiceLoader.load(DutDriver.class))
        .filteredOn(driver -> driver.scheme().equals("umad"))
        .singleElement()
        .isInstanceOf(UmadDriver.class);
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
  void readsRoutesAndFurtherPorts() throws Exception {
    assertThat(parse("umad:mlx5_0/1?path=0,1,254&also=mlx5_1/2:0,3&loss=0.5"))
        .isEqualTo(
            new UmadTarget(
                DutUri.parse("umad:mlx5_0/1?path=0,1,254&also=mlx5_1/2:0,3&loss=0.5"),
                List.of(
                    new PortRoute("mlx5_0", 1, new Route.Directed(List.of(1, 254))),
                    new PortRoute("mlx5_1", 2, new Route.Directed(List.of(3)))),
                new Impairment(0.5, 0, 0, 0, 0, 1),
                Optional.empty()));
    assertThat(parse("umad:mlx5_0/1?lid=0xBFFF"))
        .isEqualTo(
            new UmadTarget(
                DutUri.parse("umad:mlx5_0/1?lid=0xBFFF"),
                List.of(new PortRoute("mlx5_0", 1, new Route.Lid(0xBFFF))),
                Impairment.NONE,
                Optional.empty()));
  }

  @Test
  void readsHowTheDeviceIsStartedAnew() throws Exception {
    assertThat(parse("umad:mlx5_0/1?path=0,1&restart=ssh lab reboot dut"))
        .isInstanceOfSatisfying(
            UmadTarget.class,
            target ->
                assertThat(target.restart().map(RestartCommand.class::cast))
                    .map(RestartCommand::command)
                    .contains("ssh lab reboot dut"));
    assertRefused("umad:mlx5_0/1?path=0,1&restart=", "restart=: expected a command for the shell");
    assertRefused("umad:mlx5_0/1?path=0,1&restart=a&restart=b", "gives \"restart\" 2 times");
  }

  private static DutTarget parse(String text) throws DutUriException {
    return new UmadDriver().parse(DutUri.parse(text));
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
    assertRefused(
        "umad:mlx5_0/1?route=0,1",
        "unknown parameter \"route\"; allowed: path, lid, also, restart");
  }
}
