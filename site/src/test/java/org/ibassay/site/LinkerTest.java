package org.ibassay.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

final class LinkerTest {
  private final Linker linker =
      new Linker(
          "../",
          Set.of("v1c14-024.1.1#12.02", "ia-mad#01"),
          Set.of("C14_024_12"),
          Set.of("5", "10", "A2"),
          Set.of("sendMad"));

  @Test
  void assertionsTestsAndStepsBecomeLinks() {
    assertThat(linker.linked("v1c14-024.1.1#12.02"))
        .isEqualTo(
            "<a class=\"id\" href=\"../coverage.html#v1c14-024.1.1_12.02\">v1c14-024.1.1#12.02</a>");
    assertThat(linker.linked("as C14_024_12 does"))
        .contains("<a class=\"id\" href=\"../tests/C14_024_12.html\">C14_024_12</a>");
    assertThat(linker.linked("Repeat steps 5 to 10."))
        .isEqualTo("Repeat steps <a href=\"#step-5\">5</a> to <a href=\"#step-10\">10</a>.");
    assertThat(linker.linked("our step A2")).contains("<a href=\"#step-A2\">A2</a>");
  }

  @Test
  void calledProceduresBecomeLinks() {
    assertThat(linker.linked("SendMad(SubnGet(NodeInfo)), then step 5"))
        .isEqualTo(
            "<a class=\"call\" href=\"#call-sendMad\">SendMad</a>(SubnGet(NodeInfo)), then step"
                + " <a href=\"#step-5\">5</a>");
  }

  @Test
  void whatIsNotThereStaysText() {
    assertThat(linker.linked("step 11 of C14_015, v1c14-015#01"))
        .isEqualTo("step 11 of C14_015, v1c14-015#01");
  }

  @Test
  void linksAndTagsStayAsTheyAre() {
    String html = "<a href=\"C14_024_12\">step 5</a>";
    assertThat(linker.linked(html)).isEqualTo(html);
  }
}
