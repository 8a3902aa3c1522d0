package org.ibassay.link.upper;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ibassay.wire.sa.Gid;

/// An agent's answer, parsed. A protocol violation ends the session: after that, no answer of the
/// agent can be trusted.
final class AgentAnswer {
  private static final Pattern REFUSAL = Pattern.compile("no ([0-9]{1,5}) (.+)");
  private static final Pattern PRINTABLE = Pattern.compile("[ -~]*");
  private static final Pattern NUMBER = Pattern.compile("0x[0-9a-fA-F]{1,16}|[0-9]{1,20}");
  private static final Pattern GID = Pattern.compile("[0-9a-fA-F]{32}");
  private static final int SHOWN = 80;

  private final String line;
  private final Map<String, String> values;

  private AgentAnswer(String line, Map<String, String> values) {
    this.line = line;
    this.values = values;
  }

  /// Parses a line.
  ///
  /// @throws UpperTesterException if the DUT refused the request, or the line is malformed
  static AgentAnswer parse(String line) throws UpperTesterException {
    Matcher refusal = REFUSAL.matcher(line);
    if (PRINTABLE.matcher(line).matches() && refusal.matches()) {
      throw UpperTesterException.refused(Integer.parseInt(refusal.group(1)), refusal.group(2));
    }
    String[] words = line.split(" ", -1);
    if (!words[0].equals("ok") || !PRINTABLE.matcher(line).matches()) {
      throw malformed(line, "expected \"ok ...\" or \"no ERRNO TEXT\"");
    }
    Map<String, String> values = new HashMap<>();
    for (String word : List.of(words).subList(1, words.length)) {
      int equals = word.indexOf('=');
      if (equals < 1) {
        throw malformed(line, "\"" + word + "\" where name=value is expected");
      }
      if (values.put(word.substring(0, equals), word.substring(equals + 1)) != null) {
        throw malformed(line, word.substring(0, equals) + " is given twice");
      }
    }
    return new AgentAnswer(line, values);
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  String text(String name) throws UpperTesterException {
    String value = values.get(name);
    if (value == null) {
      throw malformed("no " + name);
    }
    return value;
  }

  int number(String name, int least, int most) throws UpperTesterException {
    return (int) number(name, text(name), least, most);
  }

  /// Returns a value of 32 bits.
  int word(String name) throws UpperTesterException {
    return (int) number(name, text(name), 0, 0xFFFF_FFFFL);
  }

  /// Returns a value of 64 bits.
  long unsigned(String name) throws UpperTesterException {
    return unsigned(name, text(name));
  }

  long number(String name, String text, long least, long most) throws UpperTesterException {
    long number = unsigned(name, text);
    if (number < least || number > most) {
      throw malformed(name + ": expected a number from " + least + " to " + most);
    }
    return number;
  }

  long unsigned(String name, String text) throws UpperTesterException {
    if (NUMBER.matcher(text).matches()) {
      try {
        return text.startsWith("0x")
            ? Long.parseUnsignedLong(text.substring(2), 16)
            : Long.parseUnsignedLong(text);
      } catch (NumberFormatException e) {
        // 20 digits, but more than 64 bits: reported below
      }
    }
    throw malformed(name + ": expected a number");
  }

  Gid gid(String name, String text) throws UpperTesterException {
    if (!GID.matcher(text).matches()) {
      throw malformed(name + ": expected a GID");
    }
    return new Gid(
        Long.parseUnsignedLong(text.substring(0, 16), 16),
        Long.parseUnsignedLong(text.substring(16), 16));
  }

  /// Returns the elements of a list, each split at its colons.
  List<String[]> list(String name, int parts) throws UpperTesterException {
    String text = text(name);
    List<String[]> list =
        text.isEmpty()
            ? List.of()
            : Arrays.stream(text.split(",", -1)).map(part -> part.split(":", -1)).toList();
    if (list.stream().anyMatch(part -> part.length != parts)) {
      throw malformed(name + ": expected parts of " + parts);
    }
    return list;
  }

  UpperTesterException malformed(String what) {
    return malformed(line, what);
  }

  private static UpperTesterException malformed(String line, String what) {
    String shown = line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "...";
    return UpperTesterException.lost(
        "the agent's answer \"%s\" is malformed: %s"
            .formatted(PRINTABLE.matcher(shown).matches() ? shown : "(not ASCII)", what));
  }
}
