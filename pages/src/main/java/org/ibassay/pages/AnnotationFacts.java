package org.ibassay.pages;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.VariableElement;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/// The contents of a test's annotation: names of enum constants.
record AnnotationFacts(
    List<String> dut, List<String> roles, String effect, List<String> parameters) {

  static AnnotationFacts of(AnnotationMirror annotation, Elements elements) {
    Map<String, AnnotationValue> values =
        elements.getElementValuesWithDefaults(annotation).entrySet().stream()
            .collect(
                Collectors.toMap(e -> e.getKey().getSimpleName().toString(), Map.Entry::getValue));
    return new AnnotationFacts(
        names(values.get("dut")),
        names(values.get("roles")),
        String.join(", ", names(values.get("effect"))),
        names(values.get("parameters")));
  }

  private static List<String> names(@Nullable AnnotationValue value) {
    return switch (value == null ? null : value.getValue()) {
      case null -> List.of();
      case List<?> list -> list.stream().flatMap(v -> names((AnnotationValue) v).stream()).toList();
      case VariableElement constant -> List.of(constant.getSimpleName().toString());
      default -> List.of();
    };
  }
}
