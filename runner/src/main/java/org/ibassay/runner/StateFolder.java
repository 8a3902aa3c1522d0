package org.ibassay.runner;

import java.nio.file.Path;
import java.util.Map;

/// Where programs of a user keep what has to outlast them, as the XDG Base Directory Specification
/// says.
public final class StateFolder {
  private StateFolder() {}

  /// `$XDG_STATE_HOME/ibassay`; where that is not set, or not absolute, `~/.local/state/ibassay`.
  public static Path of(Map<String, String> environment, String home) {
    Path given = Path.of(environment.getOrDefault("XDG_STATE_HOME", ""));
    Path state = given.isAbsolute() ? given : Path.of(home, ".local", "state");
    return state.resolve("ibassay");
  }
}
