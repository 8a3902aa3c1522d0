package org.ibassay.runner.lab;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The part of a split run that a result covers.
///
/// @param shard `I/N`, or null if the run was not split
/// @param missing parts that a merge lacks
/// @param interrupted whether the user ended the run
public record RunScope(@Nullable String shard, List<String> missing, boolean interrupted) {
  /// Copies the list.
  public RunScope {
    missing = List.copyOf(missing);
  }
}
