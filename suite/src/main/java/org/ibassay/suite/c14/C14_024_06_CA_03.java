package org.ibassay.suite.c14;

import static org.ibassay.suite.c14.PortInfoFields.MOVING;
import static org.ibassay.suite.c14.PortInfoFields.elsewhere;
import static org.ibassay.suite.c14.PortInfoRole.END;
import static org.ibassay.wire.attribute.PortInfo.CLIENT_REREGISTER;
import static org.ibassay.wire.attribute.PortInfo.INIT_TYPE_REPLY;
import static org.ibassay.wire.attribute.PortInfo.IS_CLIENT_REREGISTRATION_SUPPORTED;
import static org.ibassay.wire.attribute.PortInfo.IS_REINIT_SUPPORTED;
import static org.ibassay.wire.attribute.PortInfo.LID;
import static org.ibassay.wire.attribute.PortInfo.LINK_DOWN_DEFAULT_STATE;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LINK_WIDTH_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.MASTER_SM_LID;
import static org.ibassay.wire.attribute.PortInfo.NEIGHBOR_MTU;
import static org.ibassay.wire.attribute.PortInfo.OPERATIONAL_VLS;
import static org.ibassay.wire.attribute.PortInfo.PORT_PHYSICAL_STATE;
import static org.ibassay.wire.attribute.PortInfo.PORT_STATE;

import java.util.List;
import java.util.Objects;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.ibassay.suite.Bystanders;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.HeldAttribute;
import org.ibassay.suite.IllegalValues;
import org.ibassay.suite.IllegalValues.Control;
import org.ibassay.suite.IllegalValues.Refusal;
import org.ibassay.suite.IllegalValues.Watch;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.jspecify.annotations.Nullable;

/// # PortInfo of a CA or router, part 3: illegal values are rejected
///
/// - Section: 24.1.5.4.3
/// - Coverage: v1c13-024, v1c14-024.1.1, v1c14-027, v1c14-028, v1c14-029, v1c14-030
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 4X, 8X or 12X; Speed=SDR, DDR or QDR
/// - DUT qualifiers: none
/// - Assertions: v1c13-024#07, v1c14-024.1.1#06.01, v1c14-024.1.1#06.02, v1c14-024.1.1#06.04,
///   v1c14-024.1.1#06.05, v1c14-024.1.1#06.06, v1c14-030#01, ia-c14-024-06-ca-03#01,
///   ia-c14-024-06-ca-03#02, ia-c14-024-06-ca-03#03
///
/// A Set of PortInfo with one illegal value in a read-write component is rejected with code 7
/// (invalid field value) and changes nothing, on this port or any other.
///
/// ## Notes
///
/// - All steps are run for AttributeModifier 0 and for the number of the port that receives the
///   SMPs, on every port that a tester port reaches.
/// - Code 7 proves something only if the illegal value is the only reason for it. Every Set
///   therefore carries a PortInfo that was accepted just before (steps A1 to A4, the control), with
///   that one value changed; PortState and PortPhysicalState are at "no change". After every
///   non-conformance the port is restored and the control repeated. Until the control succeeds,
///   checks are inconclusive; so are those of a component that still holds an illegal value.
/// - A Set that must be rejected carries legal values in other components, to detect whether they
///   are stored. The Linux qib and hfi1 drivers store them: that is a reading, not a verdict. The
///   illegal component, other components, other ports and other attributes must not change under
///   any reading.
/// - A channel adapter fresh from power-on has LID and MasterSMLID 0, which are illegal to write
///   back; the control first gives both a valid value.
/// - The DUT's declarations determine which values are reserved and which exceed what is supported.
///   Every reserved value of a component is tested; of the multicast LIDs, the first, the last and
///   two in between, and the permissive LID 0xFFFF, which is not a unicast LID either. Cases that
///   the specification leaves to the DUT are not tested: writing PortState as it is, and Active to
///   Armed.
/// - Steps 56, 63 and 70 do not cite #06.05 and #06.06, unlike the other rejections; neither does
///   the public page.
/// - Values "larger than 8" (step 104) are 9 to 15. As a value greater than VLCap (step 116) the
///   public page has 6, which is a reserved code; this test uses 6 and every legal code greater
///   than VLCap.
/// - For the Gets after a rejected Set, the public page cites no assertion from step 17 on;
///   v1c14-030#01, which it cites at step 10 for the same check, is used for all of them.
/// - The step numbers are those of the public page. Steps that are left out add nothing: they send
///   and receive as steps 4, 5, 8 and 9 do (12, 13, 15, 16 and so on), prepare the next request
///   (7), read what the control has already read (102, 103), end a branch (108), or coincide with
///   the next step (130).
///
/// ## Procedure
///
/// - 1: SendMad(SubnGet(PortInfo)).
/// - 2: PORT_INFO_DATA = ReceiveMad(SubnGetResp(PortInfo)); verify that the status is 0.
///   [v1c14-024.1.1#06.02, v1c14-030#01]
/// - A1: The control: SendMad(SubnSet(PortInfo)) with PORT_INFO_DATA as read, except for values
///   that must not be written back; first with other legal values in MasterSMSL, M_KeyLeasePeriod,
///   SubnetTimeOut and, with more than one data VL, VLHighLimit, then without.
/// - A2: ReceiveMad(SubnGetResp(PortInfo)); the status is 0, or the following checks are
///   inconclusive.
/// - A3: SendMad(SubnGet(PortInfo)).
/// - A4: PORT_INFO_DATA = ReceiveMad(SubnGetResp(PortInfo)).
/// - 3: PORT_INFO_DATA1 = PORT_INFO_DATA with Lid = 0, and other legal values in the components of
///   step A1.
/// - 4: SendMad(SubnSet(PortInfo)) with PORT_INFO_DATA1.
/// - 5: SMP_DATA = ReceiveMad(SubnGetResp(PortInfo)).
/// - 6: Verify AttributeID, AttributeModifier and Status.Code == 7 (invalid field value).
///   [v1c13-024#07, v1c14-024.1.1#06.01, v1c14-024.1.1#06.04, v1c14-024.1.1#06.05,
///   v1c14-024.1.1#06.06, v1c14-030#01]
/// - 8: SendMad(SubnGet(PortInfo)).
/// - 9: SMP_DATA = ReceiveMad(SubnGetResp(PortInfo)).
/// - 10: Verify AttributeID, AttributeModifier, Status.Code == 0 and Lid as in PORT_INFO_DATA.
///   [v1c14-030#01]
/// - A5: After step 10 of every value that was not stored: verify that all other components are as
///   in PORT_INFO_DATA, except volatile ones and those of step A1 that hold the value of the Set; a
///   counter may have increased. [ia-c14-024-06-ca-03#01]
/// - A6: Whether legal values of a rejected Set are discarded or stored is the reading
///   illegal-set-partial.
/// - A7: Verify that PortInfo of the adjacent ports is unchanged. [ia-c14-024-06-ca-03#02]
/// - 11: Steps 3 to 5 with Lid in the multicast range.
/// - 14: Verify as in step 6 that Lid in the multicast range is rejected with Status.Code == 7
///   (invalid field value). [v1c13-024#07, v1c14-024.1.1#06.01, v1c14-024.1.1#06.04,
///   v1c14-024.1.1#06.05, v1c14-024.1.1#06.06, v1c14-030#01]
/// - 17: Verify as in step 10 that Lid holds what PORT_INFO_DATA has. [v1c14-030#01]
/// - 18: Steps 3 to 5 with MasterSMLid = 0.
/// - 21: Verify as in step 6 that MasterSMLid = 0 is rejected with Status.Code == 7 (invalid field
///   value). [v1c13-024#07, v1c14-024.1.1#06.01, v1c14-024.1.1#06.04, v1c14-024.1.1#06.05,
///   v1c14-024.1.1#06.06, v1c14-030#01]
/// - 24: Verify as in step 10 that MasterSMLid holds what PORT_INFO_DATA has. [v1c14-030#01]
/// - 25: Steps 3 to 5 with MasterSMLid in the multicast range.
/// - 28: Verify as in step 6 that MasterSMLid in the multicast range is rejected with Status.Code
///   == 7 (invalid field value). [v1c13-024#07, v1c14-024.1.1#06.01, v1c14-024.1.1#06.04,
///   v1c14-024.1.1#06.05, v1c14-024.1.1#06.06, v1c14-030#01]
/// - 31: Verify as in step 10 that MasterSMLid holds what PORT_INFO_DATA has. [v1c14-030#01]
/// - 32: Steps 3 to 5 with a reserved LinkWidthEnabled.
/// - 35: Verify as in step 6 that a reserved LinkWidthEnabled is rejected with Status.Code == 7
///   (invalid field value). [v1c13-024#07, v1c14-024.1.1#06.01, v1c14-024.1.1#06.04,
///   v1c14-024.1.1#06.05, v1c14-024.1.1#06.06, v1c14-030#01]
/// - 38: Verify as in step 10 that LinkWidthEnabled holds what PORT_INFO_DATA has. [v1c14-030#01]
/// - 39: Steps 3 to 5 with LinkWidthEnabled greater than LinkWidthSupported.
/// - 42: Verify as in step 6 that LinkWidthEnabled greater than LinkWidthSupported is rejected with
///   Status.Code == 7 (invalid field value). [v1c13-024#07, v1c14-024.1.1#06.01,
///   v1c14-024.1.1#06.04, v1c14-024.1.1#06.05, v1c14-024.1.1#06.06, v1c14-030#01]
/// - 45: Verify as in step 10 that LinkWidthEnabled holds what PORT_INFO_DATA has. [v1c14-030#01]
/// - 46: Steps 3 to 5 with PortState at every transition that is not legal from the present state.
/// - 49: Verify as in step 6 that PortState at every transition that is not legal from the present
///   state is rejected with code 7 (invalid field). [v1c13-024#07, v1c14-024.1.1#06.01,
///   v1c14-024.1.1#06.04, v1c14-024.1.1#06.05, v1c14-024.1.1#06.06, v1c14-030#01]
/// - 52: Verify as in step 10 that PortState holds what PORT_INFO_DATA has. [v1c14-030#01]
/// - 53: Steps 3 to 5 with a reserved PortPhysicalState.
/// - 56: Verify as in step 6 that a reserved PortPhysicalState is rejected with Status.Code == 7
///   (invalid field value). [v1c13-024#07, v1c14-024.1.1#06.01, v1c14-024.1.1#06.04, v1c14-030#01]
/// - 59: Verify as in step 10 that PortPhysicalState holds what PORT_INFO_DATA has. [v1c14-030#01]
/// - 60: Steps 3 to 5 with PortPhysicalState greater than 3 and not reserved.
/// - 63: Verify as in step 6 that PortPhysicalState greater than 3 and not reserved is rejected
///   with Status.Code == 7 (invalid field value). [v1c13-024#07, v1c14-024.1.1#06.01,
///   v1c14-024.1.1#06.04, v1c14-030#01]
/// - 66: Verify as in step 10 that PortPhysicalState holds what PORT_INFO_DATA has. [v1c14-030#01]
/// - 67: Steps 3 to 5 with a reserved LinkDownDefaultState.
/// - 70: Verify as in step 6 that a reserved LinkDownDefaultState is rejected with Status.Code == 7
///   (invalid field value). [v1c13-024#07, v1c14-024.1.1#06.01, v1c14-024.1.1#06.04, v1c14-030#01]
/// - 73: Verify as in step 10 that LinkDownDefaultState holds what PORT_INFO_DATA has.
///   [v1c14-030#01]
/// - 74: Steps 3 to 5 with a reserved LinkSpeedEnabled.
/// - 77: Verify as in step 6 that a reserved LinkSpeedEnabled is rejected with Status.Code == 7
///   (invalid field value). [v1c13-024#07, v1c14-024.1.1#06.01, v1c14-024.1.1#06.04,
///   v1c14-024.1.1#06.05, v1c14-024.1.1#06.06, v1c14-030#01]
/// - 80: Verify as in step 10 that LinkSpeedEnabled holds what PORT_INFO_DATA has. [v1c14-030#01]
/// - 81: Steps 3 to 5 with LinkSpeedEnabled greater than LinkSpeedSupported.
/// - 84: Verify as in step 6 that LinkSpeedEnabled greater than LinkSpeedSupported is rejected with
///   Status.Code == 7 (invalid field value). [v1c13-024#07, v1c14-024.1.1#06.01,
///   v1c14-024.1.1#06.04, v1c14-024.1.1#06.05, v1c14-024.1.1#06.06, v1c14-030#01]
/// - 87: Verify as in step 10 that LinkSpeedEnabled holds what PORT_INFO_DATA has. [v1c14-030#01]
/// - 88: Steps 3 to 5 with a reserved NeighborMTU.
/// - 91: Verify as in step 6 that a reserved NeighborMTU is rejected with Status.Code == 7 (invalid
///   field value). [v1c13-024#07, v1c14-024.1.1#06.01, v1c14-024.1.1#06.04, v1c14-024.1.1#06.05,
///   v1c14-024.1.1#06.06, v1c14-030#01]
/// - 94: Verify as in step 10 that NeighborMTU holds what PORT_INFO_DATA has. [v1c14-030#01]
/// - 95: Steps 3 to 5 with NeighborMTU greater than MTUCap.
/// - 98: Verify as in step 6 that NeighborMTU greater than MTUCap is rejected with Status.Code == 7
///   (invalid field value). [v1c13-024#07, v1c14-024.1.1#06.01, v1c14-024.1.1#06.04,
///   v1c14-024.1.1#06.05, v1c14-024.1.1#06.06, v1c14-030#01]
/// - 101: Verify as in step 10 that NeighborMTU holds what PORT_INFO_DATA has. [v1c14-030#01]
/// - 104: If CapabilityMask.IsReinitSupported == 1, steps 3 to 6 with InitTypeReply larger than 8:
///   Status.Code == 7 (invalid field value). [v1c13-024#07]
/// - 107: Verify as in step 10 that InitTypeReply holds what PORT_INFO_DATA has. [v1c14-030#01]
/// - 109: Steps 3 to 5 with a reserved OperationalVLs.
/// - 112: Verify as in step 6 that a reserved OperationalVLs is rejected with Status.Code == 7
///   (invalid field value). [v1c13-024#07, v1c14-024.1.1#06.01, v1c14-024.1.1#06.04,
///   v1c14-024.1.1#06.05, v1c14-024.1.1#06.06, v1c14-030#01]
/// - 115: Verify as in step 10 that OperationalVLs holds what PORT_INFO_DATA has. [v1c14-030#01]
/// - 116: Steps 3 to 5 with OperationalVLs greater than VLCap.
/// - 119: Verify as in step 6 that OperationalVLs greater than VLCap is rejected with Status.Code
///   == 7 (invalid field value). [v1c13-024#07, v1c14-024.1.1#06.01, v1c14-024.1.1#06.04,
///   v1c14-024.1.1#06.05, v1c14-024.1.1#06.06, v1c14-030#01]
/// - 122: Verify as in step 10 that OperationalVLs holds what PORT_INFO_DATA has. [v1c14-030#01]
/// - 123: If CapabilityMask.IsClientReregistrationSupported == 0,
/// - 124: steps 3 to 5 with ClientReregister other than 0.
/// - 127: Verify as in step 6 that ClientReregister other than 0 is rejected with Status.Code == 7
///   (invalid field value). [v1c13-024#07, v1c14-024.1.1#06.01, v1c14-024.1.1#06.04,
///   v1c14-024.1.1#06.05, v1c14-024.1.1#06.06, v1c14-030#01]
/// - 131: Verify as in step 10 that ClientReregister holds what PORT_INFO_DATA has. [v1c14-030#01]
/// - A8: After all values: verify that GUIDInfo, P_KeyTable, SLtoVLMappingTable and
///   VLArbitrationTable of the port, if readable, and PortInfo of all other ports are unchanged.
///   [ia-c14-024-06-ca-03#03]
/// - 132: End.
@Td(
    dut = {DutKind.CA, DutKind.ROUTER},
    effect = Effect.CHANGES,
    changes = Change.PORT_INFO)
public final class C14_024_06_CA_03 extends C14_024_06_CA {
  private static final List<Long> MULTICAST_LIDS =
      List.of(0xC000L, 0xC001L, 0xE000L, 0xFFFEL, 0xFFFFL);

  private @Nullable HeldAttribute portInfo;
  private @Nullable IllegalValues values;

  @Override
  public boolean execute() throws TestException {
    repeatForModifiers(this::procedure);
    return log().allPassed();
  }

  private void procedure(int modifier, int port) throws TestException {
    HeldAttribute data = portInfo(modifier);
    portInfo = data;
    step("1");
    sendMad(data.get());
    step("2");
    needs(verifyStatusOk(data.keep(receiveMad())), "PortInfo was not read");
    step("A7");
    Bystanders neighbors = neighbors(port, data.held());
    step("A8");
    Bystanders surroundings = surroundings(port, data.held());
    values =
        new IllegalValues(
            data,
            new Control("A1", "A2", "A3", "A4"),
            new Watch(elsewhere(END, data.held()), MOVING, neighbors, "A5", "A6", "A7"));
    values.control();

    spoil("3", "6", "10", LID, LongStream.of(0), "");
    spoil("11", "14", "17", LID, multicastLids(), "");
    spoil("18", "21", "24", MASTER_SM_LID, LongStream.of(0), "");
    spoil("25", "28", "31", MASTER_SM_LID, multicastLids(), "");
    spoilReserved("32", "35", "38", LINK_WIDTH_ENABLED);
    spoilUnsupported("39", "42", "45", LINK_WIDTH_ENABLED);
    spoil("46", "49", "52", PORT_STATE, illegal(PORT_STATE), "every transition is legal");
    spoilReserved("53", "56", "59", PORT_PHYSICAL_STATE);
    spoilUnsupported("60", "63", "66", PORT_PHYSICAL_STATE);
    spoilReserved("67", "70", "73", LINK_DOWN_DEFAULT_STATE);
    spoilReserved("74", "77", "80", LINK_SPEED_ENABLED);
    spoilUnsupported("81", "84", "87", LINK_SPEED_ENABLED);
    spoilReserved("88", "91", "94", NEIGHBOR_MTU);
    spoilUnsupported("95", "98", "101", NEIGHBOR_MTU);
    spoilIf(IS_REINIT_SUPPORTED, 1, "104", "104", "107", INIT_TYPE_REPLY, LongStream.range(9, 16));
    spoilReserved("109", "112", "115", OPERATIONAL_VLS);
    spoil("116", "119", "122", OPERATIONAL_VLS, sixOr(unsupported(OPERATIONAL_VLS)), "");
    spoilIf(
        IS_CLIENT_REREGISTRATION_SUPPORTED,
        0,
        "124",
        "127",
        "131",
        CLIENT_REREGISTER,
        LongStream.of(1));
    surroundings.verifyUntouched("A8");
  }

  // --- the values

  private static LongStream multicastLids() {
    return MULTICAST_LIDS.stream().mapToLong(Long::longValue);
  }

  private LongStream illegal(Field field) {
    return values(field, value -> !field.legal().allows(value, held().data()));
  }

  private LongStream unsupported(Field field) {
    return values(field, value -> field.legal().isUnsupported(value, held().data()));
  }

  private static LongStream values(Field field, LongPredicate which) {
    return LongStream.rangeClosed(0, field.max()).filter(which);
  }

  private static LongStream sixOr(LongStream unsupported) {
    return LongStream.concat(unsupported, LongStream.of(6));
  }

  private void spoilReserved(String spoilt, String refused, String kept, Field field)
      throws TestException {
    LongStream reserved = values(field, value -> field.legal().isReserved(value, held().data()));
    spoil(spoilt, refused, kept, field, reserved, "the DUT gives every value a meaning");
  }

  private void spoilUnsupported(String spoilt, String refused, String kept, Field field)
      throws TestException {
    spoil(spoilt, refused, kept, field, unsupported(field), "the DUT supports every legal value");
  }

  private void spoilIf(
      Field capability,
      long declared,
      String spoilt,
      String refused,
      String kept,
      Field field,
      LongStream illegal)
      throws TestException {
    boolean applies = held().data(capability) == declared;
    spoil(
        spoilt,
        refused,
        kept,
        field,
        applies ? illegal : LongStream.empty(),
        "the DUT declares %s = %d".formatted(capability.name(), held().data(capability)));
  }

  /// Steps 3 to 10, for one component and each of its values.
  ///
  /// @param spoilt step that sends the Set with the illegal value
  /// @param refused step that verifies the rejection
  /// @param kept step that verifies that nothing has changed
  /// @param whyNone why there may be no such value
  private void spoil(
      String spoilt, String refused, String kept, Field field, LongStream illegal, String whyNone)
      throws TestException {
    Objects.requireNonNull(values)
        .verifyRefused(new Refusal(spoilt, refused, kept), field, illegal, whyNone);
  }

  /// Returns the PortInfo read last.
  private MadPacketSpec held() {
    return Objects.requireNonNull(portInfo).held();
  }
}
