package org.ibassay.pages;

import com.sun.source.tree.CompilationUnitTree;
import java.util.List;
import java.util.stream.Stream;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/// A class that is being compiled, or a parent that was compiled before.
///
/// @param unit that it stands in; null when it was compiled before
/// @param page what its doc comment says, or null when that is no page
/// @param code the step ids that its code names; of a parent compiled before, those of its page
record Source(
    TypeElement type,
    @Nullable CompilationUnitTree unit,
    @Nullable DocPage page,
    StepLiterals code) {

  String name() {
    return type.getSimpleName().toString();
  }

  /// The pages of some classes.
  static List<DocPage> pages(List<Source> sources) {
    return sources.stream().flatMap(source -> Stream.ofNullable(source.page)).toList();
  }
}
