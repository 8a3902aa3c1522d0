package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.NODE_DESCRIPTION;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.NOTICE;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.Attribute.SM_INFO;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.ibassay.suite.Bystanders;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.HeldAttribute;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;

/// # Values set by a subnet manager persist
///
/// - Section: 14.2.5
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r14-kept-values#01, ia-r14-kept-values#02, ia-r14-kept-values#03,
///   ia-r14-kept-values#04, ia-r14-kept-values#05, ia-r14-kept-values#06, ia-r14-kept-values#07
///
/// Every settable attribute keeps the value that was set: while others are set, however often it is
/// read, as time passes, when the same value is set again, and after requests that the DUT rejects.
///
/// ## Notes
///
/// - This test is the suite's own. The test covers PortInfo, GUIDInfo, P_KeyTable,
///   SLtoVLMappingTable, VLArbitrationTable and LedInfo of each port that a tester port reaches, as
///   far as the port has them and declares capacity; on a switch, SwitchInfo, entries of its
///   forwarding tables, and these attributes of port 0, of the external port that receives the SMPs
///   and of one other port. Two blocks of each table are tested and all parts of
///   VLArbitrationTable, if there are that many.
/// - Only some components are set to another value: not those of PortInfo whose change may stop the
///   link, nor a P_Key that is in use.
/// - Volatile components are not compared: violation counters may increase; measured values, the
///   physical state of ports without a partner and PortStateChange may have any value.
/// - The wait is a minute in simulation, 5 s on a real link.
/// - The responses to the requests of step 10 are covered by other tests.
///
/// ## Procedure
///
/// - 1: SubnGet of each attribute.
/// - 2: The response has Status.Code == 0; otherwise the attribute is left out.
/// - 3: SubnSet each attribute, one after another, with legal values different from its present
///   ones.
/// - 4: Verify AttributeID, AttributeModifier, Status.Code == 0, the values as in the request, and
///   all other components as read; an attribute whose Set is rejected is left out from here on.
///   [ia-r14-kept-values#01]
/// - 5: When all have been set, SubnGet each; verify Status.Code == 0 and the values as in step 3.
///   [ia-r14-kept-values#02]
/// - 6: SubnGet each 32 times, in rotation; verify that no value changes. [ia-r14-kept-values#03]
/// - 7: Wait; SubnGet each; verify that it is unchanged. [ia-r14-kept-values#04]
/// - 8: SubnSet each once more as in step 3, the last one first; verify Status.Code == 0.
///   [ia-r14-kept-values#05]
/// - 9: When all have been set again, SubnGet each; verify that its values are those of step 3.
///   [ia-r14-kept-values#05]
/// - 10: SubnGet of NodeDescription, SMInfo and Notice, one after another; SubnGet and SubnSet of
///   attribute 0x7FFF, SubnSet(NodeInfo), SubnGet and SubnSet(PortInfo) of a port that does not
///   exist, SubnSet(PortInfo) as in step 3 except for an illegal value: NeighborMTU = 15 if the
///   port has NeighborMTU, otherwise MasterSMLID = 0xFFFF.
/// - 11: After each of these, SubnGet each attribute; verify that it is unchanged.
///   [ia-r14-kept-values#06]
/// - 12: After each of these but the first three once more, SubnSet(PortInfo) as in step 3; verify
///   Status.Code == 0. Send the last one again, then SubnGet(PortInfo); verify that it gets a
///   response without a retry, within the time of RespTimeValue and 100 ms; where packets can be
///   lost, in one of 8 trials. [ia-r14-kept-values#06]
/// - 13: SubnSet each as read in step 1, except for values that must not be written back; SubnGet
///   it; verify of both Status.Code == 0 and the values. Before the first Set of each attribute,
///   send nothing for 300 ms. [ia-r14-kept-values#07]
@Td(
    dut = {DutKind.CA, DutKind.ROUTER, DutKind.SWITCH},
    effect = Effect.CHANGES,
    changes = {
      Change.PORT_INFO_OF_ALL_PORTS,
      Change.SWITCH_INFO,
      Change.GUID_INFO,
      Change.P_KEY_TABLE,
      Change.SL_TO_VL_MAPPING_TABLE,
      Change.VL_ARBITRATION_TABLE,
      Change.LINEAR_FORWARDING_TABLE,
      Change.RANDOM_FORWARDING_TABLE,
      Change.MULTICAST_FORWARDING_TABLE,
      Change.LED_INFO
    })
public final class R14_KeptValues extends SettableTest {
  private static final int READS = 32;
  private static final int TRIALS = 8;
  private static final Duration PAUSE = Duration.ofMillis(300);
  private static final int NO_ATTRIBUTE = 0x7FFF;
  private static final int NO_PORT = 254;
  private static final List<Attribute> READ_BESIDE = List.of(NODE_DESCRIPTION, SM_INFO, NOTICE);

  private final Map<Integer, Bystanders> kept = new LinkedHashMap<>();

  @Override
  public boolean execute() throws TestException {
    findAll();
    repeatForReached(this::setAll);
    repeatForReached(this::readAll);
    for (int i = 0; i < READS; i++) {
      repeatForReached(port -> kept(port).verifyUntouched("6"));
    }
    step("7");
    waitFor(port().isSimulated() ? Duration.ofMinutes(1) : Duration.ofSeconds(5));
    repeatForReached(port -> kept(port).verifyUntouched("7"));
    repeatForReached(this::setAgain);
    repeatForReached(port -> kept(port).verifyUntouched("9"));
    repeatForReached(port -> part(() -> disturb(port)));
    repeatForReached(this::putBack);
    return log().allPassed();
  }

  @Override
  void addMore(SettableAttributes settable, MadPacketSpec portInfo) throws TestException {
    settable.addFurtherBlocks(nodeInfo(), portInfo);
    settable.addFurtherArbitration();
  }

  private Bystanders kept(int port) {
    return Objects.requireNonNull(kept.get(port), "they are read first");
  }

  /// Leaves out attributes whose Set the DUT rejects.
  private void setAll(int port) throws TestException {
    List<OtherValues> taken = new ArrayList<>();
    for (OtherValues other : values(port)) {
      at(
          other,
          () -> {
            MadPacketSpec set = other.set();
            MadPacketSpec answer = set("3", "4", set);
            if (answer.status() == MadStatus.OK) {
              verifySet(other, answer, set);
              taken.add(other);
            }
          });
    }
    keep(port, taken);
  }

  /// @return the response
  private MadPacketSpec set(String sent, String answered, MadPacketSpec set) throws TestException {
    step(sent);
    sendMad(set);
    step(answered);
    MadPacketSpec answer = receiveMad();
    verifyEcho(answer, set);
    verifyStatusOk(answer);
    return answer;
  }

  private void readAll(int port) throws TestException {
    Bystanders all = new Bystanders(mads(), OtherValues.MOVING);
    for (OtherValues other : values(port)) {
      HeldAttribute attribute = other.attribute();
      at(
          other,
          () ->
              all.watch(
                  attribute.attribute(),
                  attribute.modifier(),
                  verifyRead(other, "5", other.set())));
    }
    kept.put(port, all);
  }

  /// @return the response
  private MadPacketSpec verifyRead(OtherValues other, String step, MadPacketSpec asked)
      throws TestException {
    step(step);
    sendMad(other.attribute().get());
    MadPacketSpec read = receiveMad();
    if (verifyStatusOk(read)) {
      other.verify(mads().checks(), read, asked);
    }
    return read;
  }

  private void setAgain(int port) throws TestException {
    for (OtherValues other : new ArrayList<>(values(port)).reversed()) {
      at(other, () -> set("8", "8", other.set()));
    }
  }

  private void disturb(int port) throws TestException {
    MadPacketSpec inverted = subnSet(NODE_INFO).dataOf(nodeInfo());
    inverted.setData(NodeInfo.PARTITION_CAP, 0xFFFF).setData(NodeInfo.NUM_PORTS, 1);
    int missing = Math.max(NO_PORT, (int) nodeInfo().data(NodeInfo.NUM_PORTS) + 1);
    Optional<OtherValues> first =
        values(port).stream()
            .filter(other -> other.attribute().attribute().equals(PORT_INFO))
            .findFirst();
    step("10");
    needs(first.isPresent(), "a Set of PortInfo was rejected");
    OtherValues portInfo = first.orElseThrow();
    MadPacketSpec elsewhere = portInfo.attribute().restore().attributeModifier(missing);
    for (Attribute read : READ_BESIDE) {
      step("10");
      sendMad(subnGet(read));
      mads().receiveIfAny();
    }
    kept(port).verifyUntouched("11");
    for (MadPacketSpec request :
        List.of(
            subnGet(PORT_INFO).setHeader(MadHeader.ATTRIBUTE_ID, NO_ATTRIBUTE),
            subnSet(PORT_INFO).setHeader(MadHeader.ATTRIBUTE_ID, NO_ATTRIBUTE),
            inverted,
            subnGet(PORT_INFO).attributeModifier(missing),
            elsewhere,
            illegal(portInfo))) {
      step("10");
      sendMad(request);
      mads().receiveIfAny();
      kept(port).verifyUntouched("11");
      step("10");
      sendMad(request);
      mads().receiveIfAny();
      at(portInfo, () -> set("12", "12", portInfo.set()));
    }
    verifyNextAnswered(portInfo);
  }

  /// Where packets can be lost, one trial in which the Get is answered is sufficient.
  private void verifyNextAnswered(OtherValues portInfo) throws TestException {
    MadPacketSpec get = portInfo.attribute().get();
    MadPacketSpec read = null;
    for (int i = 0; read == null && i < (port().isLossless() ? 1 : TRIALS); i++) {
      step("12");
      sendMad(illegal(portInfo));
      mads().receiveIfAny();
      mads().sendOnce(get, mads().toDut(), ResponseTime.of(portInfo.attribute().held()));
      read = mads().receiveIfAny();
    }
    boolean isAnswered = read != null;
    if (!isAnswered) {
      sendMad(get);
      receiveMad();
    }
    verify(
        get,
        isAnswered,
        () -> "a response to the first SubnGet(PortInfo) after a rejected Set",
        () -> "none, but one when it was repeated");
  }

  private static MadPacketSpec illegal(OtherValues portInfo) {
    return PortInfoWrites.makeIllegal(portInfo.set(), portInfo.attribute().held());
  }

  private void putBack(int port) throws TestException {
    Set<Attribute> rested = new HashSet<>();
    for (OtherValues other : values(port)) {
      MadPacketSpec restore = other.attribute().restore();
      if (rested.add(other.attribute().attribute())) {
        step("13");
        waitFor(PAUSE);
      }
      at(
          other,
          () -> {
            set("13", "13", restore);
            verifyRead(other, "13", restore);
          });
    }
  }
}
