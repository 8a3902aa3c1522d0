package org.ibassay.runner.html;

/// A command line to be copied.
final class Command {
  private Command() {}

  static void write(Html html, String command) {
    html.open("div", "class", "again").open("pre").element("code", command).close();
    html.element("button", "Copy", "type", "button", "data-copy", "").closeLine();
  }
}
