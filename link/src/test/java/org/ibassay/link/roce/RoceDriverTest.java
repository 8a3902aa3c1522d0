package org.ibassay.link.roce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
import org.ibassay.link.dut.RestartCommand;
import org.ibassay.link.impaired.Impairment;
import org.ibassay.link.roce.RoceUri.DutSide;
import org.ibassay.link.roce.RoceUri.TesterSide;
import org.ibassay.link.upper.AgentAddress;
import org.ibassay.link.upper.DeviceAttributes;
import org.ibassay.link.upper.DeviceAttributes.GidEntry;
import org.ibassay.link.upper.DeviceAttributes.GidType;
import org.ibassay.link.upper.GivenConnection.Ends;
import org.ibassay.link.upper.GivenConnection.Operation;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.wire.net.Arp;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.Mac;
import org.ibassay.wire.net.Vlan;
import org.ibassay.wire.packet.Envelope;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.sa.Gid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoceDriverTest {
  private static final long DUT_MAC = 0x0200_0000_0002L;

  private static RoceUri parse(String text) throws DutUriException {
    return RoceUri.parse(DutUri.parse(text));
  }

  @Test
  void readsAllParameters() throws Exception {
    assertThat(
            parse(
                "roce:192.0.2.2?from=192.0.2.1&via=stream:localhost:4444&agent=127.0.0.1:4445"
                    + "&mac=02:00:00:00:00:01&vlan=7&gid-index=3&mtu=1024&cm=7471&loss=0.5&delay=3&seed=9&restart=virsh"
                    + " reset dut"))
        .isEqualTo(
            new RoceUri(
                new DutSide(
                    InetAddress.ofLiteral("192.0.2.2"),
                    OptionalInt.of(3),
                    1024,
                    OptionalInt.of(7471)),
                new TesterSide(
                    InetAddress.ofLiteral("192.0.2.1"),
                    new RoceUri.Via.Stream("localhost", 4444),
                    Optional.of(new Mac(0x0200_0000_0001L)),
                    OptionalInt.of(7)),
                Optional.of(new AgentAddress.Tcp("127.0.0.1", 4445)),
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                false,
                new Impairment(0.5, 0, 0, 3_000_000, 0, 9),
                Optional.of(new RestartCommand("virsh reset dut", Duration.ofMinutes(5)))));
  }

  @Test
  void readsTheLeast() throws Exception {
    assertThat(parse("roce:2001:db8::2?from=2001:db8::1&via=eth:enp1s0"))
        .isEqualTo(
            new RoceUri(
                new DutSide(
                    InetAddress.ofLiteral("2001:db8::2"),
                    OptionalInt.empty(),
                    0,
                    OptionalInt.empty()),
                new TesterSide(
                    InetAddress.ofLiteral("2001:db8::1"),
                    new RoceUri.Via.Interface("enp1s0"),
                    Optional.empty(),
                    OptionalInt.empty()),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                false,
                Impairment.NONE,
                Optional.empty()));
  }

  private static final String GIVEN = "roce:192.0.2.2?from=192.0.2.1&via=eth:a&qp=17&psn=";

  @Test
  void readsAGivenConnection() throws Exception {
    RoceUri uri =
        parse(
            GIVEN
                + "0xFFFFFF&from-qp=5&rkey=0xffffffff&va=0xFFFFFFFFFFFFF000&length=4096"
                + "&ops=write,atomic&restart=true");
    assertThat(uri.given())
        .hasValue(
            new Ends(
                17,
                0xFF_FFFF,
                5,
                Set.of(Operation.WRITE, Operation.ATOMIC),
                new MemoryRegion(1, -4096, 4096, -1)));
    assertThat(uri.restart().orElseThrow().command()).isEqualTo("true");
  }

  @Test
  void aConnectionForSendsNeedsNoMemory() throws Exception {
    RoceUri uri = parse(GIVEN + "0&ops=send");
    assertThat(uri.given()).hasValue(new Ends(17, 0, 0x1BA0, Set.of(Operation.SEND), null));
    assertThat(uri.restart()).isEmpty();
  }

  @Test
  void readsAreServedWhereNothingElseIsSaid() throws Exception {
    assertThat(parse(GIVEN + "0&rkey=1&va=0&length=64").given().orElseThrow().served())
        .containsExactlyInAnyOrder(Operation.SEND, Operation.WRITE, Operation.READ);
  }

  @Test
  void connectsToAServerThatHasTheDeviceSendRequests() throws Exception {
    RoceUri uri = parse("roce:192.0.2.2?from=192.0.2.1&via=eth:a&cm=7472&server=rping");
    assertThat(uri.isRequester()).isTrue();
    assertThat(uri.server()).isEmpty();
  }

  @Test
  void connectsToAServerOfWhichItSaysWhatItServes() throws Exception {
    String host = "roce:192.0.2.2?from=192.0.2.1&via=eth:a&cm=7472";
    assertThat(parse(host).server()).isEmpty();
    assertThat(parse(host + "&ops=send").server())
        .hasValue(new RoceUri.Server(7472, Set.of(Operation.SEND), null));
    assertThat(parse(host + "&ops=send,write&rkey=1&va=4096&length=64").server())
        .hasValue(
            new RoceUri.Server(
                7472, Set.of(Operation.SEND, Operation.WRITE), new MemoryRegion(1, 4096, 64, 1)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          roce:dut?from=192.0.2.1&via=eth:a | the target "dut": expected the IP address of one host
          roce:192.0.2.2?via=eth:a | does not say from=, the IP address of one host
          roce:192.0.2.2?from=224.0.0.1&via=eth:a | from=224.0.0.1: expected the IP address of one
          roce:192.0.2.2?from=0.0.0.0&via=eth:a | from=0.0.0.0: expected the IP address of one
          roce:192.0.2.2?from=2001:db8::1&via=eth:a | mixes an IPv4 and an IPv6 address
          roce:192.0.2.2?from=192.0.2.2&via=eth:a | gives tester and DUT the same address
          roce:192.0.2.2?from=192.0.2.1 | does not say via=, stream:HOST:PORT, lockstep:HOST:PORT or eth:
          roce:192.0.2.2?from=192.0.2.1&via=tap:x | via=tap:x: expected stream:HOST:PORT, lockstep:
          roce:192.0.2.2?from=192.0.2.1&via=stream:x | via=stream:x: expected stream:HOST:PORT,
          roce:192.0.2.2?from=192.0.2.1&via=stream:x:0 | via=stream:x:0: expected stream:HOST:PORT
          roce:192.0.2.2?from=192.0.2.1&via=lockstep:x:0 | via=lockstep:x:0: expected stream:HOST:PORT
          roce:192.0.2.2?from=192.0.2.1&via=eth: | via=eth:: expected stream:HOST:PORT, lockstep:
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&agent=b | agent=b: expected HOST:PORT or exec:
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&mac=x | mac=x: expected an Ethernet address
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&mac=ff:ff:ff:ff:ff:ff | expected an Ethernet address
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&vlan=0 | vlan=0: expected a number from 1 to 4094
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&gid-index=-1 | gid-index=-1: expected a number from 0
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&gid-index=256 | gid-index=256: expected a number from
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&mtu=1500 | mtu=1500: expected 256, 512, 1024, 2048 or
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&pq=1 | unknown parameter "pq"; allowed: from, via, agent, mac
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&psn=1 | gives psn= without qp=, the QP of a device
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&qp=1 | qp=1: expected a number from 2 to 16777215
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&qp=x | qp=x: expected a number from 2 to 16777215
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&qp=2 | does not say psn=, a number from 0 to 16777215
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&qp=2&psn=0 | does not say rkey=, a number from 0 to
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&qp=2&psn=0&rkey=z | rkey=z: expected a number from 0
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&qp=2&psn=0&rkey=0 | does not say va=, a number of 64
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&qp=2&psn=0&rkey=0&va=-1 | va=-1: expected a number of
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&qp=2&psn=0&rkey=0&va=1 | does not say length=, a num
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&qp=2&psn=0&rkey=0&va=1&length=9 | length=9: expected
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&qp=2&psn=0&rkey=0&va=0xffffffffffffffc1&length=64 | reaches beyond 2^64
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&qp=2&psn=0&ops=read | ops=read: expected some of send
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&qp=2&psn=0&ops=send,send | ops=send,send: expected
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&qp=2&psn=0&ops=bind | ops=bind: expected some of send
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&qp=2&psn=0&ops=send&agent=a:1 | gives both agent= and
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&rping=1&agent=a:1 | gives both agent= and rping=
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&rping=1&mtu=512 | gives both mtu= and rping=
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&ops=send | gives ops= without qp=, the QP of a device without an agent, or cm= and ops=
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&cm=1&psn=1&ops=send | gives psn= without qp=
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&cm=1&ops=send&agent=a:1 | gives both agent= and ops=
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&cm=1&ops=send&rping=1 | gives both rping= and ops=
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&cm=1&ops=write | does not say rkey=
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&server=rping | gives server= without cm=, its port
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&cm=1&server=rping&agent=a:1 | gives both agent= and server=
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&cm=1&server=rping&ops=send | gives both ops= and server=
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&cm=1&server=ucmatose | server=ucmatose: expected rping
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&rping=0 | rping=0: expected a number from 1 to 65535
          roce:192.0.2.2?from=192.0.2.1&via=eth:a&qp=2&psn=0&ops=send&restart= | restart=: expected a com
          """)
  void refusesByName(String uri, String complaint) {
    assertThatThrownBy(() -> parse(uri))
        .isInstanceOf(DutUriException.class)
        .hasMessageContaining(complaint);
  }

  @Test
  void refusesAnAddressOfThisMachine() {
    assertThatThrownBy(() -> open("roce:192.0.2.2?from=127.0.0.1&via=eth:lo"))
        .isInstanceOf(LinkException.class)
        .hasMessageContaining("from=127.0.0.1 is this machine's own address on lo");
  }

  @Test
  void refusesAnInterfaceThatThereIsNot() {
    assertThatThrownBy(() -> open("roce:192.0.2.2?from=192.0.2.1&via=eth:nosuch"))
        .isInstanceOf(LinkException.class)
        .hasMessageStartingWith("this machine has no interface nosuch; it has [");
  }

  private static void open(String uri) throws Exception {
    new RoceDriver().parse(DutUri.parse(uri)).open(Tap.NONE, Timing.DEFAULT).close();
  }

  @Test
  void opensWhatAnswersArp() throws Exception {
    try (FakeQemu qemu = new FakeQemu()) {
      CompletableFuture<byte[]> question = CompletableFuture.supplyAsync(() -> answerArp(qemu));
      DutUri uri =
          DutUri.parse(
              "roce:192.0.2.2?from=192.0.2.1&via=stream:127.0.0.1:%d&vlan=5"
                  .formatted(qemu.port()));
      try (Dut dut = new RoceDriver().parse(uri).open(Tap.NONE, Timing.DEFAULT)) {
        Envelope envelope = dut.packetPort().orElseThrow().path().envelope();
        assertThat(envelope.get(Header.ETHERNET, Ethernet.DESTINATION)).isEqualTo(DUT_MAC);
        assertThat(envelope.get(Header.ETHERNET, Ethernet.SOURCE)).isEqualTo(0x0200_C000_0201L);
        assertThat(envelope.get(Header.VLAN, Vlan.VID)).isEqualTo(5);
        assertThat(dut.madPorts()).isEmpty();
        assertThat(dut.upperTester()).isEmpty();
      }
      assertThat(question.get()).hasSize(60);
    }
  }

  /// @return the question
  private static byte[] answerArp(FakeQemu qemu) {
    try {
      byte[] question = qemu.accept().read();
      MemorySegment frame = MemorySegment.ofArray(question.clone());
      int arp = Ethernet.LAYOUT.bytes() + Vlan.LAYOUT.bytes();
      long asker = Arp.SENDER_MAC.get(frame, arp);
      Ethernet.DESTINATION.set(frame, 0, asker);
      Arp.OPERATION.set(frame, arp, Arp.REPLY);
      Arp.TARGET_MAC.set(frame, arp, asker);
      Arp.TARGET_IP.set(frame, arp, Arp.SENDER_IP.get(frame, arp));
      Arp.SENDER_MAC.set(frame, arp, DUT_MAC);
      Arp.SENDER_IP.set(frame, arp, 0xC000_0202L);
      qemu.write(frame.toArray(ValueLayout.JAVA_BYTE));
      return question;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void findsTheGidOfTheAddress() throws Exception {
    PortAddress dut = PortAddress.ofIp(InetAddress.ofLiteral("192.0.2.2"));
    Gid own = new Gid(Gid.DEFAULT_PREFIX, 2);
    DeviceAttributes attributes =
        attributes(
            new GidEntry(0, own, GidType.ROCE_V2),
            new GidEntry(1, dut.gid(), GidType.ROCE_V1),
            new GidEntry(4, dut.gid(), GidType.ROCE_V2));
    assertThat(RoceDut.gidIndex(attributes, dut)).isEqualTo(4);
    PortAddress other = PortAddress.ofIp(InetAddress.ofLiteral("192.0.2.3"));
    assertThatThrownBy(() -> RoceDut.gidIndex(attributes, other))
        .isInstanceOf(LinkException.class)
        .hasMessageStartingWith(
            "device rxe0 has no GID 0000000000000000:0000ffffc0000203 of type RoCE v2, only");
  }

  private static DeviceAttributes attributes(GidEntry... gids) {
    return new DeviceAttributes(
        new DeviceAttributes.Identity("rxe0", "", 0, 0, 0),
        new DeviceAttributes.Limits(
            DeviceAttributes.Atomics.DEVICE, new RcSettings.Reads(16, 16), 1 << 23, 15, Set.of()),
        new DeviceAttributes.Port(true, 1024, 4096, List.of(gids)),
        null);
  }
}
