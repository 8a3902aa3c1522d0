package org.ibassay.link.roce;

import java.net.InetAddress;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutTarget;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.packet.Carrier;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.packet.Station;
import org.ibassay.link.roce.RoceUri.TesterSide;
import org.ibassay.wire.net.Mac;
import org.jspecify.annotations.Nullable;

/// A device that speaks RoCEv2 on an Ethernet.
///
/// @param wanted the parsed URI
record RoceTarget(DutUri uri, RoceUri wanted) implements DutTarget {
  /// The first two bytes of a generated Ethernet address: locally administered.
  private static final long MADE_UP = 0x0200_0000_0000L;

  @Override
  public Dut open(Tap tap, Timing timing) throws LinkException {
    return switch (wanted.tester().via()) {
      case RoceUri.Via.Stream(String host, int tcpPort) ->
          open(new StreamCarrier(host, tcpPort), tap, timing);
      case RoceUri.Via.Lockstep(String host, int tcpPort) ->
          open(new LockstepCarrier(host, tcpPort), tap, timing);
      case RoceUri.Via.Interface(String name) -> {
        EthernetInterface local = EthernetInterface.find(name, wanted.tester().address());
        PacketSocketCarrier carrier = PacketSocketCarrier.open(local, wanted.tester().mac());
        yield open(port(carrier, tap, timing, local.mac()), null);
      }
    };
  }

  private Dut open(SocketCarrier carrier, Tap tap, Timing timing) throws LinkException {
    return open(port(carrier, tap, timing, madeUp()), carrier);
  }

  private Dut open(PacketPort port, @Nullable SocketCarrier stream) throws LinkException {
    boolean opened = false;
    try {
      Dut dut = new RoceDut(uri, wanted, port, stream);
      opened = true;
      return dut;
    } finally {
      if (!opened) {
        port.close();
      }
    }
  }

  /// @param otherwise the tester's Ethernet address if the URI specifies none
  private PacketPort port(Carrier carrier, Tap tap, Timing timing, Mac otherwise)
      throws LinkException {
    TesterSide tester = wanted.tester();
    InetAddress dut = wanted.dut().address();
    Station station = new Station(tester.mac().orElse(otherwise), tester.address(), tester.vlan());
    try {
      return PacketPort.overEthernet(
          wanted.impairment().on(carrier), tap, station, dut, wanted.dut().mtu(), timing);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LinkException("interrupted while looking for " + dut.getHostAddress(), e);
    }
  }

  /// Generates an Ethernet address; its last four bytes are those of the IP address.
  private Mac madeUp() {
    byte[] address = wanted.tester().address().getAddress();
    long end = 0;
    for (int i = address.length - 4; i < address.length; i++) {
      end = (end << 8) | (address[i] & 0xFF);
    }
    return new Mac(MADE_UP | end);
  }
}
