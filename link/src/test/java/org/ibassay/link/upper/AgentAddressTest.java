package org.ibassay.link.upper;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AgentAddressTest {
  @ParameterizedTest
  @CsvSource({
    "127.0.0.1:7471, 127.0.0.1, 7471",
    "dut:1, dut, 1",
    "[::1]:65535, ::1, 65535",
  })
  void hostAndPort(String text, String host, int port) {
    assertThat(AgentAddress.parse(text)).contains(new AgentAddress.Tcp(host, port));
  }

  @Test
  void command() {
    assertThat(AgentAddress.parse("exec:ssh DUT ibassay-agent --stdio"))
        .contains(new AgentAddress.Exec("ssh DUT ibassay-agent --stdio"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "host",
        ":1",
        "host:",
        "host:0",
        "host:65536",
        "host:+1",
        "host:1x",
        "::1:7",
        "[]:7",
        "exec:",
        "exec: "
      })
  void othersAreRefused(String text) {
    assertThat(AgentAddress.parse(text)).isEmpty();
  }
}
