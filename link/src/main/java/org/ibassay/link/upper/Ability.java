package org.ibassay.link.upper;

/// An ability that a test may need of the upper tester, or of the DUT as responder. An agent has
/// all of it; a connection that the DUT URI gives has some.
public enum Ability {
  /// All that an agent does.
  AGENT("needs an agent on the DUT's host, which this DUT URI does not provide"),
  /// A new QP for each connection, with rights and first PSNs as they are asked for.
  NEW_QPS("needs new QPs, which only an agent on the DUT's host makes"),
  /// A connection that has ended is followed by one that begins anew.
  RENEWAL("ends the DUT's only connection, which only restart=COMMAND in the DUT URI starts again"),
  /// Memory that the DUT's host registers as a test wants it, fills and reads.
  MEMORY("needs memory that the DUT's host fills and reads, by an agent there"),
  /// Receives that the DUT's host posts one by one, and their completions.
  RECEIVES("needs receives that the DUT's host posts one by one, by an agent there"),
  /// Requests that the DUT's host posts, and their completions.
  REQUESTS("needs requests that the DUT's host posts, by an agent there"),
  /// Connections that the DUT asks for by RDMA CM.
  CONNECTS(
      "needs an agent that has the DUT ask for connections by RDMA CM: version 3 of the agent's"
          + " protocol, on RoCE"),
  /// Requests with a fence, and scatter/gather lists.
  LISTS(
      "needs an agent that posts fences and scatter/gather lists: version 4 of the agent's"
          + " protocol"),
  /// Memory windows, shared receive queues, states that a QP is taken to, a second protection
  /// domain.
  EXTENDED(
      "needs an agent that binds memory windows and shares receives: version 5 of the agent's"
          + " protocol"),
  /// The state of a QP.
  STATES("needs the state of the DUT's QP, which only an agent on its host reports"),
  /// SENDs are served, and there is always a receive for one.
  SENDS("needs SENDs, which the DUT URI leaves out of what the DUT serves (ops=)"),
  /// RDMA WRITEs are served.
  WRITES("needs RDMA WRITEs, which the DUT URI leaves out of what the DUT serves (ops=)"),
  /// RDMA READs are served.
  READS("needs RDMA READs, which the DUT URI leaves out of what the DUT serves (ops=)");

  private final String lack;

  Ability(String lack) {
    this.lack = lack;
  }

  /// Returns the reason why a test does not apply without this ability: a sentence without its
  /// subject.
  public String lack() {
    return lack;
  }
}
