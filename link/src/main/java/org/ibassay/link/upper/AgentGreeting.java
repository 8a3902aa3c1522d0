package org.ibassay.link.upper;

import org.ibassay.link.Clock;
import org.jspecify.annotations.Nullable;

/// How a session with an agent begins, and what the agent says of itself then.
///
/// @param version of the protocol that both speak
/// @param connects whether the agent has the DUT ask for connections
record AgentGreeting(int version, boolean connects) {
  /// Has memory windows, shared receive queues, and states of a QP.
  static final int VERSION = 5;

  /// Has fences and scatter/gather lists, and says whether it asks for connections.
  static final int LIST_VERSION = 4;

  /// Asks for connections by RDMA CM.
  private static final int CONNECT_VERSION = 3;

  /// An ssh may have to log in first.
  private static final long HELLO_NANOS = 15_000_000_000L;

  /// The answer to a hello may come behind a refusal of what a former tester left unfinished.
  private static final long REFUSED_HELLO_NANOS = 1_000_000_000L;

  /// Says hello, again in an earlier version to an agent that does not know one. Lines before its
  /// answer were meant for a former tester, if the agent could not see him go.
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

  /// In version 3 this is what the version stands for.
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
      // An agent that never stops talking is treated like one that is silent.
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
