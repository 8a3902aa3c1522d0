package org.ibassay.runner.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class HtmlTest {
  @Test
  void textsAndAttributesAreEscaped() {
    assertThat(new Html().element("p", "a <b> & 'c'", "title", "\"><script>"))
        .hasToString("<p title=\"&quot;&gt;&lt;script&gt;\">a &lt;b&gt; &amp; &#39;c&#39;</p>");
  }

  @Test
  void anIdNeedsNoOtherWritingInAnAddress() {
    assertThat(Html.id("sim:ca?deviation=rc.ack-1&seed=2/"))
        .isEqualTo("sim-ca-deviation-rc.ack-1-seed-2");
  }

  @Test
  void whatNobodySeesIsShown() {
    assertThat(new Html().text("a\u202Eb\u0000c\uD800\u00AD"))
        .hasToString("a\\u202eb\\u0000c\\ud800\\u00ad");
  }

  @Test
  void noTextBecomesMarkup() {
    Random random = new Random(6);
    for (int i = 0; i < 2000; i++) {
      StringBuilder text = new StringBuilder();
      random.ints(20, 0, 0x80).forEach(text::appendCodePoint);
      String written = new Html().text(text.toString()).toString();
      assertThat(written).doesNotContain("<", ">", "\"", "'");
    }
  }

  @Test
  void pagesKeepTheirCodeAndLoseTheirLinks() {
    Html html = new Html();
    PageText.write(html, "Send `Set(<x>)`, see\n[there](http://x).\n\n- one\n- [Two#of]", "says");
    assertThat(html)
        .hasToString(
            "<p class=\"says\">Send <code>Set(&lt;x&gt;)</code>, see there.<br>• one<br>•"
                + " Two#of</p>\n");
    assertThat(PageText.plain("A `b`\n[c](d)")).isEqualTo("A b c");
  }
}
