package org.ibassay.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.ibassay.link.Label;
import org.jspecify.annotations.Nullable;

/// A test case: one class, one page. The class's doc comment is the page.
///
/// A check proves every assertion at its step. Passing checks only count; failing ones say what was
/// expected and what came.
public abstract class TestCase {
  private final Map<String, Label> labels = new ConcurrentHashMap<>();
  private final Map<String, Label> judgements = new ConcurrentHashMap<>();
  private @Nullable TestContext context;
  private @Nullable String notReady;
  private volatile boolean timed;
  private final List<String> remarks = new ArrayList<>();

  /// Carries out the procedure.
  ///
  /// @return whether every verification passed
  /// @throws TestException when the procedure could not be carried out
  public abstract boolean execute() throws TestException;

  /// Brings the DUT to where the procedure starts.
  ///
  /// @return whether it is there; if not, [#notReady] says why
  /// @throws TestException when that could not be found out
  protected abstract boolean initialize() throws TestException;

  /// Called once by the runner, before anything else.
  public void attach(TestContext testContext) {
    context = testContext;
  }

  /// For the runner: [#initialize()].
  public final boolean ready() throws TestException {
    return initialize();
  }

  /// Why [#initialize()] came out false.
  public final @Nullable String notReady() {
    return notReady;
  }

  /// What a reader of the verdict should know beside it, e.g. for how long something was watched.
  public final List<String> remarks() {
    return List.copyOf(remarks);
  }

  /// Whether a verdict may hang on how much time passed: then a tester that was not there all the
  /// while cannot give one.
  public final boolean isTimed() {
    return timed;
  }

  /// Says that time matters from now on.
  protected final void takeTime() {
    timed = true;
  }

  /// For the runner, of a test that is attached but not carried out: sends what any DUT answers, to
  /// find out how well the link carries it.
  ///
  /// @return [LinkQuality#BAD] where the test has no way to ask
  /// @throws TestException when that could not be found out
  public LinkQuality linkQuality() throws TestException {
    return LinkQuality.BAD;
  }

  /// What the checks found so far.
  public abstract CheckLog log();

  /// What the runner handed over.
  protected final TestContext context() {
    return Objects.requireNonNull(context, "attach() comes first");
  }

  /// The values of a parameter.
  protected final List<Long> parameters(Parameter parameter) {
    return context().parameters().values(parameter);
  }

  /// The value of a parameter that has one.
  protected final long parameter(Parameter parameter) {
    return parameters(parameter).getFirst();
  }

  /// Says why [#initialize()] is about to come out false.
  ///
  /// @return false
  protected final boolean notReady(String reason) {
    notReady = reason;
    return false;
  }

  /// Adds something that a reader of the verdict should know.
  protected final void remark(String text) {
    if (!remarks.contains(text)) {
      remarks.add(text);
    }
  }

  /// The comment of a step's packets.
  final Label label(String stepId) {
    return labels.computeIfAbsent(stepId, this::newLabel);
  }

  private Label newLabel(String stepId) {
    Page page = context().page();
    if (page.step(stepId).isEmpty()) {
      throw new IllegalArgumentException(page.id() + " has no step " + stepId);
    }
    return Label.of(page.id() + " step " + stepId);
  }

  /// By what the packets are judged that a step checks.
  final Label judgedBy(String stepId) {
    return judgements.computeIfAbsent(stepId, this::newJudgement);
  }

  private Label newJudgement(String stepId) {
    List<String> ids = context().page().step(stepId).map(Page.Step::assertions).orElse(List.of());
    return Label.of("step " + stepId + (ids.isEmpty() ? "" : ": " + String.join(", ", ids)));
  }
}
