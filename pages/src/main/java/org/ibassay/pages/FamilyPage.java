package org.ibassay.pages;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/// What tests inherit from a class: its page, if it has one, and the procedures that steps may
/// call, which are its methods with a doc comment.
final class FamilyPage {
  private FamilyPage() {}

  /// Returns the JSON of an `org.ibassay.suite.Family`.
  static Map<String, @Nullable Object> json(Source source, Elements elements) {
    DocPage page = source.page();
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", source.name());
    json.put("title", page == null ? null : page.title());
    json.put("initialization", page == null ? List.of() : TestPage.json(page.initialization()));
    json.put("always", page == null ? List.of() : TestPage.json(page.always()));
    json.put("procedures", procedures(source, elements));
    return json;
  }

  private static List<Map<String, Object>> procedures(Source source, Elements elements) {
    List<Map<String, Object>> procedures = new ArrayList<>();
    for (ExecutableElement method : ElementFilter.methodsIn(source.type().getEnclosedElements())) {
      String comment = elements.getDocComment(method);
      if (comment != null && !method.getModifiers().contains(Modifier.PRIVATE)) {
        Map<String, Object> procedure = new LinkedHashMap<>();
        procedure.put("name", method.getSimpleName().toString());
        procedure.put("text", text(comment));
        procedures.add(procedure);
      }
    }
    return procedures;
  }

  /// Returns the text before the block tags.
  private static String text(String comment) {
    return comment
        .lines()
        .takeWhile(line -> !line.strip().startsWith("@"))
        .map(line -> line.replaceFirst("^ ", ""))
        .collect(Collectors.collectingAndThen(Collectors.toList(), l -> new Lines(0, l)))
        .unwrapped();
  }
}
