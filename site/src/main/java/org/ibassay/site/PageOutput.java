package org.ibassay.site;

import gg.jte.html.HtmlTemplateOutput;
import org.ibassay.runner.html.Html;
import org.jspecify.annotations.Nullable;

/// Receives the output of templates; escapes values in the same way as the report.
final class PageOutput implements HtmlTemplateOutput {
  private final Html html = new Html();

  /// Escapes text for use anywhere except in scripts and styles.
  @Override
  public void setContext(String tag, @Nullable String attribute) {}

  @Override
  public void writeContent(String own) {
    html.own(own);
  }

  @Override
  public void writeContent(String own, int from, int to) {
    html.own(own.substring(from, to));
  }

  @Override
  public void writeUserContent(@Nullable String text) {
    if (text != null) {
      html.text(text);
    }
  }

  @Override
  public String toString() {
    return html.toString();
  }
}
