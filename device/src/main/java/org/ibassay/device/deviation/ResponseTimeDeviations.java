package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.ALL;
import static org.ibassay.device.variant.NodeKind.WITH_END_PORTS;
import static org.ibassay.device.variant.SimParameter.RESP_TIME_VALUE;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;

import java.util.List;
import java.util.function.Consumer;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;

/// Deviations in the declared and actual response times of Get(PortInfo).
final class ResponseTimeDeviations {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1000 * MILLI;

  /// The delay that the test specification allows the subnet: twice an estimate of 0.5 s.
  private static final long SUBNET = SECOND;

  private static final long DEFAULT_RESPONSE_TIME = 4300 * MILLI;

  private ResponseTimeDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        DeviationSpec.of(
            "resptime.declares-31",
            "declares RespTimeValue 31",
            ALL,
            seams -> seams.variant.deviate(variant -> variant.with(RESP_TIME_VALUE, 31))),
        DeviationSpec.of(
            "resptime.declares-21",
            "declares RespTimeValue 21",
            ALL,
            seams -> seams.variant.deviate(variant -> variant.with(RESP_TIME_VALUE, 21))),
        DeviationSpec.of(
            "resptime.declares-21-on-port-2",
            "declares RespTimeValue 21 on port 2",
            WITH_END_PORTS,
            Edits.responses(
                t -> Edits.isOf(PORT_INFO, t) && t.port() == 2,
                t -> t.answer(PortInfo.RESP_TIME_VALUE, 21))),
        of("ten-seconds", "takes 10 s to answer", late(_ -> 10 * SECOND)),
        of(
            "half-a-second-late",
            "answers half a second later than RespTimeValue allows, which subnet delays could explain",
            late(t -> timeOf(t, PortInfo.RESP_TIME_VALUE) + 500 * MILLI)),
        of(
            "a-fifth-of-a-second-late",
            "answers 0.2 s later than RespTimeValue allows, which subnet delays could explain",
            late(t -> timeOf(t, PortInfo.RESP_TIME_VALUE) + 200 * MILLI)),
        of(
            "later-than-declared",
            "answers 10 ms later than RespTimeValue and the subnet allow",
            late(t -> timeOf(t, PortInfo.RESP_TIME_VALUE) + SUBNET + 10 * MILLI)),
        of(
            "twice-as-declared",
            "takes twice as long as RespTimeValue and the subnet allow",
            late(t -> 2 * (timeOf(t, PortInfo.RESP_TIME_VALUE) + SUBNET))),
        of(
                "later-than-default",
                "answers 10 ms later than 4.3 s and the subnet allow",
                late(_ -> DEFAULT_RESPONSE_TIME + SUBNET + 10 * MILLI))
            .on(RESP_TIME_VALUE, 20),
        of(
            "later-than-subnet-time-out",
            "answers 10 ms later than 4.3 s and twice SubnetTimeOut allow",
            late(
                t -> DEFAULT_RESPONSE_TIME + 2 * timeOf(t, PortInfo.SUBNET_TIME_OUT) + 10 * MILLI)),
        DeviationSpec.of(
            "resptime.later-than-declared-on-port-2",
            "answers later than RespTimeValue and the subnet allow, on port 2",
            WITH_END_PORTS,
            late(t ->
                t.port() == 2 ? timeOf(t, PortInfo.RESP_TIME_VALUE) + SUBNET + 10 * MILLI : 0)));
  }

  private static DeviationSpec of(String name, String summary, Consumer<Seams> effect) {
    return DeviationSpec.of("resptime." + name, summary, ALL, effect);
  }

  private static Consumer<Seams> late(Edits.ToDelay delay) {
    return Edits.delays(t -> Edits.isGet(t) && Edits.isOf(PORT_INFO, t) ? delay.nanos(t) : 0);
  }

  /// Returns the time that a field of the response represents: 4.096 us * 2 ^ value.
  private static long timeOf(Transaction t, Field exponent) {
    return 4096L << t.answered(exponent);
  }
}
