package org.ibassay.device.deviation;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// All deviations.
public final class Departures {
  private static final List<Departure> ALL =
      Stream.of(
              MKeyDepartures.all(),
              MulticastAnswerDepartures.all(),
              MulticastDepartures.all(),
              NodeDepartures.all(),
              PathDepartures.all(),
              PortInfoDepartures.all(),
              RcCompletionDepartures.all(),
              RcHeaderDepartures.all(),
              RcMemoryDepartures.all(),
              RcRequesterDepartures.all(),
              RcResponseDepartures.all(),
              RcSequenceDepartures.all(),
              ReplyDepartures.all(),
              ResponseTimeDepartures.all(),
              SaAnswerDepartures.all(),
              SaDepartures.all(),
              ServiceDepartures.all(),
              SlToVlDepartures.all(),
              SmDepartures.all())
          .flatMap(List::stream)
          .sorted(Comparator.comparing(Departure::name))
          .toList();

  private Departures() {}

  /// Every deviation, by name.
  public static List<Departure> all() {
    return ALL;
  }

  /// The deviation of that name.
  public static Optional<Departure> of(String name) {
    return ALL.stream().filter(departure -> departure.name().equals(name)).findFirst();
  }
}
