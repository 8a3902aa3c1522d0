package org.ibassay.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.ibassay.runner.Suite;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;
import org.junit.jupiter.api.Test;

/// What is published of the embedded devices.
final class EmbeddedDevicesTest {
  @Test
  void eachDeviceHasTheVerdictsOfARun() {
    List<Page> pages =
        Pages.all().stream()
            .filter(page -> List.of("C14_024_03", "S14_Commands").contains(page.id()))
            .toList();
    List<PeerView> devices = EmbeddedDevices.tested(new Suite(pages, Pages::newTest));
    assertThat(devices)
        .extracting(PeerView::id)
        .containsExactly("embedded-ca", "embedded-switch", "embedded-router", "embedded-sm");
    assertThat(devices).allSatisfy(device -> assertThat(device.count("pass")).isOne());
    assertThat(devices.getLast().verdict("S14_Commands")).isEqualTo("pass");
    assertThat(devices.getFirst().confirmed()).hasSize(1);
  }
}
