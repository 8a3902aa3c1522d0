package org.ibassay.interop;

/// The tests whose result depends on the load of the machine. They run after the others.
final class Quiet {
  static final String TAG = "quiet";

  private Quiet() {}
}
