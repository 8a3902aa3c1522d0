package org.ibassay.link.upper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.DeviceAttributes.Atomics;
import org.ibassay.link.upper.DeviceAttributes.GidEntry;
import org.ibassay.link.upper.DeviceAttributes.GidType;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.sa.Gid;
import org.junit.jupiter.api.Test;

/// Requests of the client, and correct answers.
class AgentClientTest {
  private static final Gid LINK_LOCAL = new Gid(0xFE80_0000_0000_0000L, 0x0000_00FF_FE00_0002L);
  private static final Gid MAPPED = new Gid(0, 0xFFFF_C000_0202L);
  private static final RcQp QP = new RcQp(0x11, new PortAddress(MAPPED, 0));
  private static final MemoryRegion REGION = new MemoryRegion(3, 0x7000, 100_000, 0x77);

  @Test
  void saysHelloAfterAnEmptyLineAndByeAtTheEnd() throws Exception {
    ScriptedAgent agent = new ScriptedAgent().answer("ok");
    agent.greeted().close();
    assertThat(agent.requests).containsExactly("hello version=6 token=1234", "bye");
    assertThat(agent.isClosed).isTrue();
  }

  @Test
  void closesTwiceWithoutHarm() throws Exception {
    ScriptedAgent agent = new ScriptedAgent().answer("ok");
    AgentClient client = agent.greeted();
    client.close();
    client.close();
    assertThat(agent.requests).hasSize(2);
  }

  @Test
  void readsAttributes() throws Exception {
    ScriptedAgent agent =
        new ScriptedAgent()
            .answer(
                "ok name=rxe0 firmware= node-guid=0x505400fffe123456 vendor=0xffffff part=0"
                    + " atomics=device reads-as-target=128 reads-as-initiator=127"
                    + " max-message=2147483648 active-mtu=1024 max-mtu=4096 ack-delay=15 active=1"
                    + " gids=0:fe80000000000000000000fffe000002:roce-v2,1:00000000000000000000ffffc0000202:roce-v1"
                    + " byte-order=big atomic-write=1 flush=0 windows=1 news=1");
    DeviceAttributes attributes = agent.greeted().attributes();
    assertThat(attributes)
        .isEqualTo(
            new DeviceAttributes(
                new DeviceAttributes.Identity("rxe0", "", 0x505400FFFE123456L, 0xFFFFFF, 0),
                new DeviceAttributes.Limits(
                    Atomics.DEVICE,
                    new RcSettings.Reads(127, 128),
                    1L << 31,
                    15,
                    Set.of(DeviceAttributes.Option.ATOMIC_WRITE, DeviceAttributes.Option.WINDOWS)),
                new DeviceAttributes.Port(
                    true,
                    1024,
                    4096,
                    List.of(
                        new GidEntry(0, LINK_LOCAL, GidType.ROCE_V2),
                        new GidEntry(1, MAPPED, GidType.ROCE_V1))),
                ByteOrder.BIG_ENDIAN));
  }

  @Test
  void opensWithEverythingGiven() throws Exception {
    ScriptedAgent agent =
        new ScriptedAgent().answer("ok qpn=0x11 lid=0 gid=00000000000000000000ffffc0000202", "ok");
    PortAddress peer = PortAddress.ofIp(InetAddress.ofLiteral("192.0.2.1"));
    RcSettings settings =
        RcSettings.to(peer, 0xABCDEF)
            .withGidIndex(1)
            .withPathMtu(4096)
            .withPsns(0xFFFFFF, 5)
            .withAccess(AccessRights.ALL.withRemoteAtomic(false))
            .withReads(new RcSettings.Reads(2, 16))
            .withRetries(new RcSettings.Retries(18, 2, 1, 31))
            .withDepth(8);
    AgentClient client = agent.greeted();
    assertThat(client.open(settings)).isEqualTo(QP);
    client.close(QP);
    assertThat(agent.requests)
        .endsWith(
            "open peer-gid=00000000000000000000ffffc0000201 peer-lid=0 peer-qpn=0xabcdef"
                + " gid-index=1 mtu=4096 send-psn=16777215 receive-psn=5 access=lwr reads=2"
                + " peer-reads=16 ack-timeout=18 retries=2 rnr-retries=1 min-rnr-timer=31 depth=8",
            "close qpn=0x11");
  }

  @Test
  void queriesAQp() throws Exception {
    ScriptedAgent agent =
        new ScriptedAgent()
            .answer(
                "ok state=RTS send-psn=7 receive-psn=8 mtu=256 reads=1 peer-reads=2"
                    + " ack-timeout=14 retries=3 rnr-retries=7 min-rnr-timer=12");
    assertThat(agent.greeted().query(QP))
        .isEqualTo(
            new QpAttributes(
                QpAttributes.State.RTS,
                7,
                8,
                256,
                new RcSettings.Reads(1, 2),
                new RcSettings.Retries(14, 3, 7, 12)));
  }

  @Test
  void registersAndFrees() throws Exception {
    ScriptedAgent agent =
        new ScriptedAgent()
            .answer("ok region=3 address=0x7000 rkey=0x77", "ok region=4 address=1 rkey=2", "ok");
    AgentClient client = agent.greeted();
    assertThat(client.register(100_000, AccessRights.ALL)).isEqualTo(REGION);
    client.register(1, AccessRights.NONE);
    client.free(REGION);
    assertThat(agent.requests)
        .endsWith(
            "register bytes=100000 access=lwra", "register bytes=1 access=-", "free region=3");
  }

  @Test
  void movesDataInPiecesThatFitALine() throws Exception {
    ScriptedAgent agent =
        new ScriptedAgent().answer("ok", "ok", "ok data=" + "ab".repeat(4096), "ok data=cd", "ok");
    AgentClient client = agent.greeted();
    client.write(REGION, 10, new byte[4097]);
    byte[] read = client.read(REGION, 20, 4097);
    client.fill(REGION, 0, 100_000, (byte) 0xFF);
    assertThat(read).hasSize(4097).startsWith(0xAB).endsWith(0xAB, 0xCD);
    assertThat(agent.requests)
        .endsWith(
            "write region=3 at=10 data=" + "00".repeat(4096),
            "write region=3 at=4106 data=00",
            "read region=3 at=20 bytes=4096",
            "read region=3 at=4116 bytes=1",
            "fill region=3 at=0 bytes=100000 value=255");
    assertThat(agent.requests)
        .allMatch(line -> line.getBytes(StandardCharsets.US_ASCII).length < AgentLines.LINE_BYTES);
  }

  @Test
  void postsEachKindOfWork() throws Exception {
    ScriptedAgent agent = new ScriptedAgent().answer("ok", "ok", "ok", "ok", "ok", "ok");
    AgentClient client = agent.greeted();
    client.postReceive(QP, -1, REGION.whole());
    client.post(QP, new SendRequest.Send(1, REGION.slice(5, 0)));
    client.post(QP, new SendRequest.Write(2, REGION.slice(0, 9), -8, -1));
    client.post(QP, new SendRequest.Read(3, REGION.slice(0, 9), 0x10, 0x20));
    client.post(QP, new SendRequest.CompareSwap(4, REGION.slice(0, 8), 0x10, 0x20, 1, -1));
    client.post(QP, new SendRequest.FetchAdd(5, REGION.slice(0, 8), 0x10, 0x20, 0x1111));
    assertThat(agent.requests)
        .endsWith(
            "receive qpn=0x11 region=3 at=0 bytes=100000 id=18446744073709551615",
            "send qpn=0x11 region=3 at=5 bytes=0 id=1",
            "rdma-write qpn=0x11 region=3 at=0 bytes=9 id=2"
                + " address=0xfffffffffffffff8 rkey=0xffffffff",
            "rdma-read qpn=0x11 region=3 at=0 bytes=9 id=3 address=0x10 rkey=0x20",
            "compare-swap qpn=0x11 region=3 at=0 bytes=8 id=4 address=0x10 rkey=0x20"
                + " compare=0x1 swap=0xffffffffffffffff",
            "fetch-add qpn=0x11 region=3 at=0 bytes=8 id=5 address=0x10 rkey=0x20 add=0x1111");
  }

  @Test
  void pollsCompletions() throws Exception {
    ScriptedAgent agent =
        new ScriptedAgent()
            .answer(
                "ok completions=",
                "ok completions=7:SUCCESS:0:1024:0:0::,8:RNR_RETRY_EXC_ERR:135:0:0:0::");
    AgentClient client = agent.greeted();
    assertThat(client.poll(QP, Queue.SEND, 1)).isEmpty();
    assertThat(client.poll(QP, Queue.RECEIVE, 1000))
        .containsExactly(
            new Completion(7, Status.SUCCESS, 0, 1024),
            new Completion(8, Status.RNR_RETRY_EXC_ERR, 135, 0));
    assertThat(agent.requests)
        .endsWith("poll qpn=0x11 queue=send most=1", "poll qpn=0x11 queue=receive most=64");
  }

  @Test
  void datagramsAreSpokenOfInFull() throws Exception {
    ScriptedAgent agent =
        new ScriptedAgent()
            .answer(
                "ok qpn=0x12 lid=0 gid=00000000000000000000ffffc0000202",
                "ok",
                "ok",
                "ok",
                "ok events=1",
                "ok completions=7:SUCCESS:0:104:0x1bd1:1:0x80000001:,8:SUCCESS:0:40:5:0::0x17",
                "ok");
    AgentClient client = agent.greeted();
    UdQp qp = client.open(new UdSettings(1, 0x80010000, 5, QpAttributes.State.RTR, 9));
    AddressHandle to = new AddressHandle(qp.address(), 1, 0x68, 17);
    Buffer part = new MemoryRegion(3, 0x1000, 64, 1).slice(4, 8);
    client.attach(qp, qp.address());
    client.post(qp, new Datagram(6, part, to, 0x1BD0, 0x11, -1, true));
    client.requestSolicitedEvent(qp);
    assertThat(client.events(qp)).isEqualTo(1);
    assertThat(client.poll(qp, Queue.RECEIVE, 2))
        .containsExactly(
            new Completion(
                7, Status.SUCCESS, 0, 104, new Completion.Received(0x1BD1, true, 0x80000001)),
            new Completion(
                8, Status.SUCCESS, 0, 40, new Completion.Received(5, false, null, 0x17)));
    client.detach(qp, qp.address());
    assertThat(agent.requests)
        .contains(
            "open-ud gid-index=1 q-key=0x80010000 send-psn=5 state=RTR depth=9",
            "attach qpn=0x12 gid=00000000000000000000ffffc0000202 lid=0",
            "datagram-immediate qpn=0x12 region=3 at=4 bytes=8 id=6"
                + " peer-gid=00000000000000000000ffffc0000202 peer-lid=0 gid-index=1"
                + " traffic-class=104 hop-limit=17 peer-qpn=0x1bd0 q-key=0x11 solicited=1"
                + " immediate=0xffffffff",
            "request-event qpn=0x12",
            "events qpn=0x12",
            "detach qpn=0x12 gid=00000000000000000000ffffc0000202 lid=0");
  }

  @Test
  void anUnreliableConnectionIsOpenedWithoutWhatItLacks() throws Exception {
    ScriptedAgent agent =
        new ScriptedAgent().answer("ok qpn=0x13 lid=0 gid=00000000000000000000ffffc0000202");
    PortAddress peer = QP.address();
    UcQp qp =
        agent.greeted().open(new UcSettings(peer, 0x1BD0, 1, 1024, 5, 6, AccessRights.ALL, 9));
    assertThat(qp.qpn()).isEqualTo(0x13);
    assertThat(agent.requests.getLast())
        .startsWith("open-uc peer-gid=")
        .endsWith("gid-index=1 mtu=1024 send-psn=5 receive-psn=6 access=lwra depth=9");
  }

  @Test
  void requestsConnectionsAndReceivesTheirResults() throws Exception {
    ScriptedAgent agent =
        new ScriptedAgent()
            .answer(
                "ok qpn=0x13 lid=0 gid=00000000000000000000ffffc0000202",
                "ok state=REJECTED reason=28",
                "ok");
    AgentClient client = agent.greeted();
    RcQp qp =
        client.connect(
            new ConnectSettings(QP.address(), 1, 7471, new RcSettings.Reads(3, 2), 5, 6, 64));
    assertThat(qp).isEqualTo(new RcQp(0x13, QP.address()));
    assertThat(agent.requests.getLast())
        .startsWith("connect peer-gid=")
        .endsWith("gid-index=1 port=7471 reads=3 peer-reads=2 retries=5 rnr-retries=6 depth=64");
    assertThat(client.connection(qp))
        .isEqualTo(new ConnectionStatus(ConnectionStatus.State.REJECTED, 28));
    client.disconnect(qp);
    assertThat(agent.requests.getLast()).isEqualTo("disconnect qpn=0x13");
    assertThat(client.abilities()).contains(Ability.CONNECTS);
  }

  @Test
  void anOldAgentServesConnectionsAndItsLacksAreReported() throws Exception {
    ScriptedAgent agent =
        new ScriptedAgent()
            .answer(
                "no 0 version=6: this agent speaks version 1",
                "no 0 version=5: this agent speaks version 1",
                "no 0 version=4: this agent speaks version 1",
                "no 0 version=3: this agent speaks version 1",
                "no 0 version=2: this agent speaks version 1",
                "ok version=1 token=1234 device=rxe0",
                "ok completions=7:SUCCESS:0:1024");
    AgentClient client = agent.greet();
    assertThat(agent.requests)
        .containsExactly(
            "hello version=6 token=1234",
            "hello version=5 token=1234",
            "hello version=4 token=1234",
            "hello version=3 token=1234",
            "hello version=2 token=1234",
            "hello version=1 token=1234");
    assertThat(client.abilities())
        .doesNotContain(Ability.CONNECTS, Ability.LISTS, Ability.EXTENDED, Ability.EVENTS)
        .contains(Ability.AGENT);
    assertThat(client.poll(QP, Queue.RECEIVE, 1))
        .containsExactly(new Completion(7, Status.SUCCESS, 0, 1024));
    assertThatThrownBy(
            () -> client.open(new UcSettings(QP.address(), 1, 0, 1024, 0, 0, AccessRights.ALL, 1)))
        .hasMessageContaining("which has no unreliable connections; build it anew");
    assertThatThrownBy(() -> client.open(new UdSettings(1, 0, 0, QpAttributes.State.RTS, 1)))
        .hasMessageContaining("speaks version 1 of its protocol, which has no datagrams")
        .isInstanceOfSatisfying(
            UpperTesterException.class,
            e -> assertThat(e.kind()).isEqualTo(UpperTesterException.Kind.REFUSED));
  }

  @Test
  void listsAndFencesAreAskedFor() throws Exception {
    ScriptedAgent agent =
        new ScriptedAgent().answer("ok region=1 address=0x1000 rkey=0x7", "ok", "ok");
    AgentClient client = agent.greeted();
    MemoryRegion region = client.register(64, AccessRights.ALL);
    Buffer list = region.slice(9, 3).then(region.slice(0, 0)).then(region.slice(1, 5));
    assertThat(list.bytes()).isEqualTo(8);
    client.postFenced(QP, new SendRequest.Write(2, list, 0x2000, 5));
    assertThat(agent.requests.getLast())
        .isEqualTo(
            "rdma-write qpn=0x11 pieces=1:9:3,1:0:0,1:1:5 id=2 address=0x2000 rkey=0x5 fence=1");
    client.postReceive(QP, 3, list);
    assertThat(agent.requests.getLast())
        .isEqualTo("receive qpn=0x11 pieces=1:9:3,1:0:0,1:1:5 id=3");
    assertThat(client.abilities()).contains(Ability.LISTS, Ability.CONNECTS);
  }

  @Test
  void anAgentOfTheLastVersionConnectsAndKnowsNoLists() throws Exception {
    ScriptedAgent agent =
        new ScriptedAgent()
            .answer(
                "no 0 version=6: this agent speaks versions 1 to 3",
                "no 0 version=5: this agent speaks versions 1 to 3",
                "no 0 version=4: this agent speaks versions 1 to 3",
                "ok version=3 token=1234 device=rxe0");
    assertThat(agent.greet().abilities()).contains(Ability.CONNECTS).doesNotContain(Ability.LISTS);
  }

  @Test
  void anAgentMayBeBuiltWithoutConnections() throws Exception {
    ScriptedAgent agent =
        new ScriptedAgent().answer("ok version=6 token=1234 device=rxe0 connects=0");
    assertThat(agent.greet().abilities()).contains(Ability.LISTS).doesNotContain(Ability.CONNECTS);
  }

  @Test
  void windowsAreBoundAndReceivesShared() throws Exception {
    ScriptedAgent agent =
        new ScriptedAgent()
            .answer(
                "ok window=2 rkey=0x100",
                "ok rkey=0x101",
                "ok",
                "ok shared=1",
                "ok",
                "ok events=1",
                "ok",
                "ok");
    ExtendedVerbs verbs = agent.greeted().extended();
    MemoryRegion region = new MemoryRegion(3, 0x1000, 64, 1);
    MemoryWindow window = verbs.allocateWindow(2);
    WindowBinding to = new WindowBinding(region, 8, 16, AccessRights.ALL.withLocalWrite(false));
    assertThat(verbs.bind(QP, 7, window, to)).isEqualTo(new MemoryWindow(2, 2, 0x101));
    verbs.invalidate(QP, 8, 0x101);
    SharedReceives shared = verbs.openShared(4);
    verbs.postReceive(shared, 9, region.slice(0, 8));
    assertThat(verbs.limitEvents(shared)).isEqualTo(1);
    verbs.setLimit(shared, 2);
    verbs.modify(QP, QpAttributes.State.SQD);
    assertThat(agent.requests)
        .contains(
            "window type=2",
            "bind qpn=0x11 id=7 window=2 region=3 at=8 bytes=16 access=wra",
            "invalidate qpn=0x11 id=8 rkey=0x101",
            "open-shared depth=4",
            "receive-shared shared=1 region=3 at=0 bytes=8 id=9",
            "limit-events shared=1",
            "limit shared=1 receives=2",
            "modify qpn=0x11 state=SQD");
  }

  @Test
  void refusalCarriesTheErrnoAndTheSessionGoesOn() throws Exception {
    ScriptedAgent agent =
        new ScriptedAgent()
            .answer("no 22 cannot take QP 0x11 to RTR: Invalid argument", "ok completions=");
    AgentClient client = agent.greeted();
    assertThatThrownBy(() -> client.query(QP))
        .hasMessage("cannot take QP 0x11 to RTR: Invalid argument")
        .isInstanceOfSatisfying(
            UpperTesterException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(UpperTesterException.Kind.REFUSED);
              assertThat(e.errno()).isEqualTo(22);
            });
    assertThat(client.poll(QP, Queue.SEND, 1)).isEmpty();
  }
}
