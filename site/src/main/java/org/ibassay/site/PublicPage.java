package org.ibassay.site;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/// A public test page for which there is no test yet, and why.
///
/// @param page the public page's class
/// @param section as printed there
/// @param subject in our words
/// @param assertions that it lists, as far as is known
/// @param reason why there is no test
public record PublicPage(
    String page, String section, String subject, List<String> assertions, String reason) {

  /// All of them; `untested.json` is the one list.
  static List<PublicPage> all() {
    try (InputStream json = PublicPage.class.getResourceAsStream("untested.json")) {
      return List.of(JsonMapper.shared().readValue(json, PublicPage[].class));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
