package org.ibassay.runner;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ibassay.link.LinkException;
import org.ibassay.suite.DutKind;
import org.jspecify.annotations.Nullable;

/// The claims about the DUT (PICS): names and values that can be compared with the DUT. They do not
/// select tests; that depends on what the DUT itself declares. A DUT that contradicts a claim is
/// taken for another device, and none of its tests is run.
public final class Claims {
  /// No claims.
  public static final Claims NONE = new Claims("profile", Identity.UNKNOWN, Map.of());

  private final String origin;
  private final Identity identity;
  private final Map<Claim, Long> values;

  /// The device that the claims concern.
  ///
  /// @param kind null if unspecified
  /// @param nodeGuid 0 if unspecified
  public record Identity(@Nullable DutKind kind, long nodeGuid) {
    /// An unspecified device.
    public static final Identity UNKNOWN = new Identity(null, 0);
  }

  private Claims(String origin, Identity identity, Map<Claim, Long> values) {
    this.origin = origin;
    this.identity = identity;
    this.values = new LinkedHashMap<>(values);
  }

  /// @param texts `true`, `false` or a number, by the name of the claim
  /// @throws UsageException names the claim and the values allowed
  public static Claims of(Map<String, String> texts) throws UsageException {
    Map<Claim, Long> values = new LinkedHashMap<>();
    for (Map.Entry<String, String> given : new TreeMap<>(texts).entrySet()) {
      Claim claim = Claim.named(given.getKey()).orElse(null);
      if (claim == null) {
        String known = Claim.values().stream().map(Claim::name).collect(Collectors.joining(", "));
        throw new UsageException("claims.%s: is none of %s".formatted(given.getKey(), known));
      }
      values.put(claim, claim.parse(given.getValue()));
    }
    return new Claims("profile", Identity.UNKNOWN, values);
  }

  /// Returns these claims combined with others, which take precedence.
  Claims with(Claims others) {
    Map<Claim, Long> all = new LinkedHashMap<>(values);
    all.putAll(others.values);
    return new Claims(origin, identity, all);
  }

  /// Returns these claims as those of an implementation conformance statement about one device.
  public Claims ofIcs(Identity device) {
    return new Claims("ICS", device, values);
  }

  /// The claims by value.
  public Map<Claim, Long> values() {
    return new LinkedHashMap<>(values);
  }

  /// The claims as text, in the form that [#of] accepts.
  public Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    values.forEach((claim, value) -> texts.put(claim.name(), claim.text(value)));
    return texts;
  }

  /// Compares the claims with a DUT, which is not tested if it contradicts one.
  OpenDut compared(OpenDut open) throws LinkException, InterruptedException {
    if (open.info().trouble() != null) {
      return open;
    }
    List<String> contradictions = new ArrayList<>(contradictions(open.info()));
    if (!contradictions.isEmpty()) { // of another device: what else is claimed does not matter
      return open.troubled(Verdict.INCONCLUSIVE, String.join("; ", contradictions));
    }
    ClaimAnswers answers = new ClaimAnswers(open.dut());
    for (Map.Entry<Claim, Long> claimed : values.entrySet()) {
      Claim claim = claimed.getKey();
      OptionalLong value = answers.value(claim);
      if (value.isEmpty()) {
        return open.troubled(Verdict.INCONCLUSIVE, unanswered(open, claim));
      }
      if (value.getAsLong() != claimed.getValue()) {
        contradictions.add(
            "the %s states claims.%s=%s, the DUT's %s has %s %d"
                .formatted(
                    origin,
                    claim.name(),
                    claim.text(claimed.getValue()),
                    claim.source().text(),
                    claim.name(),
                    value.getAsLong()));
      }
    }
    return contradictions.isEmpty()
        ? open
        : open.troubled(Verdict.INCONCLUSIVE, String.join("; ", contradictions));
  }

  private String unanswered(OpenDut open, Claim claim) {
    if (claim.source() == Claim.Source.AGENT) {
      return "cannot be asked whether the %s's claims are true: no agent reports %s"
          .formatted(origin, claim.name());
    }
    return open.dut().madPorts().isEmpty()
        ? "cannot be asked whether the %s's claims are true: it has no port for management datagrams"
            .formatted(origin)
        : "does not report %s to compare the %s's claims with"
            .formatted(claim.source().text().replaceFirst(":.*", ""), origin);
  }

  private List<String> contradictions(DutInfo dut) {
    List<String> contradictions = new ArrayList<>();
    DutKind kind = identity.kind;
    if (kind != null && dut.kind() != null && kind != dut.kind()) {
      contradictions.add(
          "the %s is of a %s, the DUT is a %s".formatted(origin, text(kind), text(dut.kind())));
    }
    if (identity.nodeGuid != 0 && dut.nodeGuid() != 0 && identity.nodeGuid != dut.nodeGuid()) {
      contradictions.add(
          "the %s is of the device with NodeGUID 0x%016x, the DUT's NodeInfo has 0x%016x"
              .formatted(origin, identity.nodeGuid, dut.nodeGuid()));
    }
    return contradictions;
  }

  private static String text(@Nullable DutKind kind) {
    return kind == null ? "device" : kind.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return texts().toString();
  }
}
