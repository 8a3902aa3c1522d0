package org.ibassay.link.dut;

/// An invalid DUT URI; the message names the part and what is allowed.
public final class DutUriException extends Exception {
  private static final long serialVersionUID = 1;

  /// @param uri as the user wrote it
  /// @param complaint completes "DUT URI ... "
  public DutUriException(String uri, String complaint) {
    super("DUT URI \"" + uri + "\": " + complaint);
  }
}
