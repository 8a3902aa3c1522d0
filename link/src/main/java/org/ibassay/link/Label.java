package org.ibassay.link;

/// The purpose of a packet: a step of a test, or another one. Created once per step and used for
/// every packet of it. Captures contain it as the packet's comment.
public final class Label {
  /// No purpose.
  public static final Label NONE = new Label("", "", "");

  private final String test;
  private final String step;
  private final String text;

  private Label(String test, String step, String text) {
    this.test = test;
    this.step = step;
    this.text = text;
  }

  /// Returns a label for a purpose other than a test's step.
  public static Label of(String purpose) {
    return new Label("", "", purpose);
  }

  /// Returns the label of a step.
  ///
  /// @param test id of the test's page
  /// @param step its id on the page
  public static Label of(String test, String step) {
    return new Label(test, step, step.isEmpty() ? "" : test + " step " + step);
  }

  /// The step's id on its page; empty if the packet is not one of that test.
  public String stepOf(String ofTest) {
    return test.equals(ofTest) ? step : "";
  }

  /// The form used in captures: `C14_024_12 step 10`.
  @Override
  public String toString() {
    return text;
  }
}
