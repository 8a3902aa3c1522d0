package org.ibassay.link;

/// The purpose of a packet: a step of a test, or another. Made once per step, used for every packet
/// of it. A capture writes it as the packet's comment.
public final class Label {
  /// For nothing that anybody should be told.
  public static final Label NONE = new Label("", "", "");

  private final String test;
  private final String step;
  private final String text;

  private Label(String test, String step, String text) {
    this.test = test;
    this.step = step;
    this.text = text;
  }

  /// For no step of a test.
  public static Label of(String purpose) {
    return new Label("", "", purpose);
  }

  /// For a step.
  ///
  /// @param test the id of its page
  /// @param step its id on the page
  public static Label of(String test, String step) {
    return new Label(test, step, step.isEmpty() ? "" : test + " step " + step);
  }

  /// The step's id on its page; empty where the packet is for none of that test.
  public String stepOf(String ofTest) {
    return test.equals(ofTest) ? step : "";
  }

  /// As a capture writes it: `C14_024_12 step 10`.
  @Override
  public String toString() {
    return text;
  }
}
