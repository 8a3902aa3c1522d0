package org.ibassay.pages;

import com.sun.source.tree.CompilationUnitTree;
import java.util.List;
import java.util.stream.Stream;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/// A class that is being compiled, or a superclass that was compiled before.
///
/// @param unit compilation unit; null if it was compiled before
/// @param page page in its doc comment, or null
/// @param code step ids that its code names; for a superclass compiled before, those of its page
record Source(
    TypeElement type,
    @Nullable CompilationUnitTree unit,
    @Nullable DocPage page,
    StepLiterals code) {

  String name() {
    return type.getSimpleName().toString();
  }

  /// Returns the pages of some classes.
  static List<DocPage> pages(List<Source> sources) {
    return sources.stream().flatMap(source -> Stream.ofNullable(source.page)).toList();
  }
}
