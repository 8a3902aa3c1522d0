package org.ibassay.cli;

import java.util.Set;
import org.ibassay.device.Deviation;

/// Deviations of reliable connections.
final class RcDeviationsTest extends DeviationEffects {
  RcDeviationsTest() {
    super(
        "rc-deviations.txt",
        Deviation.all().stream().filter(d -> d.name().startsWith("rc.")).toList(),
        "C09_*",
        "R09_*");
  }

  @Override
  Set<String> allowedSurvivors() {
    return Set.of(
        "rc.ack-before-ack",
        "rc.ack-not-asked",
        "rc.answer-pad-0",
        "rc.answer-pad-1-as-0",
        "rc.checksum-not-checked",
        "rc.credits-always-1",
        "rc.credits-not-encoded",
        "rc.credits-one-too-many",
        "rc.dest-qp-low-bits-checked",
        "rc.destination-not-checked",
        "rc.length-0-as-2-31",
        "rc.length-over-2-31-as-access",
        "rc.msn-8-bits",
        "rc.msn-begins-early",
        "rc.operational-as-invalid",
        "rc.p-key-low-byte-checked",
        "rc.qp-rights-as-access",
        "rc.qp-rights-not-checked",
        "rc.read-before-ack",
        "rc.read-within-message-accepted",
        "rc.region-one-shorter",
        "rc.source-network-checked",
        "rc.source-not-checked",
        "rc.swap-always",
        "rc.swap-compares-32-bits",
        "rc.tver-half-checked",
        "rc.unsupported-opcode-acknowledged",
        "rc.write-rest-not-stored");
  }
}
