package org.ibassay.suite;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What tests inherit from a base class, extracted from its doc comments by the annotation
/// processor.
///
/// @param id simple name of the class
/// @param title title of its page, or null
/// @param initialization steps of `initialize()`, if the class has them
/// @param always checks that are made on every response
/// @param procedures methods that steps may call
public record Family(
    String id,
    @Nullable String title,
    List<Page.Step> initialization,
    List<Page.Step> always,
    List<Helper> procedures) {

  /// A method with a doc comment.
  ///
  /// @param name as in the code; pages capitalize it if the method is theirs
  /// @param text what it does, in Markdown
  public record Helper(String name, String text) {}
}
