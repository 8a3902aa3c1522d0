package org.ibassay.runner.ics;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.ibassay.runner.Claim;
import org.ibassay.runner.Claim.Source;
import org.ibassay.runner.Claims;
import org.ibassay.runner.ParameterValues;
import org.ibassay.runner.Profile;
import org.ibassay.runner.UsageException;
import org.ibassay.suite.DutKind;
import org.ibassay.wire.attribute.PortInfo;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.toml.TomlMapper;

/// Reads an implementation conformance statement and checks its consistency: names, types, and
/// claims that exclude each other. Every error names the line.
public final class IcsFile {
  static final String IDENTIFICATION = "identification";
  static final String CLAIMS = "claims";
  static final String PARAMETERS = "parameters";
  static final String DESCRIPTION = "description";
  static final String KIND = "kind";
  static final String ROLES = "roles";
  static final String NODE_GUID = "node-guid";
  static final String MAKER = "maker";
  static final String MODEL = "model";
  static final String FIRMWARE = "firmware";

  private static final List<String> TABLES = List.of(IDENTIFICATION, CLAIMS, PARAMETERS);
  private static final List<String> TEXTS = List.of(DESCRIPTION, MAKER, MODEL, FIRMWARE);
  private static final List<String> FACTS =
      List.of(DESCRIPTION, KIND, ROLES, NODE_GUID, MAKER, MODEL, FIRMWARE);
  private static final Pattern GUID = Pattern.compile("0x[0-9a-fA-F]{1,16}");
  private static final String SM = "sm";

  private final Path file;
  private final List<String> lines;
  private final JsonNode root;

  private IcsFile(Path file, String text) throws UsageException {
    this.file = file;
    this.lines = text.lines().toList();
    try {
      TomlMapper mapper =
          TomlMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
      this.root = mapper.readTree(text);
    } catch (JacksonException e) {
      TokenStreamLocation at = e.getLocation();
      String line = at == null ? "" : "line " + at.getLineNr() + ": ";
      String why = String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("");
      throw new UsageException("ICS %s: %sis not TOML: %s".formatted(file, line, why));
    }
  }

  /// Reads the parameters and claims of a statement.
  ///
  /// @throws UsageException names the file, the line and what was expected there
  public static Profile read(Path path) throws UsageException {
    try {
      return new IcsFile(path, Files.readString(path)).profile();
    } catch (NoSuchFileException e) {
      throw new UsageException("ICS " + path + ": there is no such file");
    } catch (CharacterCodingException e) {
      throw new UsageException("ICS " + path + ": is not text in UTF-8");
    } catch (IOException e) {
      throw new UsageException("ICS " + path + ": cannot be read: " + e.getMessage());
    }
  }

  private Profile profile() throws UsageException {
    for (String name : root.propertyNames()) {
      if (!TABLES.contains(name)) {
        throw wrong("", name, "is unknown; expected the tables " + String.join(", ", TABLES));
      }
      if (!root.path(name).isObject()) {
        throw wrong("", name, "expected a table, [" + name + "]");
      }
    }
    Claims.Identity identity = identity();
    Map<String, String> claims = claims();
    requireAgreement(identity.kind(), claims);
    return new Profile(parameters(), Claims.of(claims).ofIcs(identity));
  }

  private Claims.Identity identity() throws UsageException {
    JsonNode table = root.path(IDENTIFICATION);
    for (String name : table.propertyNames()) {
      if (!FACTS.contains(name)) {
        throw wrong(
            IDENTIFICATION, name, "is unknown; expected one of " + String.join(", ", FACTS));
      }
      if (TEXTS.contains(name) && !table.path(name).isString()) {
        throw wrong(IDENTIFICATION, name, "expected a text in quotes");
      }
    }
    for (JsonNode role : table.path(ROLES)) {
      if (!role.isString() || !role.stringValue().equals(SM)) {
        throw wrong(IDENTIFICATION, ROLES, "expected [] or [\"sm\"]");
      }
    }
    if (table.has(ROLES) && !table.path(ROLES).isArray()) {
      throw wrong(IDENTIFICATION, ROLES, "expected [] or [\"sm\"]");
    }
    return new Claims.Identity(kind(table), nodeGuid(table));
  }

  private @Nullable DutKind kind(JsonNode table) throws UsageException {
    if (!table.has(KIND)) {
      return null;
    }
    for (DutKind kind : DutKind.values()) {
      if (table.path(KIND).isString()
          && table.path(KIND).stringValue().equals(kind.name().toLowerCase(Locale.ROOT))) {
        return kind;
      }
    }
    throw wrong(IDENTIFICATION, KIND, "expected \"ca\", \"switch\" or \"router\"");
  }

  private long nodeGuid(JsonNode table) throws UsageException {
    JsonNode value = table.path(NODE_GUID);
    if (value.isMissingNode()) {
      return 0;
    }
    if (!value.isString() || !GUID.matcher(value.stringValue()).matches()) {
      throw wrong(IDENTIFICATION, NODE_GUID, "expected a GUID such as \"0x0002c90300a1b2c3\"");
    }
    return Long.parseUnsignedLong(value.stringValue(), 2, value.stringValue().length(), 16);
  }

  private Map<String, String> claims() throws UsageException {
    Map<String, String> claims = new LinkedHashMap<>();
    JsonNode table = root.path(CLAIMS);
    for (String name : table.propertyNames()) {
      Claim claim = Claim.named(name).orElse(null);
      if (claim == null) {
        throw wrong(CLAIMS, name, "is no claim; \"ibassay ics\" lists those of a device");
      }
      JsonNode value = table.path(name);
      boolean isRight =
          claim.isFlag()
              ? value.isBoolean()
              : value.isIntegralNumber() && value.canConvertToLong() && value.longValue() >= 0;
      if (!isRight) {
        throw wrong(
            CLAIMS, name, "expected " + (claim.isFlag() ? "true or false" : "a number from 0 on"));
      }
      claims.put(name, value.asString());
    }
    return claims;
  }

  private Map<String, String> parameters() throws UsageException {
    Map<String, String> parameters = new LinkedHashMap<>();
    JsonNode table = root.path(PARAMETERS);
    for (String name : table.propertyNames()) {
      JsonNode value = table.path(name);
      if (!value.isString() && !value.isIntegralNumber()) {
        throw wrong(PARAMETERS, name, "expected a number, or a text in quotes");
      }
      parameters.put(name, value.asString());
      try {
        ParameterValues.of(parameters);
      } catch (UsageException e) {
        throw wrong(PARAMETERS, name, String.valueOf(e.getMessage()));
      }
    }
    return parameters;
  }

  /// Rejects claims that exclude each other.
  private void requireAgreement(@Nullable DutKind kind, Map<String, String> claims)
      throws UsageException {
    String isSm = PortInfo.IS_SM.name();
    String disabled = PortInfo.IS_SM_DISABLED.name();
    if (isTrue(claims, isSm) && isTrue(claims, disabled)) {
      throw excluded(isSm, disabled + " = true");
    }
    if (!root.path(IDENTIFICATION).path(ROLES).isEmpty() && "false".equals(claims.get(isSm))) {
      throw excluded(isSm, "roles = [\"sm\"]");
    }
    String mask2 = PortInfo.IS_CAPABILITY_MASK2_SUPPORTED.name();
    for (String name : claims.keySet()) {
      Source source = Claim.named(name).orElseThrow().source();
      if (source == Source.CAPABILITY_MASK2
          && isTrue(claims, name)
          && "false".equals(claims.get(mask2))) {
        throw excluded(name, mask2 + " = false");
      }
      boolean isOfOthers =
          (source == Source.SWITCH_INFO && kind != DutKind.SWITCH)
              || (source == Source.AGENT && kind != DutKind.CA);
      if (kind != null && isOfOthers) {
        throw excluded(name, "kind = \"" + kind.name().toLowerCase(Locale.ROOT) + "\"");
      }
    }
  }

  private static boolean isTrue(Map<String, String> claims, String name) {
    return "true".equals(claims.get(name));
  }

  private UsageException excluded(String name, String by) {
    return wrong(CLAIMS, name, "contradicts " + by + "; expected one of the two");
  }

  private UsageException wrong(String table, String name, String what) {
    int line = line(table, name);
    return new UsageException(
        "ICS %s: %s%s%s: %s"
            .formatted(
                file,
                line == 0 ? "" : "line " + line + ": ",
                table.isEmpty() ? "" : table + ".",
                name.replaceAll("\\p{Cntrl}", "?"),
                what));
  }

  /// The line of an entry of a table; 0 if entries are not written one per line.
  private int line(String table, String name) {
    Pattern head = Pattern.compile("\\s*\\[+\\s*([\\w.-]+)\\s*\\]+.*");
    Pattern entry = Pattern.compile("\\s*\"?" + Pattern.quote(name) + "\"?\\s*=.*");
    String current = "";
    for (int i = 0; i < lines.size(); i++) {
      var heading = head.matcher(lines.get(i));
      if (heading.matches()) {
        current = heading.group(1);
        if (table.isEmpty() && current.equals(name)) {
          return i + 1;
        }
      } else if (current.equals(table) && entry.matcher(lines.get(i)).matches()) {
        return i + 1;
      }
    }
    return 0;
  }
}
