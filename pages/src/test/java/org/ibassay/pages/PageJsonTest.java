package org.ibassay.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PageJsonTest {
  @Test
  void whatJsonDoesNotAllowInAStringIsEscaped() {
    assertThat(PageJson.of("a\"b\\c\nd\te\rf\u0000/\u00b5\u2264\ud83d\ude00"))
        .isEqualTo("\"a\\\"b\\\\c\\nd\\te\\u000df\\u0000/\u00b5\u2264\\ud83d\\ude00\"\n");
  }

  @Test
  void emptyAndNestedValues() {
    assertThat(PageJson.of(Map.of("a", List.of(List.of(), Map.of()))))
        .isEqualTo("{\n  \"a\": [\n    [],\n    {}\n  ]\n}\n");
    assertThat(PageJson.of(null)).isEqualTo("null\n");
  }

  @Test
  void otherValuesAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> PageJson.of(1));
  }
}
