package org.ibassay.pages;

import java.util.List;
import java.util.Map;

/// The page in a class's doc comment, without anything inherited.
///
/// @param name simple name of the class
/// @param line line of the title in the source file
/// @param fields the bullets before the abstract
/// @param summary the abstract
record DocPage(
    String name,
    int line,
    String title,
    Map<PageField, Bullet> fields,
    String summary,
    List<Bullet> notes,
    List<Step> initialization,
    List<Step> procedure,
    List<Step> always) {

  /// Returns a field's text, empty if the field is missing.
  String field(PageField key) {
    Bullet bullet = fields.get(key);
    return bullet == null ? "" : bullet.text();
  }

  /// Returns the line to report for a wrong or missing field.
  int line(PageField key) {
    Bullet bullet = fields.get(key);
    return bullet == null ? line : bullet.line();
  }

  /// Returns a field that lists ids; empty for `none`.
  List<String> list(PageField key) {
    return IdSyntax.list(field(key));
  }
}
