package org.ibassay.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class MarkdownTest {
  @Test
  void aParagraphStandsWithoutItsElement() {
    assertThat(Markdown.inline("Verify `Status` == 0."))
        .isEqualTo("Verify <code>Status</code> == 0.");
  }

  @Test
  void listsInAStepStay() {
    assertThat(Markdown.inline("Verify:\n- this\n- that")).contains("<li>that</li>");
  }

  @Test
  void fieldNamesAndBitRangesAreNoMarkup() {
    String text = "DUT_FDB_MULTICAST_CAP is AttributeModifier[8:0] * 16 &amp; [31:28]";
    assertThat(Markdown.inline(text)).isEqualTo(text);
  }

  @Test
  void linksToCodeBecomeText() {
    assertThat(Markdown.inline("as [#sendMad] and [Parameter#SERVICE_ID] say"))
        .isEqualTo("as #sendMad and Parameter#SERVICE_ID say");
  }

  @Test
  void markupOfOthersIsShownAsText() {
    assertThat(Markdown.html("a <script>x</script>")).doesNotContain("<script>");
  }

  @Test
  void headingsHaveTheAnchorsThatForgesGiveThem() {
    assertThat(Markdown.document("## What comes out, and `why`", Map.of()))
        .contains("<h2 id=\"what-comes-out-and-why\">");
  }

  @Test
  void linksBetweenFilesLeadToTheirPages() {
    assertThat(
            Markdown.document("[agent](agent/PROTOCOL.md)", Map.of("agent/PROTOCOL.md", "p.html")))
        .contains("href=\"p.html\"");
    assertThat(Markdown.document("[out](README.md#out)", Map.of("README.md", "start.html")))
        .contains("href=\"start.html#out\"");
  }
}
