package org.ibassay.site;

import gg.jte.html.HtmlTemplateOutput;
import org.ibassay.runner.html.Html;
import org.jspecify.annotations.Nullable;

/// Takes what templates write, and escapes what they are given as the report does.
final class PageOutput implements HtmlTemplateOutput {
  private final Html html = new Html();

  /// Texts are escaped so that they can stand anywhere but in scripts and styles.
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
