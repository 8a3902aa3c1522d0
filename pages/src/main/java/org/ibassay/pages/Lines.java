package org.ibassay.pages;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Consecutive lines of a doc comment: a list, or paragraphs.
///
/// @param first number of the first line in the source file
/// @param lines as written
record Lines(int first, List<String> lines) {
  private static final Pattern BULLET = Pattern.compile("( *)-(?: +(.*))?");

  /// Returns the items of a list; nested ones follow the item that contains them.
  List<Bullet> bullets(Consumer<Problem> problems) {
    List<Bullet> bullets = new ArrayList<>();
    boolean blank = false;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      Matcher bullet = BULLET.matcher(line);
      if (bullet.matches()) {
        String text = bullet.group(2) == null ? "" : bullet.group(2).strip();
        bullets.add(new Bullet(first + i, bullet.group(1).length(), text));
      } else if (!line.isBlank() && (bullets.isEmpty() || !line.startsWith(" "))) {
        problems.accept(
            new Problem(
                first + i,
                "expected a list item '- ...' or an indented continuation, found: "
                    + line.strip()));
      } else if (!line.isBlank()) {
        Bullet last = bullets.removeLast();
        bullets.add(last.withText((last.text() + (blank ? "\n\n" : " ") + line.strip()).strip()));
      }
      blank = line.isBlank();
    }
    return bullets;
  }

  /// Returns the items of a list; nested ones are part of the text of the item that contains them.
  List<Bullet> items(Consumer<Problem> problems) {
    List<Bullet> items = new ArrayList<>();
    for (Bullet bullet : bullets(problems)) {
      if (items.isEmpty() || bullet.indent() <= items.getLast().indent()) {
        items.add(bullet);
      } else {
        items.add(items.removeLast().with(bullet));
      }
    }
    return items;
  }

  /// Returns the text with the wrapped lines of paragraphs and list items joined.
  String unwrapped() {
    StringBuilder text = new StringBuilder();
    for (String line : lines) {
      boolean goesOn =
          !text.isEmpty()
              && text.charAt(text.length() - 1) != '\n'
              && !line.isBlank()
              && !line.strip().startsWith("|")
              && !BULLET.matcher(line).matches();
      if (goesOn) {
        text.append(' ').append(line.strip());
      } else {
        text.append(text.isEmpty() ? "" : "\n")
            .append(line.isBlank() ? "\n" : line.stripTrailing());
      }
    }
    return text.toString().strip().replaceAll("\n{3,}", "\n\n");
  }
}
