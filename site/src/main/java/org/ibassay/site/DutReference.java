package org.ibassay.site;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ibassay.device.SimDriver;
import org.ibassay.device.hostile.Hostility;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.device.variant.Variant;
import org.ibassay.link.dut.UriParameter;
import org.ibassay.link.impaired.Impairment;
import org.ibassay.link.roce.RoceDriver;
import org.ibassay.link.umad.UmadDriver;

/// The parameters of DUT URIs, from the tables from which the drivers parse them.
///
/// @param simulated parameters of conforming simulated devices
/// @param faults parameters that cause deviations
/// @param hostile values of `hostile=`
/// @param umad parameters of `umad:`
/// @param roce parameters of `roce:`
/// @param link parameters of every URI
public record DutReference(
    List<Simulated> simulated,
    List<UriParameter<?>> faults,
    List<Hostility> hostile,
    List<UriParameter<?>> umad,
    List<UriParameter<?>> roce,
    List<UriParameter<?>> link) {

  /// A parameter of simulated devices.
  ///
  /// @param fallback default; by kind of device, if it differs
  public record Simulated(
      String name, String values, List<String> kinds, List<String> fallback, String meaning) {}

  static DutReference of() {
    return new DutReference(
        Stream.of(SimParameter.values()).map(DutReference::simulated).toList(),
        new SimDriver().parameters(),
        List.of(Hostility.values()),
        new UmadDriver().parameters(),
        new RoceDriver().parameters(),
        Impairment.PARAMETERS);
  }

  private static Simulated simulated(SimParameter parameter) {
    List<String> kinds = new ArrayList<>();
    Map<String, List<String>> fallbacks = new TreeMap<>();
    for (NodeKind kind : NodeKind.values()) {
      if (parameter.isOf(kind)) {
        kinds.add(kind.word());
        fallbacks
            .computeIfAbsent(fallback(parameter, kind), f -> new ArrayList<>())
            .add(kind.word());
      }
    }
    List<String> fallback =
        fallbacks.size() == 1
            ? List.copyOf(fallbacks.keySet())
            : fallbacks.entrySet().stream()
                .map(e -> e.getKey() + " (" + String.join(", ", e.getValue()) + ")")
                .toList();
    return new Simulated(parameter.word(), parameter.range(), kinds, fallback, parameter.meaning());
  }

  private static String fallback(SimParameter parameter, NodeKind kind) {
    if (parameter == SimParameter.FIRMWARE) {
      return "none";
    }
    int value = Variant.of(kind).number(parameter);
    return parameter.words().isEmpty() ? Integer.toString(value) : parameter.words().get(value);
  }
}
