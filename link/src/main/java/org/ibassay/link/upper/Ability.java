package org.ibassay.link.upper;

/// An ability of the upper tester, or of the DUT as responder, that a test may require. An agent
/// has all of them; a connection specified in the DUT URI has some.
public enum Ability {
  /// All abilities of an agent.
  AGENT("needs an agent on the DUT's host, which this DUT URI does not provide"),
  /// A new QP for each connection, with the requested rights and first PSNs.
  NEW_QPS("needs new QPs, which only an agent on the DUT's host makes"),
  /// A new connection can be established after one has ended.
  RENEWAL("ends the DUT's only connection, which only restart=COMMAND in the DUT URI starts again"),
  /// The DUT's host can register memory as a test requires, fill it and read it.
  MEMORY("needs memory that the DUT's host fills and reads, by an agent there"),
  /// The DUT's host can post single receives and report their completions.
  RECEIVES("needs receives that the DUT's host posts one by one, by an agent there"),
  /// The DUT's host can post requests and report their completions.
  REQUESTS("needs requests that the DUT's host posts, by an agent there"),
  /// The DUT's host can post one READ, RDMA WRITE or SEND on each new connection.
  ONE_REQUEST(
      "needs a request that the DUT's host posts, by an agent there or by rping -s (server=rping)"),
  /// The status of a request that did not succeed is reported.
  STATUSES("needs the status of a completion, which only an agent on the DUT's host reports"),
  /// The DUT can request connections by RDMA CM.
  CONNECTS(
      "needs an agent that has the DUT ask for connections by RDMA CM: version 3 of the agent's"
          + " protocol, on RoCE"),
  /// Requests with a fence, and scatter/gather lists.
  LISTS(
      "needs an agent that posts fences and scatter/gather lists: version 4 of the agent's"
          + " protocol"),
  /// Memory windows, shared receive queues, changes of a QP's state, a second protection domain.
  EXTENDED(
      "needs an agent that binds memory windows and shares receives: version 5 of the agent's"
          + " protocol"),
  /// Solicited events and immediate data of connections, in both directions.
  EVENTS(
      "needs an agent that knows solicited events and immediate data of connections: version 6 of"
          + " the agent's protocol"),
  /// The state of a QP can be queried.
  STATES("needs the state of the DUT's QP, which only an agent on its host reports"),
  /// The DUT's responder executes requests of the tester, of one kind at least.
  RESPONDER("needs requests that the DUT serves; rping -s (server=rping) only has it send some"),
  /// SENDs are supported, and a receive is always posted.
  SENDS("needs SENDs, which the DUT URI leaves out of what the DUT serves (ops=)"),
  /// RDMA WRITEs are supported.
  WRITES("needs RDMA WRITEs, which the DUT URI leaves out of what the DUT serves (ops=)"),
  /// RDMA READs are supported.
  READS("needs RDMA READs, which the DUT URI leaves out of what the DUT serves (ops=)");

  private final String lack;

  Ability(String lack) {
    this.lack = lack;
  }

  /// Returns the reason why a test is not applicable without this ability: a sentence without its
  /// subject.
  public String lack() {
    return lack;
  }
}
