package org.ibassay.pages;

import com.sun.source.tree.CompilationUnitTree;
import java.util.List;
import java.util.stream.Stream;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/// A class that is being compiled.
///
/// @param page what its doc comment says, or null when that is no page
/// @param code the step ids that its code names
record Source(
    TypeElement type, CompilationUnitTree unit, @Nullable DocPage page, StepLiterals code) {

  String name() {
    return type.getSimpleName().toString();
  }

  /// The pages of some classes.
  static List<DocPage> pages(List<Source> sources) {
    return sources.stream().flatMap(source -> Stream.ofNullable(source.page)).toList();
  }
}
