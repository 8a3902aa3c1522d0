package org.ibassay.runner.lab;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.ibassay.link.dut.DutTarget;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
import org.ibassay.runner.Claims;
import org.ibassay.runner.Drivers;
import org.ibassay.runner.Expectations;
import org.ibassay.runner.ParameterValues;
import org.ibassay.runner.Profile;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.report.ExpectFile;
import org.ibassay.runner.toml.TomlTable;
import org.jspecify.annotations.Nullable;

/// Reads a lab file: TOML with a table `[[dut]]` for each device. The guide lists its keys.
public final class LabFile {
  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9_.-]{0,63}";
  private static final String RESTART = "restart";
  private static final String POWER_CYCLE = "power-cycle";

  private final Path folder;
  private final Drivers drivers;

  private LabFile(Path folder, Drivers drivers) {
    this.folder = folder;
    this.drivers = drivers;
  }

  /// Reads the file.
  ///
  /// @param drivers parse the URIs
  /// @throws UsageException names the file, the line, the key, and what was expected
  public static Lab read(Path file, Drivers drivers) throws UsageException {
    TomlTable root = TomlTable.read("lab file", file);
    root.allowOnly("dut");
    LabFile reader = new LabFile(file.resolveSibling("."), drivers);
    Map<String, Integer> names = new HashMap<>();
    List<LabDut> duts = new ArrayList<>();
    for (TomlTable table : root.tables("dut")) {
      LabDut dut = reader.dut(table);
      Integer earlier = names.putIfAbsent(dut.name().toLowerCase(Locale.ROOT), duts.size());
      if (earlier != null) {
        throw table.wrong(
            "name", "\"%s\" is also the name of dut[%d]".formatted(dut.name(), earlier));
      }
      duts.add(dut);
    }
    return new Lab(file.toString(), duts);
  }

  private LabDut dut(TomlTable table) throws UsageException {
    table.allowOnly(
        "name",
        "uri",
        "param",
        "claims",
        "firmware",
        "owner",
        "expect",
        RESTART,
        POWER_CYCLE,
        "shares");
    String name = table.text("name", "a name of letters, digits, \"_\", \".\" and \"-\"");
    if (!name.matches(NAME)) {
      throw table.wrong(
          "name",
          "expected at most 64 letters, digits, \"_\", \".\" and \"-\", the first one a letter or"
              + " a digit; found \""
              + name
              + "\"");
    }
    Map<String, String> parameters =
        table.values("param", (key, value) -> ParameterValues.of(Map.of(key, value)));
    Map<String, String> claims =
        table.values("claims", (key, value) -> Claims.of(Map.of(key, value)));
    return new LabDut(
        name,
        target(table),
        new Profile(parameters, Claims.of(claims)),
        expectations(table),
        table.textIfAny("firmware", "a version, as a text"),
        table.textIfAny("owner", "a name"),
        Set.copyOf(table.texts("shares", "an array of names, for example [\"wire-1\"]")));
  }

  private DutTarget target(TomlTable table) throws UsageException {
    String text = table.text("uri", "a DUT URI, for example \"umad:mlx5_0/1?path=0,1\"");
    String restart = restart(table);
    try {
      DutUri uri = DutUri.parse(text);
      boolean isDouble = restart != null && !uri.all(RESTART).isEmpty();
      if (isDouble) {
        throw new UsageException("has a restart command, and so has this table");
      }
      return drivers.parse(restart == null ? text : uri.withParameter(RESTART, restart));
    } catch (DutUriException | UsageException e) {
      throw table.wrong("uri", String.valueOf(e.getMessage()));
    }
  }

  /// The command that restarts the device, by power cycling if a restart is impossible or has
  /// failed.
  private static @Nullable String restart(TomlTable table) throws UsageException {
    String restart = command(table, RESTART);
    String powerCycle = command(table, POWER_CYCLE);
    if (restart == null || powerCycle == null) {
      return restart == null ? powerCycle : restart;
    }
    return "{ %s; } || { %s; }".formatted(restart, powerCycle);
  }

  private static @Nullable String command(TomlTable table, String key) throws UsageException {
    String command = table.textIfAny(key, "a shell command");
    if (command != null && command.contains("&")) {
      throw table.wrong(key, "expected a shell command without \"&\"; found " + command);
    }
    return command;
  }

  private Expectations expectations(TomlTable table) throws UsageException {
    String file = table.textIfAny("expect", "the name of an expect file");
    if (file == null) {
      return Expectations.NONE;
    }
    try {
      return ExpectFile.read(folder.resolve(file).normalize());
    } catch (UsageException e) {
      throw table.wrong("expect", String.valueOf(e.getMessage()));
    }
  }
}
