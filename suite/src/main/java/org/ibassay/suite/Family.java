package org.ibassay.suite;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What tests inherit from a class, as the annotation processor took it from its doc comments.
///
/// @param id the class's simple name
/// @param title of its page, or null when it has none
/// @param initialization steps of `initialize()`, where the class has them
/// @param always checks made of every answer
/// @param procedures that steps may call
public record Family(
    String id,
    @Nullable String title,
    List<Page.Step> initialization,
    List<Page.Step> always,
    List<Helper> procedures) {

  /// A method with a doc comment.
  ///
  /// @param name as in the code; pages write it with a capital where it is one of theirs
  /// @param text what it does, in Markdown
  public record Helper(String name, String text) {}
}
