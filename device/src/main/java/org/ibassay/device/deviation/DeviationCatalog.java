package org.ibassay.device.deviation;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// All deviations.
public final class DeviationCatalog {
  private static final List<DeviationSpec> ALL =
      Stream.of(
              CapabilityMatchDeviations.all(),
              CmConfusionDeviations.all(),
              CmDeviations.all(),
              CmFieldDeviations.all(),
              CmStateDeviations.all(),
              DeathDeviations.all(),
              DiscoveringDeviations.all(),
              GroupDeviations.all(),
              GroupMatchDeviations.all(),
              GroupMemberDeviations.all(),
              GroupSelectionDeviations.all(),
              GuidInfoDeviations.all(),
              InformDeviations.all(),
              InformSelectionDeviations.all(),
              InterplayDeviations.all(),
              KeyScopeDeviations.all(),
              KeptValueDeviations.all(),
              LeaseDeviations.all(),
              LeaseEndDeviations.all(),
              LidHeaderDeviations.all(),
              LinearTableDeviations.all(),
              LedInfoDeviations.all(),
              MKeyDeviations.all(),
              MovingFieldDeviations.all(),
              MulticastAnswerDeviations.all(),
              MulticastDeviations.all(),
              MultiPathDeviations.all(),
              NodeDescriptionDeviations.all(),
              NodeDeviations.all(),
              NodeInfoDeviations.all(),
              NoticeDeviations.all(),
              OneWayEdgeDeviations.all(),
              PKeyDeviations.all(),
              PacketDeathDeviations.all(),
              PathDeviations.all(),
              PathSelectionDeviations.all(),
              PmaDeviations.all(),
              PmaCountDeviations.all(),
              PmaCounterDeviations.all(),
              PmaExtendedDeviations.all(),
              PmaStateDeviations.all(),
              Port0Deviations.all(),
              PortFieldDeviations.all(),
              PortInfoDeviations.all(),
              PortNumberDeviations.all(),
              PortSpecialDeviations.all(),
              RcAnswerDeviations.all(),
              RcAtomicWriteDeviations.all(),
              RcBitDeviations.all(),
              RcCompletionDeviations.all(),
              RcConfusionDeviations.all(),
              RcHazardDeviations.all(),
              RcQpDeviations.all(),
              RcDataDeviations.all(),
              RcHeaderDeviations.all(),
              RcIcrcDeviations.all(),
              RcKnownDeviations.all(),
              RcListDeviations.all(),
              RcMemoryDeviations.all(),
              RcPacketDeviations.all(),
              RcRequesterDeviations.all(),
              RcResponseDeviations.all(),
              RcSequenceDeviations.all(),
              RcSurplusDeviations.all(),
              RandomTableDeviations.all(),
              RandomRecordDeviations.all(),
              RecordDeviations.all(),
              RecordSelectionDeviations.all(),
              SpareComponentDeviations.all(),
              SubnetDeviations.all(),
              SubnetSelectionDeviations.all(),
              ManagerDeviations.all(),
              CommandDeviations.all(),
              ManagerTrapDeviations.all(),
              MethodDeviations.all(),
              ForwardingDeviations.all(),
              ExtendedDeviations.all(),
              ExtendedWindowDeviations.all(),
              ReplyDeviations.all(),
              ReportDeviations.all(),
              RepeatedRequestDeviations.all(),
              RepeatedFieldDeviations.all(),
              RequestDeviations.all(),
              ResponseTimeDeviations.all(),
              RoceDeviations.all(),
              SaAnswerDeviations.all(),
              SaDeviations.all(),
              RmppWindowDeviations.all(),
              RmppSegmentDeviations.all(),
              RmppResendDeviations.all(),
              RmppGivingUpDeviations.all(),
              RmppAbortDeviations.all(),
              SequenceDeviations.all(),
              ServiceDeviations.all(),
              ServicePairDeviations.all(),
              SlToVlDeviations.all(),
              SlToVlTableDeviations.all(),
              SmDeviations.all(),
              SmInfoDeviations.all(),
              SmpHeaderDeviations.all(),
              SweepDeviations.all(),
              ResweepDeviations.all(),
              SwitchInfoDeviations.all(),
              SwitchPortDeviations.all(),
              SwitchPortIllegalDeviations.all(),
              SwitchPortSpecialDeviations.all(),
              TrapDeviations.all(),
              UcDeliveryDeviations.all(),
              UcReceiveDeviations.all(),
              UcSendDeviations.all(),
              UcTurnDeviations.all(),
              UdDeliveryDeviations.all(),
              UdReceiveDeviations.all(),
              UdSendDeviations.all(),
              UdTurnDeviations.all(),
              VlArbitrationDeviations.all(),
              WayDeviations.all())
          .flatMap(List::stream)
          .sorted(Comparator.comparing(DeviationSpec::name))
          .toList();

  private DeviationCatalog() {}

  /// Returns all deviations, by name.
  public static List<DeviationSpec> all() {
    return ALL;
  }

  /// Returns the deviation with a name.
  public static Optional<DeviationSpec> of(String name) {
    return ALL.stream().filter(deviation -> deviation.name().equals(name)).findFirst();
  }
}
