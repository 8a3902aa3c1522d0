package org.ibassay.runner.cause;

import java.util.Map;
import java.util.regex.Pattern;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.management.GmpAttributes;
import org.ibassay.wire.management.ManagementClass;
import org.ibassay.wire.sa.SaAttributes;

/// Adds names to the numbers in texts about MADs: to AttributeIDs, whose meaning depends on the
/// management class, and to the AttributeModifiers of SubnSet(SMInfo), which are commands.
final class MadNames {
  private static final Pattern ATTRIBUTE_ID =
      Pattern.compile("\\bAttributeID 0x(\\p{XDigit}{1,4})(?![\\w.:-]| \\(| or \\d| to \\d)");

  private static final Pattern COMMAND =
      Pattern.compile(
          "\\bSubnSet\\(SMInfo\\)(?: with|,)? (?:AttributeModifier|mod) (?:0x0*)?([1-5])(?!\\w| \\()");

  private static final Map<Integer, String> COMMANDS =
      Map.of(1, "Handover", 2, "Acknowledge", 3, "Disable", 4, "Standby", 5, "Discover");

  private MadNames() {}

  /// Names the commands of SubnSet(SMInfo).
  static String withCommands(String text) {
    return COMMAND
        .matcher(text)
        .replaceAll(command ->
            "%s (%s)".formatted(command.group(), COMMANDS.get(Integer.valueOf(command.group(1)))));
  }

  /// Names the attributes.
  ///
  /// @param request the request that the text is about, `SubnGet(PortInfo)`: it says which class
  static String withAttributes(String text, String request) {
    return ATTRIBUTE_ID
        .matcher(text)
        .replaceAll(id -> {
          String name = name(request, Integer.parseInt(id.group(1), 16));
          return name.isEmpty() ? id.group() : "%s (%s)".formatted(id.group(), name);
        });
  }

  private static String name(String request, int id) {
    String name = "";
    if (request.startsWith("SubnAdm")) {
      name = SaAttributes.name(id);
    } else if (request.startsWith("Subn")) {
      name = Attribute.name(id);
    } else if (request.startsWith("Performance")) {
      name = GmpAttributes.of(ManagementClass.PERFORMANCE, id).map(GmpAttribute::name).orElse("");
    }
    return name.contains(" ") ? "" : name; // "attribute 0x00FF" is no name
  }
}
