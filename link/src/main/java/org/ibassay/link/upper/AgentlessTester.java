package org.ibassay.link.upper;

import java.util.List;

/// An upper tester without an agent on the DUT's host: by default unable to do anything that only
/// an agent can do.
public abstract class AgentlessTester implements UpperTester {
  /// For subclasses.
  protected AgentlessTester() {}

  @Override
  public UcQp open(UcSettings settings) throws UpperTesterException {
    throw unable(Ability.AGENT);
  }

  @Override
  public UdQp open(UdSettings settings) throws UpperTesterException {
    throw unable(Ability.AGENT);
  }

  @Override
  public RcQp connect(ConnectSettings settings) throws UpperTesterException {
    throw unable(Ability.CONNECTS);
  }

  @Override
  public ConnectionStatus connection(RcQp qp) throws UpperTesterException {
    throw unable(Ability.CONNECTS);
  }

  @Override
  public void disconnect(RcQp qp) throws UpperTesterException {
    throw unable(Ability.CONNECTS);
  }

  @Override
  public QpAttributes query(Qp qp) throws UpperTesterException {
    throw unable(Ability.STATES);
  }

  @Override
  public void write(MemoryRegion region, long at, byte[] data) throws UpperTesterException {
    throw unable(Ability.MEMORY);
  }

  @Override
  public void fill(MemoryRegion region, long at, long bytes, byte value)
      throws UpperTesterException {
    throw unable(Ability.MEMORY);
  }

  @Override
  public byte[] read(MemoryRegion region, long at, int bytes) throws UpperTesterException {
    throw unable(Ability.MEMORY);
  }

  @Override
  public void post(Qp qp, SendRequest request) throws UpperTesterException {
    throw unable(Ability.REQUESTS);
  }

  @Override
  public void postFenced(Qp qp, SendRequest request) throws UpperTesterException {
    throw unable(Ability.REQUESTS);
  }

  @Override
  public void post(UdQp qp, Datagram datagram) throws UpperTesterException {
    throw unable(Ability.AGENT);
  }

  @Override
  public void attach(UdQp qp, PortAddress group) throws UpperTesterException {
    throw unable(Ability.AGENT);
  }

  @Override
  public void detach(UdQp qp, PortAddress group) throws UpperTesterException {
    throw unable(Ability.AGENT);
  }

  @Override
  public void requestSolicitedEvent(Qp qp) throws UpperTesterException {
    throw unable(Ability.AGENT);
  }

  @Override
  public int events(Qp qp) throws UpperTesterException {
    throw unable(Ability.AGENT);
  }

  @Override
  public List<Completion> poll(Qp qp, Queue queue, int most) throws UpperTesterException {
    throw unable(queue == Queue.SEND ? Ability.REQUESTS : Ability.RECEIVES);
  }

  /// Returns the exception for what needs an ability that is missing.
  protected static final UpperTesterException unable(Ability ability) {
    return UpperTesterException.unable(ability.lack());
  }
}
