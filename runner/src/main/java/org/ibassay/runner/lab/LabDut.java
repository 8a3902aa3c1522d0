package org.ibassay.runner.lab;

import java.util.Set;
import java.util.TreeSet;
import org.ibassay.link.dut.DutTarget;
import org.ibassay.link.dut.DutUri;
import org.ibassay.runner.Expectations;
import org.ibassay.runner.Profile;
import org.jspecify.annotations.Nullable;

/// A device of a lab.
///
/// @param name unique in the lab, usable as the name of a directory
/// @param target its URI, parsed by a driver
/// @param given its parameters and claims
/// @param expectations its known non-conformances
/// @param firmware its version, or null
/// @param owner person responsible for it, or null
/// @param shares names of what it shares with other devices, beyond what the URIs show
public record LabDut(
    String name,
    DutTarget target,
    Profile given,
    Expectations expectations,
    @Nullable String firmware,
    @Nullable String owner,
    Set<String> shares) {
  /// Copies the list.
  public LabDut {
    shares = Set.copyOf(shares);
  }

  /// A device of which only the URI is known.
  static LabDut of(String name, DutTarget target) {
    return new LabDut(name, target, Profile.NONE, Expectations.NONE, null, null, Set.of());
  }

  /// The resources that a test of this device uses. Devices with a common resource are tested one
  /// after another. A simulated device uses none, because each run has its own.
  Set<String> uses() {
    Set<String> uses = new TreeSet<>();
    shares.forEach(name -> uses.add("shared " + name));
    DutUri uri = target.uri();
    switch (uri.scheme()) {
      case "umad" -> {
        uses.add("port " + uri.target());
        uri.all("also").forEach(also -> uses.add("port " + also.replaceFirst(":.*", "")));
      }
      case "roce" -> {
        uses.add("device " + uri.target());
        for (String name : new String[] {"from", "via", "agent"}) {
          uri.all(name).forEach(value -> uses.add(name + " " + value));
        }
      }
      case "sim" -> {}
      default -> uses.add("device " + uri.scheme() + ":" + uri.target());
    }
    return uses;
  }
}
