package org.ibassay.suite.c15;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.ibassay.suite.Part;
import org.ibassay.suite.SaReport;
import org.ibassay.suite.SaReports;
import org.ibassay.suite.Steps;
import org.ibassay.suite.TestException;
import org.ibassay.wire.sa.Gid;

/// The events of a multicast group that a test creates and deletes, and the Reports of them.
final class GroupEvents {
  /// The trap of a group that is created.
  static final int CREATED = 66;

  /// The trap of a group that is deleted.
  static final int DELETED = 67;

  /// If no Report is received within this time, none is sent.
  static final Duration QUIET = Duration.ofMillis(1500);

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Steps steps;
  private final SaReports reports;
  private final int saLid;
  private final Supplier<Gid> mgid;
  private final Part create;
  private final Part delete;

  /// @param saLid where Reports are answered
  /// @param create creates the group; or joins it if it exists
  GroupEvents(
      Steps steps, SaReports reports, int saLid, Supplier<Gid> mgid, Part create, Part delete) {
    this.steps = steps;
    this.reports = reports;
    this.saLid = saLid;
    this.mgid = mgid;
    this.create = create;
    this.delete = delete;
  }

  /// Creates or deletes the group, until a Report of it is received, and verifies that there is
  /// one.
  ///
  /// @return the first Report of it
  SaReport provoked(int trap) throws TestException {
    List<SaReport> received = List.of();
    for (int i = 0; i < reports.trials() && about(received, trap).isEmpty(); i++) {
      if (i > 0) {
        answerAll(received);
        make(CREATED + DELETED - trap); // undoes it
      }
      reports.take();
      make(trap);
      received = reports.await(report -> isOf(report, trap), PATIENCE);
    }
    List<SaReport> all = received;
    List<SaReport> found = about(received, trap);
    steps
        .checks()
        .verify(
            all.isEmpty() ? 0 : all.getLast().frame(),
            !found.isEmpty(),
            () -> "a Report of trap %d about MGID %s".formatted(trap, mgid.get()),
            () -> all.isEmpty() ? "none" : all.toString());
    steps.needs(!found.isEmpty(), "there was no Report of trap " + trap);
    return found.getFirst();
  }

  private void make(int trap) throws TestException {
    if (trap == CREATED) {
      create.run();
    } else {
      delete.run();
    }
  }

  /// Runs an event and verifies that no Report of it is received.
  ///
  /// @param trap trap of which no Report about the group must be received; 0 for any
  void verifyNone(Part event, int trap) throws TestException {
    List<SaReport> received = List.of();
    for (int i = 0; i < reports.trials() && (i == 0 || !received.isEmpty()); i++) {
      reports.take();
      event.run();
      received = about(reports.during(QUIET), trap);
    }
    List<SaReport> last = received;
    steps
        .checks()
        .verify(
            last.isEmpty() ? 0 : last.getFirst().frame(),
            last.isEmpty(),
            () -> "no Report about MGID " + mgid.get(),
            last::toString);
    answerAll(last);
  }

  /// Answers Reports, so that they are not repeated.
  void answerAll(List<SaReport> received) throws TestException {
    for (SaReport report : received) {
      reports.answer(report, saLid);
    }
  }

  /// Returns those about the group.
  ///
  /// @param trap 0 for any
  List<SaReport> about(List<SaReport> received, int trap) {
    return received.stream()
        .filter(report -> report.about().equals(mgid.get()))
        .filter(report -> trap == 0 || report.trap() == trap)
        .toList();
  }

  private boolean isOf(SaReport report, int trap) {
    return report.trap() == trap && report.about().equals(mgid.get());
  }
}
