package org.ibassay.link.upper;

import org.ibassay.link.Clock;
import org.jspecify.annotations.Nullable;

/// The greeting of a session: the agent reports its version and features.
///
/// @param version of the protocol that both sides support
/// @param connects whether the agent can make the DUT request connections
record AgentGreeting(int version, boolean connects) {
  /// The first version with events of connections, and with immediate data in their requests.
  static final int VERSION = 6;

  /// The first version with memory windows, shared receive queues, and states of a QP.
  static final int EXTENDED_VERSION = 5;

  /// The first version with fences and scatter/gather lists; its agents report whether they can
  /// request connections.
  static final int LIST_VERSION = 4;

  /// The first version with connections by RDMA CM.
  private static final int CONNECT_VERSION = 3;

  /// Includes the time of an ssh login.
  private static final long HELLO_NANOS = 15_000_000_000L;

  /// The answer to a hello may follow an error for an unfinished line of an earlier tester.
  private static final long REFUSED_HELLO_NANOS = 1_000_000_000L;

  /// Exchanges hello lines; repeats the exchange with an earlier version if the agent does not
  /// support the current one. Lines before the answer are for an earlier tester whose disconnection
  /// the agent could not detect.
  static AgentGreeting exchange(AgentLines lines, Clock clock) throws UpperTesterException {
    String token = Long.toHexString(clock.nanos());
    long deadline = clock.nanos() + HELLO_NANOS;
    String refusal = null;
    int version = VERSION;
    try {
      lines.send("", hello(version, token));
      while (true) {
        String line = receiveHello(lines, deadline, refusal);
        if (line.startsWith("ok ") && line.contains(" token=" + token)) {
          AgentAnswer greeting = AgentAnswer.parse(line);
          greeting.number("version", version, version);
          return new AgentGreeting(version, connects(greeting, version));
        }
        if (version > 1 && line.startsWith("no 0 version=" + version + ":")) {
          version--;
          lines.send(hello(version, token));
        } else if (line.startsWith("no ")) {
          refusal = line.substring(3);
          deadline = Math.min(deadline, clock.nanos() + REFUSED_HELLO_NANOS);
        }
      }
    } catch (UpperTesterException e) {
      lines.close();
      throw e;
    }
  }

  /// In version 3, the version itself states this.
  private static boolean connects(AgentAnswer greeting, int version) throws UpperTesterException {
    return version == CONNECT_VERSION
        || (version > CONNECT_VERSION && greeting.number("connects", 0, 1) == 1);
  }

  private static String hello(int version, String token) {
    return "hello version=" + version + " token=" + token;
  }

  private static String receiveHello(AgentLines lines, long deadline, @Nullable String refusal)
      throws UpperTesterException {
    String line;
    try {
      // An agent that never stops sending lines is treated like a silent one.
      line = lines.isOver(deadline) ? null : lines.receive(deadline);
    } catch (UpperTesterException e) {
      if (refusal == null) {
        throw e;
      }
      line = null;
    }
    if (line == null) {
      throw lines.lost(
          refusal == null
              ? "does not answer: it is none, or serves another tester"
              : "refuses this tester: " + refusal);
    }
    return line;
  }
}
