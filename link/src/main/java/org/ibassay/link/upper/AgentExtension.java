package org.ibassay.link.upper;

/// The functions of an agent that were added in version 5 of its protocol.
final class AgentExtension implements ExtendedVerbs {
  private final AgentClient agent;

  AgentExtension(AgentClient agent) {
    this.agent = agent;
  }

  @Override
  public MemoryRegion registerElsewhere(long bytes, AccessRights rights)
      throws UpperTesterException {
    return agent.call(
        AgentRequests.register(bytes, rights) + " domain=1",
        answer -> AgentAnswers.region(answer, bytes));
  }

  @Override
  public MemoryWindow allocateWindow(int type) throws UpperTesterException {
    return agent.call("window type=" + type, answer -> AgentAnswers.window(answer, type));
  }

  @Override
  public MemoryWindow bind(RcQp qp, long id, MemoryWindow window, WindowBinding to)
      throws UpperTesterException {
    return agent.call(
        AgentRequests.bind(qp, id, window, to), answer -> window.withKey(answer.word("rkey")));
  }

  @Override
  public void invalidate(RcQp qp, long id, int rkey) throws UpperTesterException {
    agent.call(
        AgentRequests.qp("invalidate", qp)
            + " id=%s rkey=0x%x".formatted(Long.toUnsignedString(id), rkey));
  }

  @Override
  public void free(MemoryWindow window) throws UpperTesterException {
    agent.call("free-window window=" + window.id());
  }

  @Override
  public void modify(Qp qp, QpAttributes.State state) throws UpperTesterException {
    agent.call(AgentRequests.qp("modify", qp) + " state=" + state);
  }

  @Override
  public SharedReceives openShared(int depth) throws UpperTesterException {
    return agent.call(
        "open-shared depth=" + depth,
        answer -> new SharedReceives(answer.number("shared", 0, Integer.MAX_VALUE)));
  }

  @Override
  public RcQp open(RcSettings settings, SharedReceives receives) throws UpperTesterException {
    return agent.call(AgentRequests.open(settings) + " shared=" + receives.id(), AgentAnswers::qp);
  }

  @Override
  public void postReceive(SharedReceives receives, long id, Buffer into)
      throws UpperTesterException {
    agent.call(AgentRequests.receive(receives, id, into));
  }

  @Override
  public void setLimit(SharedReceives receives, int limit) throws UpperTesterException {
    agent.call("limit shared=" + receives.id() + " receives=" + limit);
  }

  @Override
  public int limitEvents(SharedReceives receives) throws UpperTesterException {
    return agent.call(
        "limit-events shared=" + receives.id(),
        answer -> answer.number("events", 0, Integer.MAX_VALUE));
  }

  @Override
  public void close(SharedReceives receives) throws UpperTesterException {
    agent.call("close-shared shared=" + receives.id());
  }
}
