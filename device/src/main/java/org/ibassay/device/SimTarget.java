package org.ibassay.device;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.device.hostile.Alteration;
import org.ibassay.device.hostile.AlteredCarrier;
import org.ibassay.device.hostile.AlteredMadLink;
import org.ibassay.device.hostile.HostileCarrier;
import org.ibassay.device.hostile.HostileMadLink;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutTarget;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.mad.MadLink;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.packet.Carrier;
import org.ibassay.link.packet.PacketPort;

/// A simulated device, created when it is opened.
///
/// @param wanted the parsed URI
record SimTarget(DutUri uri, SimUri wanted) implements DutTarget {
  /// Gives each port another seed, so that ports behave differently.
  private static final long SEEDS = 0x1_0000;

  @Override
  public Dut open(Tap tap, Timing timing) {
    SimFabric fabric = new SimFabric(wanted);
    List<MadPort> ports = new ArrayList<>();
    for (MadLink link : fabric.links()) {
      MadLink reached = wanted.impairment().on(hostile(altered(link), ports.size()), ports.size());
      ports.add(new MadPort(reached, fabric.toDut(), tap, timing));
    }
    Carrier frames = wanted.impairment().on(hostile(altered(fabric.frames())));
    return new SimDut(
        uri,
        fabric,
        ports,
        fabric
            .adapter()
            .map(adapter -> new PacketPort(frames, adapter.pathFromNeighbor(), tap, timing)));
  }

  private MadLink altered(MadLink link) {
    return wanted.alteration().orElse(null) instanceof Alteration.OfMad alteration
        ? new AlteredMadLink(link, alteration)
        : link;
  }

  private Carrier altered(Carrier frames) {
    return wanted.alteration().orElse(null) instanceof Alteration.OfPacket alteration
        ? new AlteredCarrier(frames, alteration)
        : frames;
  }

  private MadLink hostile(MadLink link, int port) {
    return wanted
        .hostility()
        .<MadLink>map(how ->
            new HostileMadLink(link, how, wanted.rightAnswers(), wanted.seed() + SEEDS * port))
        .orElse(link);
  }

  private Carrier hostile(Carrier frames) {
    return wanted
        .hostility()
        .<Carrier>map(how -> new HostileCarrier(frames, how, wanted.rightAnswers(), wanted.seed()))
        .orElse(frames);
  }
}
