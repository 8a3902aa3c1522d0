package org.ibassay.device.rc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.ibassay.device.fabric.Fabric;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.Variant;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.AddressHandle;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Received;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.Datagram;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.link.upper.Pump;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.link.upper.UdQp;
import org.ibassay.link.upper.UdSettings;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.link.upper.UpperTesterException;
import org.ibassay.wire.sa.Gid;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Two simulated adapters that send each other datagrams.
class DatagramQpTest {
  private static final int Q_KEY = 0x1122_3344;
  private static final int GRH_BYTES = 40;
  private static final byte[] DATA = {1, 2, 3, 4, 5};

  private final Fabric fabric = new Fabric();
  private final ChannelAdapter[] adapters = new ChannelAdapter[2];
  private final SimUpperTester near = end(0);
  private final SimUpperTester far = end(1);
  private final UdQp from = near.open(new UdSettings(1, 0x5566_7788, 7, State.RTS, 8));
  private final MemoryRegion data = near.register(8192, AccessRights.LOCAL);

  DatagramQpTest() throws UpperTesterException {
    near.write(data, 0, DATA);
  }

  private SimUpperTester end(int index) {
    adapters[index] =
        new ChannelAdapter(
            fabric,
            Variant.of(NodeKind.CA, Map.of()),
            CableEnd.of(index + 1, 0, 0),
            CableEnd.of(2 - index, 0, 0),
            new TransportSeams(),
            frame -> adapters[1 - index].arrive(frame));
    return new SimUpperTester(adapters[index], Pump.NONE);
  }

  private UdQp receiver() throws UpperTesterException {
    UdQp qp = far.open(new UdSettings(1, Q_KEY, 0, State.RTS, 8));
    far.postReceive(qp, 9, receive(64));
    return qp;
  }

  private Buffer receive(int bytes) throws UpperTesterException {
    return far.register(bytes, AccessRights.LOCAL).whole();
  }

  private void send(int qpn, int qKey, @Nullable Integer immediate, PortAddress to)
      throws UpperTesterException {
    AddressHandle handle = new AddressHandle(to, 1, 0, 64);
    near.post(
        from, new Datagram(3, data.slice(0, DATA.length), handle, qpn, qKey, immediate, true));
    fabric.runUntil(fabric.nanos() + 1_000_000);
  }

  @Test
  void aDatagramArrivesWithItsSource() throws UpperTesterException {
    UdQp to = receiver();
    far.requestSolicitedEvent(to);
    send(to.qpn(), Q_KEY, 0xABCD, to.address());
    assertThat(near.poll(from, Queue.SEND, 4))
        .containsExactly(new Completion(3, Status.SUCCESS, 0, 0));
    assertThat(far.poll(to, Queue.RECEIVE, 4))
        .containsExactly(
            new Completion(
                9,
                Status.SUCCESS,
                0,
                GRH_BYTES + DATA.length,
                new Received(from.qpn(), true, 0xABCD)));
    assertThat(far.events(to)).isEqualTo(1);
    assertThat(far.events(to)).isZero();
  }

  @Test
  void theQKeyOfTheSendingQpIsSentForAControlledOne() throws UpperTesterException {
    UdQp to = far.open(new UdSettings(1, 0x5566_7788, 0, State.RTS, 8));
    far.postReceive(to, 9, receive(64));
    send(to.qpn(), 0x8000_0000, null, to.address());
    assertThat(far.poll(to, Queue.RECEIVE, 4)).hasSize(1);
  }

  @Test
  void anotherQKeyIsDropped() throws UpperTesterException {
    UdQp to = receiver();
    send(to.qpn(), Q_KEY + 1, null, to.address());
    assertThat(far.poll(to, Queue.RECEIVE, 4)).isEmpty();
    assertThat(far.query(to).state()).isEqualTo(State.RTS);
  }

  @Test
  void whatDoesNotFitAfterTheGrhIsDropped() throws UpperTesterException {
    UdQp to = far.open(new UdSettings(1, Q_KEY, 0, State.RTS, 8));
    far.postReceive(to, 9, receive(GRH_BYTES + DATA.length - 1));
    send(to.qpn(), Q_KEY, null, to.address());
    assertThat(far.poll(to, Queue.RECEIVE, 4)).isEmpty();
  }

  @Test
  void membersOfAGroupGetADatagram() throws UpperTesterException {
    UdQp member = receiver();
    UdQp other = receiver();
    PortAddress group = new PortAddress(new Gid(0, 0xFFFF_EFC0_1B11L), 0);
    far.attach(member, group);
    send(0xFF_FFFF, Q_KEY, null, group);
    assertThat(far.poll(member, Queue.RECEIVE, 4)).hasSize(1);
    assertThat(far.poll(other, Queue.RECEIVE, 4)).isEmpty();
    far.postReceive(member, 10, receive(64));
    far.detach(member, group);
    send(0xFF_FFFF, Q_KEY, null, group);
    assertThat(far.poll(member, Queue.RECEIVE, 4)).isEmpty();
  }

  @Test
  void whatTheStateDoesNotAllowIsRefused() throws UpperTesterException {
    UdQp reset = far.open(new UdSettings(1, Q_KEY, 0, State.RESET, 8));
    Buffer buffer = receive(64);
    assertThatThrownBy(() -> far.postReceive(reset, 1, buffer))
        .isInstanceOf(UpperTesterException.class)
        .hasMessageContaining("RESET");
    UdQp ready = near.open(new UdSettings(1, Q_KEY, 0, State.RTR, 8));
    AddressHandle handle = new AddressHandle(ready.address(), 1, 0, 64);
    Datagram datagram = new Datagram(1, data.slice(0, 1), handle, 1, 1, null, false);
    assertThatThrownBy(() -> near.post(ready, datagram))
        .isInstanceOf(UpperTesterException.class)
        .hasMessageContaining("RTR");
  }
}
