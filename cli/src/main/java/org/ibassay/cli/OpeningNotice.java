package org.ibassay.cli;

import java.io.PrintWriter;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.Consumer;
import org.ibassay.runner.RunEvent;
import org.jspecify.annotations.Nullable;

/// Says what a run waits for if opening a device takes long: a library or a host may hang.
final class OpeningNotice {
  private static final long MILLIS = 10_000;

  private final Consumer<String> printed;
  private @Nullable Timer timer;

  /// @param printed receives the notice, on another thread
  OpeningNotice(Consumer<String> printed) {
    this.printed = printed;
  }

  /// A notice that is printed as a message.
  static OpeningNotice on(PrintWriter err, Terminal terminal) {
    return new OpeningNotice(text -> {
      err.println(terminal.complaint(text));
      err.flush();
    });
  }

  /// Any event ends the wait for a device; [RunEvent.DutOpening] begins one.
  void on(RunEvent event) {
    end();
    if (event instanceof RunEvent.DutOpening(String uri)) {
      begin(uri);
    }
  }

  private void begin(String uri) {
    Timer started = new Timer("opening notice", true);
    started.schedule(
        new TimerTask() {
          @Override
          public void run() {
            printed.accept(
                "opening %s: no response for %d s, still waiting".formatted(uri, MILLIS / 1000));
          }
        },
        MILLIS);
    timer = started;
  }

  private void end() {
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
  }
}
