package org.ibassay.runner;

import java.nio.file.Path;
import java.util.Map;

/// The folder for a user's persistent state, according to the XDG Base Directory Specification.
public final class StateFolder {
  private StateFolder() {}

  /// `$XDG_STATE_HOME/ibassay`; if that is not set, or not absolute, `~/.local/state/ibassay`.
  public static Path of(Map<String, String> environment, String home) {
    Path given = Path.of(environment.getOrDefault("XDG_STATE_HOME", ""));
    Path state = given.isAbsolute() ? given : Path.of(home, ".local", "state");
    return state.resolve("ibassay");
  }
}
