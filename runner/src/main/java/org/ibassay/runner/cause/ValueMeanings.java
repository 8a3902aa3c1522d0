package org.ibassay.runner.cause;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.ibassay.wire.Field;
import org.ibassay.wire.ValueNames;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.MadStatus;

/// Adds to the values in a text what they mean: `PortState 4 (Active)`, `Status 0x001C (invalid
/// field value)`. Of values in a list, only status codes get a meaning.
final class ValueMeanings {
  private static final Map<String, ValueNames> NAMES = names();
  private static final String NO_LIST = "(?![\\w.:-]| \\(| or \\d| to \\d|, \\d)";
  private static final Pattern ENUMERATED =
      Pattern.compile("\\b(" + String.join("|", NAMES.keySet()) + ") (\\d{1,9})" + NO_LIST);
  private static final Pattern STATUS = Pattern.compile("\\bStatus 0x(\\p{XDigit}{1,4})" + NO_LIST);

  private static final Pattern CODES =
      Pattern.compile("\\bStatus\\.Code \\d(?: or \\d)*(?![\\w.:-]| \\()");
  private static final Pattern CODE = Pattern.compile("\\d");

  private ValueMeanings() {}

  /// Returns the text with meanings.
  static String added(String text) {
    String named =
        ENUMERATED
            .matcher(text)
            .replaceAll(value ->
                value.group()
                    + NAMES
                        .getOrDefault(value.group(1), ValueNames.NONE)
                        .after(Long.parseLong(value.group(2))));
    String withCodes =
        CODES
            .matcher(named)
            .replaceAll(codes ->
                CODE.matcher(codes.group())
                    .replaceAll(code -> {
                      int number = Integer.parseInt(code.group());
                      return "%d (%s)".formatted(number, MadStatus.name(number));
                    }));
    return STATUS
        .matcher(withCodes)
        .replaceAll(status -> {
          String meaning = MadStatus.meaning(Long.parseLong(status.group(1), 16));
          return status.group() + (meaning.isEmpty() ? "" : " (" + meaning + ")");
        });
  }

  private static Map<String, ValueNames> names() {
    Map<String, ValueNames> names = new LinkedHashMap<>();
    for (Attribute attribute : Attribute.all()) {
      for (Field field : attribute.layout().fields()) {
        if (!field.names().isEmpty()) {
          names.put(field.name(), field.names());
        }
      }
    }
    return names;
  }
}
