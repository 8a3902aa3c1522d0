package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.SaAttribute;

/// tshark's names of the fields of SA records.
///
/// @param all names of its InfiniBand fields
record SaTsharkNames(Set<String> all) {
  /// Names that do not follow from those of the attribute and field.
  private static final Map<String, String> OTHERS =
      Map.of(
          "GuidInfoRecord.BlockNum", "sa.blocknum_eightbit",
          "VLArbitrationTableRecord.BlockNum", "sa.blocknum_eightbit",
          "MulticastForwardingTableRecord.BlockNum", "sa.blocknum_ninebit",
          "LinearForwardingTableRecord.BlockNum", "sa.blocknum_sixteenbit",
          "RandomForwardingTableRecord.BlockNum", "sa.blocknum_sixteenbit",
          "P_KeyTableRecord.BlockNum", "sa.blocknum_sixteenbit",
          "SwitchInfoRecord.SwitchInfo.EnhancedPort0", "switchinfo.enhancedportzero");

  /// Returns the names of the installed tshark.
  static SaTsharkNames ofInstalled() throws IOException, InterruptedException {
    return new SaTsharkNames(
        run(List.of("tshark", "-G", "fields")).stream()
            .map(line -> line.split("\t"))
            .filter(columns -> columns.length > 2 && columns[2].startsWith("infiniband."))
            .map(columns -> columns[2])
            .collect(Collectors.toSet()));
  }

  /// Returns the fields of an attribute that tshark knows, with their names there.
  Map<Field, String> of(SaAttribute attribute) {
    Map<Field, String> known = new LinkedHashMap<>();
    for (Field field : attribute.layout().fields()) {
      candidates(attribute, field)
          .filter(all::contains)
          .findFirst()
          .ifPresent(name -> known.put(field, name));
    }
    return known;
  }

  private static Stream<String> candidates(SaAttribute attribute, Field field) {
    String record = attribute.name().toLowerCase(Locale.ROOT);
    String name = field.name().toLowerCase(Locale.ROOT);
    return Stream.of(
            OTHERS.getOrDefault(attribute.name() + "." + field.name(), ""),
            name,
            record + "." + name,
            "sa." + name,
            record.equals("servicerecord") ? "linkrecord." + name : "")
        .map(candidate -> "infiniband." + candidate);
  }

  static List<String> run(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    List<String> lines =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .toList();
    assertThat(process.waitFor()).as(command.getFirst()).isZero();
    return lines;
  }
}
