package org.ibassay.pages;

import java.util.List;
import java.util.Map;

/// What one class's doc comment says, before anything is inherited.
///
/// @param name the class's simple name
/// @param line of the title in the source file
/// @param fields the bullets above the abstract
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

  /// A field's text, empty when there is no such field.
  String field(PageField key) {
    Bullet bullet = fields.get(key);
    return bullet == null ? "" : bullet.text();
  }

  /// Where to point when a field is wrong or missing.
  int line(PageField key) {
    Bullet bullet = fields.get(key);
    return bullet == null ? line : bullet.line();
  }

  /// A field that lists ids; `none` lists none.
  List<String> list(PageField key) {
    return IdSyntax.list(field(key));
  }
}
