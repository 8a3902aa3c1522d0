package org.ibassay.device.deviation;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// All deviations.
public final class DeviationCatalog {
  private static final List<DeviationSpec> ALL =
      Stream.of(
              LedInfoDeviations.all(),
              MKeyDeviations.all(),
              MulticastAnswerDeviations.all(),
              MulticastDeviations.all(),
              NodeDescriptionDeviations.all(),
              NodeDeviations.all(),
              NodeInfoDeviations.all(),
              PathDeviations.all(),
              PortInfoDeviations.all(),
              RcCompletionDeviations.all(),
              RcHeaderDeviations.all(),
              RcMemoryDeviations.all(),
              RcRequesterDeviations.all(),
              RcResponseDeviations.all(),
              RcSequenceDeviations.all(),
              ReplyDeviations.all(),
              ResponseTimeDeviations.all(),
              SaAnswerDeviations.all(),
              SaDeviations.all(),
              ServiceDeviations.all(),
              SlToVlDeviations.all(),
              SmDeviations.all())
          .flatMap(List::stream)
          .sorted(Comparator.comparing(DeviationSpec::name))
          .toList();

  private DeviationCatalog() {}

  /// Every deviation, by name.
  public static List<DeviationSpec> all() {
    return ALL;
  }

  /// The deviation of that name.
  public static Optional<DeviationSpec> of(String name) {
    return ALL.stream().filter(deviation -> deviation.name().equals(name)).findFirst();
  }
}
