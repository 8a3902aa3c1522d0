package org.ibassay.runner;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ibassay.link.LinkException;
import org.ibassay.runner.state.Smps;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;

/// The claims of what the DUT implements (PICS): bits of PortInfo:CapabilityMask, named as the
/// specification names them. Which tests apply is found out from the DUT all the same. One that
/// contradicts a claim is not the device that is spoken of, so that none of its tests is run.
public final class Claims {
  /// Nothing is claimed.
  public static final Claims NONE = new Claims(Map.of());

  private final Map<String, Boolean> bits;

  private Claims(Map<String, Boolean> bits) {
    this.bits = new TreeMap<>(bits);
  }

  /// @param texts `true` or `false`, by the bits' names
  /// @throws UsageException names the claim and what is allowed
  static Claims of(Map<String, String> texts) throws UsageException {
    Map<String, Boolean> bits = new TreeMap<>();
    for (Map.Entry<String, String> claim : texts.entrySet()) {
      String name = claim.getKey();
      String value = claim.getValue();
      if (bit(name).isEmpty()) {
        String known =
            PortInfo.LAYOUT.partsOf(PortInfo.CAPABILITY_MASK).stream()
                .map(Field::name)
                .collect(Collectors.joining(", "));
        throw new UsageException("claims.%s: is none of %s".formatted(name, known));
      }
      if (!value.equals("true") && !value.equals("false")) {
        throw new UsageException("claims.%s=%s: expected true or false".formatted(name, value));
      }
      bits.put(name, Boolean.valueOf(value));
    }
    return new Claims(bits);
  }

  private static Optional<Field> bit(String name) {
    return PortInfo.LAYOUT
        .field(name)
        .filter(PortInfo.LAYOUT.partsOf(PortInfo.CAPABILITY_MASK)::contains);
  }

  /// Asks a DUT: it is not to be tested when it contradicts a claim.
  OpenDut compared(OpenDut open) throws LinkException, InterruptedException {
    if (bits.isEmpty() || open.info().trouble() != null) {
      return open;
    }
    if (open.dut().madPorts().isEmpty()) {
      return open.troubled(
          Verdict.INCONCLUSIVE,
          "cannot be asked whether the profile's claims are true: it has no port for management"
              + " datagrams");
    }
    Smps smps = new Smps(open.dut().madPorts().getFirst(), "whether the profile's claims are true");
    Smps.Answer portInfo = smps.get(Attribute.PORT_INFO, 0, 0);
    if (portInfo == null || !portInfo.isOk()) {
      return open.troubled(
          Verdict.INCONCLUSIVE, "does not report PortInfo to compare the profile's claims with");
    }
    String contradictions =
        bits.entrySet().stream()
            .filter(claim -> isSet(portInfo, claim.getKey()) != claim.getValue())
            .map(claim ->
                "the profile says claims.%s=%s, the DUT's PortInfo:CapabilityMask has %s %d"
                    .formatted(
                        claim.getKey(), claim.getValue(), claim.getKey(), claim.getValue() ? 0 : 1))
            .collect(Collectors.joining("; "));
    return contradictions.isEmpty() ? open : open.troubled(Verdict.INCONCLUSIVE, contradictions);
  }

  private static boolean isSet(Smps.Answer portInfo, String name) {
    return portInfo.get(bit(name).orElseThrow()) != 0;
  }

  @Override
  public String toString() {
    return bits.toString();
  }
}
