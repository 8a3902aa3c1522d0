package org.ibassay.runner.fabric;

import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.function.Predicate;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.mad.Exchange;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.runner.state.Smps;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.management.GeneralInfo;
import org.ibassay.wire.management.ManagementClass;
import org.jspecify.annotations.Nullable;

/// Reads the firmware versions of nodes whose vendor publishes how: General Info, by LID. NodeInfo
/// has only a hardware revision.
final class FirmwareReader {
  /// Vendors with devices that have General Info, as infiniband-diags knows them: Mellanox, and
  /// Bull, which sells such devices. To others, the class may mean anything.
  private static final Set<Long> VENDORS = Set.of(0x0002C9L, 0x00119FL);

  /// HWDeviceID of InfiniScale III, whose General Info has a software version where later devices
  /// have the extended firmware version (vendstat).
  private static final int INFINISCALE_3 = 47396;

  private static final String PURPOSE = "firmware of the nodes";
  private static final Label LABEL = Label.of("ibassay: " + PURPOSE);
  private static final int DATA = ManagementClass.data(GeneralInfo.MGMT_CLASS, 0);
  private static final int CLASS_VERSION = 1;
  private static final int RETRIES = 1;

  /// The time that nodes without a response may take together, in seconds.
  private static final int MOST_SILENCE = 30;

  private static final long SECOND = 1_000_000_000L;

  private final MadPort port;
  private final Timing patience;
  private final Smps smps;
  private long silence;

  private FirmwareReader(MadPort port) {
    this.port = port;
    Timing usual = port.timing();
    patience = new Timing(usual.timeoutNanos(), Math.min(usual.retries(), RETRIES));
    smps = new Smps(port, PURPOSE, patience);
  }

  /// Reads the firmware versions of some nodes of a fabric, and counts those without one.
  ///
  /// @param port the tester's port, on the thread that opened it
  static void read(MadPort port, FoundFabric found, Predicate<FoundNode> which)
      throws LinkException, InterruptedException {
    FirmwareReader reader = new FirmwareReader(port);
    String why = reader.whyNot();
    for (FoundNode node : found.nodes()) {
      if (node.route().isEmpty() || !which.test(node)) {
        continue;
      }
      Answer answer = why == null ? reader.version(node) : Answer.unknown(why);
      if (answer.version == null) {
        found.unknownFirmware(answer.why);
      } else {
        found.add(node.withFirmware(answer.version));
      }
    }
  }

  /// A version, or why it is not known.
  private record Answer(@Nullable String version, String why) {
    static Answer unknown(String why) {
      return new Answer(null, why);
    }
  }

  /// Why no node can be asked; null if they can.
  private @Nullable String whyNot() throws LinkException, InterruptedException {
    Smps.Answer own = smps.get(Route.SELF, Attribute.PORT_INFO, 0, 0);
    return own != null
            && own.isOk()
            && own.get(PortInfo.LID) != 0
            && own.get(PortInfo.PORT_STATE) == PortState.ACTIVE
        ? null
        : "the tester's port has no LID, or its link is not Active";
  }

  private Answer version(FoundNode node) throws LinkException, InterruptedException {
    if (!VENDORS.contains(node.vendor())) {
      return Answer.unknown("no public way to read it from a device of this vendor");
    }
    if (silence > MOST_SILENCE * SECOND) {
      return Answer.unknown(
          "not asked, as other nodes without a response took %d s".formatted(MOST_SILENCE));
    }
    Smps.Answer info = smps.get(new Route.Directed(node.route()), Attribute.PORT_INFO, 0, 0);
    if (info == null || !info.isOk() || info.get(PortInfo.LID) == 0) {
      return Answer.unknown("the node has no LID");
    }
    return version(new Route.Lid((int) info.get(PortInfo.LID)));
  }

  private Answer version(Route to) throws LinkException, InterruptedException {
    long begun = port.clock().nanos();
    Exchange exchange = port.start(request(), to, patience, LABEL);
    try {
      port.await(exchange);
      if (exchange.state() != Exchange.State.ANSWERED) {
        silence += port.clock().nanos() - begun;
        return Answer.unknown("no response to General Info (vendor class 0x0A)");
      }
      MemorySegment response = exchange.response();
      long code = MadStatus.CODE.get(response, 0);
      return code == MadStatus.OK
          ? new Answer(version(response.asSlice(DATA)), "")
          : Answer.unknown(
              "General Info (vendor class 0x0A) rejected with Status.Code %d".formatted(code));
    } finally {
      port.release(exchange);
    }
  }

  private static MemorySegment request() {
    MemorySegment mad = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
    MadHeader.BASE_VERSION.set(mad, 0, 1);
    MadHeader.MGMT_CLASS.set(mad, 0, GeneralInfo.MGMT_CLASS);
    MadHeader.CLASS_VERSION.set(mad, 0, CLASS_VERSION);
    MadHeader.METHOD.set(mad, 0, Method.GET);
    MadHeader.ATTRIBUTE_ID.set(mad, 0, GeneralInfo.ATTRIBUTE.id());
    return mad;
  }

  /// The extended version where there is one, as ibdiagnet has it.
  private static String version(MemorySegment info) {
    String extended =
        version(
            info,
            GeneralInfo.FW_EXTENDED_MAJOR,
            GeneralInfo.FW_EXTENDED_MINOR,
            GeneralInfo.FW_EXTENDED_SUB_MINOR);
    boolean isExtended =
        GeneralInfo.HW_DEVICE_ID.get(info, 0) != INFINISCALE_3 && !extended.equals("0.0.0");
    return isExtended
        ? extended
        : version(info, GeneralInfo.FW_MAJOR, GeneralInfo.FW_MINOR, GeneralInfo.FW_SUB_MINOR);
  }

  private static String version(MemorySegment info, Field major, Field minor, Field subMinor) {
    return "%d.%d.%d".formatted(major.get(info, 0), minor.get(info, 0), subMinor.get(info, 0));
  }
}
