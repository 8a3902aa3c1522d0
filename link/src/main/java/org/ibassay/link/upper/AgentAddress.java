package org.ibassay.link.upper;

import java.util.Optional;

/// The address of an agent.
public sealed interface AgentAddress {
  /// The expected syntax, for messages about an invalid address.
  String EXPECTED = "HOST:PORT or exec:COMMAND";

  /// An agent that listens at a TCP port.
  ///
  /// @param host name or address
  /// @param port 1 to 65535
  record Tcp(String host, int port) implements AgentAddress {
    @Override
    public String toString() {
      return host + ":" + port;
    }
  }

  /// An agent started by a command, which communicates by its standard streams.
  ///
  /// @param command shell command, e.g. `ssh DUT ibassay-agent --stdio`
  record Exec(String command) implements AgentAddress {
    @Override
    public String toString() {
      return EXEC + command;
    }
  }

  /// Prefix of an [Exec].
  String EXEC = "exec:";

  /// Parses `HOST:PORT`, `[IPV6]:PORT` or `exec:COMMAND`; empty if the text is none of them.
  static Optional<AgentAddress> parse(String text) {
    if (text.startsWith(EXEC)) {
      String command = text.substring(EXEC.length());
      return command.isBlank() ? Optional.empty() : Optional.of(new Exec(command));
    }
    int colon = text.lastIndexOf(':');
    String digits = text.substring(colon + 1);
    if (colon < 1 || !digits.matches("[0-9]{1,5}")) {
      return Optional.empty();
    }
    int port = Integer.parseInt(digits);
    boolean bracketed = text.startsWith("[") && text.charAt(colon - 1) == ']';
    String host = bracketed ? text.substring(1, colon - 1) : text.substring(0, colon);
    boolean valid =
        port >= 1 && port <= 0xFFFF && !host.isEmpty() && (bracketed || !host.contains(":"));
    return valid ? Optional.of(new Tcp(host, port)) : Optional.empty();
  }
}
