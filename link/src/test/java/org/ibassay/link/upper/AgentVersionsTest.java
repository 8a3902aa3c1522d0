package org.ibassay.link.upper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.ibassay.link.upper.SendRequest.Notice;
import org.ibassay.wire.sa.Gid;
import org.junit.jupiter.api.Test;

/// Abilities that an agent has from some version of the protocol on.
class AgentVersionsTest {
  private static final PortAddress ADDRESS = new PortAddress(new Gid(0, 0xFFFF_C000_0202L), 0);
  private static final RcQp QP = new RcQp(0x11, ADDRESS);

  @Test
  void anAgentOfVersion4HasNoWindows() throws Exception {
    ScriptedAgent agent =
        new ScriptedAgent()
            .answer(
                "no 0 version=6: this agent speaks versions 1 to 4",
                "no 0 version=5: this agent speaks versions 1 to 4",
                "ok version=4 token=1234 device=rxe0 connects=1");
    AgentClient client = agent.greet();
    assertThat(client.abilities()).contains(Ability.LISTS).doesNotContain(Ability.EXTENDED);
    assertThatThrownBy(client::extended).hasMessageContaining("version 5 of the agent's protocol");
  }

  @Test
  void anAgentOfVersion5HasEventsOfDatagramsOnly() throws Exception {
    ScriptedAgent agent =
        new ScriptedAgent()
            .answer(
                "no 0 version=6: this agent speaks versions 1 to 5",
                "ok version=5 token=1234 device=rxe0 connects=1",
                "ok",
                "ok events=1");
    AgentClient client = agent.greet();
    assertThat(client.abilities()).contains(Ability.EXTENDED).doesNotContain(Ability.EVENTS);
    assertThatThrownBy(() -> client.requestSolicitedEvent(QP))
        .hasMessageContaining("version 6 of the agent's protocol");
    assertThatThrownBy(() -> client.events(QP)).hasMessageContaining("version 6");
    UdQp datagrams = new UdQp(0x12, QP.address());
    client.requestSolicitedEvent(datagrams);
    assertThat(client.events(datagrams)).isEqualTo(1);
  }

  @Test
  void eventsOfAConnectionAreRequested() throws Exception {
    ScriptedAgent agent = new ScriptedAgent().answer("ok", "ok events=2");
    AgentClient client = agent.greeted();
    client.requestSolicitedEvent(QP);
    assertThat(client.events(QP)).isEqualTo(2);
    assertThat(agent.requests).contains("request-event qpn=0x11", "events qpn=0x11");
    assertThat(client.abilities()).contains(Ability.EVENTS);
  }

  @Test
  void immediateDataAndSolicitedEventsAreRequested() throws Exception {
    ScriptedAgent agent = new ScriptedAgent().answer("ok", "ok", "ok");
    AgentClient client = agent.greeted();
    Buffer data = new MemoryRegion(3, 0x7000, 64, 7).slice(0, 8);
    client.post(QP, new SendRequest.Send(1, data, new Notice(-2, true)));
    client.post(QP, new SendRequest.SendInvalidate(2, data, 9, true));
    client.post(QP, new SendRequest.Write(3, data, 16, 9, new Notice(0, false)));
    assertThat(agent.requests)
        .contains(
            "send qpn=0x11 region=3 at=0 bytes=8 id=1 immediate=0xfffffffe solicited=1",
            "send-invalidate qpn=0x11 region=3 at=0 bytes=8 id=2 solicited=1 rkey=0x9",
            "rdma-write qpn=0x11 region=3 at=0 bytes=8 id=3 immediate=0x0 address=0x10 rkey=0x9");
  }
}
