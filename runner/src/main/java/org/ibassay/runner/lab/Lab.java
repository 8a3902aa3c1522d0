package org.ibassay.runner.lab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.ibassay.runner.Drivers;
import org.ibassay.runner.Selection;
import org.ibassay.runner.UsageException;

/// The devices that a run tests concurrently.
///
/// @param file file that lists them, for messages; empty for a command line
/// @param duts in the order listed
public record Lab(String file, List<LabDut> duts) {
  private static final int LONGEST_NAME = 64;

  /// Copies the list.
  public Lab {
    duts = List.copyOf(duts);
  }

  /// Returns the devices of a command line, each named after its URI.
  ///
  /// @throws UsageException if a URI is invalid
  public static Lab of(List<String> uris, Drivers drivers) throws UsageException {
    List<LabDut> duts = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (String uri : uris) {
      duts.add(LabDut.of(unique(named(uri), names), drivers.parse(uri)));
    }
    return new Lab("", duts);
  }

  /// Turns a text into the name of a directory.
  public static String named(String text) {
    String name = text.replaceAll("[^A-Za-z0-9_.]+", "-").replaceAll("^[-.]+|-+$", "");
    String cut = name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name;
    return cut.isEmpty() ? "dut" : cut;
  }

  /// Returns a name that differs from all names in use, even in a file system that ignores case.
  ///
  /// @param taken names in lower case; the new one is added
  public static String unique(String name, Set<String> taken) {
    String unique = name;
    for (int i = 2; !taken.add(unique.toLowerCase(Locale.ROOT)); i++) {
      unique = name + "-" + i;
    }
    return unique;
  }

  /// Returns the devices with these names, in the order of the lab; all if there is no name.
  ///
  /// @throws UsageException if there is no such device; suggests similar names
  public Lab only(List<String> names) throws UsageException {
    List<String> all = duts.stream().map(LabDut::name).toList();
    for (String name : names) {
      if (!all.contains(name)) {
        List<String> close = Selection.close(name, all);
        String known =
            close.isEmpty() ? "it has " + some(all) : "close: " + String.join(", ", close);
        throw new UsageException("--dut %s: %s has no such DUT; %s".formatted(name, file, known));
      }
    }
    return names.isEmpty()
        ? this
        : new Lab(file, duts.stream().filter(dut -> names.contains(dut.name())).toList());
  }

  private static String some(List<String> names) {
    int shown = Math.min(10, names.size());
    String first = String.join(", ", names.subList(0, shown));
    return names.size() == shown ? first : first + " and " + (names.size() - shown) + " more";
  }

  /// Groups of devices that must be tested one after another, in the order of their first devices.
  /// Groups share nothing.
  public List<List<LabDut>> groups() {
    int[] group = new int[duts.size()];
    Arrays.setAll(group, i -> i);
    Map<String, Integer> users = new HashMap<>();
    for (int i = 0; i < group.length; i++) {
      for (String used : duts.get(i).uses()) {
        Integer other = users.putIfAbsent(used, i);
        if (other != null) {
          join(group, group[other], group[i]);
        }
      }
    }
    Map<Integer, List<LabDut>> groups = new TreeMap<>();
    for (int i = 0; i < group.length; i++) {
      groups.computeIfAbsent(group[i], _ -> new ArrayList<>()).add(duts.get(i));
    }
    return List.copyOf(groups.values());
  }

  /// Merges the group with the greater number into the other.
  private static void join(int[] group, int one, int other) {
    int kept = Math.min(one, other);
    int given = Math.max(one, other);
    Arrays.setAll(group, i -> group[i] == given ? kept : group[i]);
  }

  /// Returns a part of the devices, in whole groups. It depends only on the list of devices, so
  /// that each process of a split run determines its own part.
  public Lab part(Shard shard) {
    List<List<LabDut>> largestFirst = new ArrayList<>(groups());
    largestFirst.sort(Comparator.comparingInt(group -> -group.size()));
    int[] load = new int[shard.count()];
    Set<LabDut> taken = new HashSet<>();
    for (List<LabDut> group : largestFirst) {
      int least = 0;
      for (int i = 1; i < load.length; i++) {
        least = load[i] < load[least] ? i : least;
      }
      load[least] += group.size();
      if (least == shard.index()) {
        taken.addAll(group);
      }
    }
    return new Lab(file, duts.stream().filter(taken::contains).toList());
  }
}
