package org.ibassay.runner.ics;

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
import org.ibassay.runner.toml.TomlTable;
import org.ibassay.suite.DutKind;
import org.ibassay.wire.attribute.PortInfo;
import org.jspecify.annotations.Nullable;

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

  private static final List<String> TEXTS = List.of(DESCRIPTION, MAKER, MODEL, FIRMWARE);
  private static final List<String> FACTS =
      List.of(DESCRIPTION, KIND, ROLES, NODE_GUID, MAKER, MODEL, FIRMWARE);
  private static final Pattern GUID = Pattern.compile("0x[0-9a-fA-F]{1,16}");
  private static final String SM = "sm";
  private static final String EXPECTED_ROLES = "[] or [\"sm\"]";
  private static final String EXPECTED_KIND = "\"ca\", \"switch\" or \"router\"";
  private static final String EXPECTED_GUID = "a GUID such as \"0x0002c90300a1b2c3\"";

  private final TomlTable root;
  private final TomlTable identification;
  private final TomlTable claims;

  private IcsFile(TomlTable root) throws UsageException {
    this.root = root;
    root.allowOnly(IDENTIFICATION, CLAIMS, PARAMETERS);
    this.identification = root.table(IDENTIFICATION);
    this.claims = root.table(CLAIMS);
  }

  /// Reads the parameters and claims of a statement.
  ///
  /// @throws UsageException names the file, the line and what was expected there
  public static Profile read(Path path) throws UsageException {
    return new IcsFile(TomlTable.read("ICS", path)).profile();
  }

  private Profile profile() throws UsageException {
    Claims.Identity identity = identity();
    Map<String, String> values = claims();
    requireAgreement(identity.kind(), values);
    return new Profile(parameters(), Claims.of(values).ofIcs(identity));
  }

  private Claims.Identity identity() throws UsageException {
    identification.allowOnly(FACTS.toArray(String[]::new));
    for (String name : TEXTS) {
      identification.anyText(name, "a text in quotes");
    }
    if (!List.of(SM).containsAll(roles())) {
      throw identification.wrong(ROLES, "expected " + EXPECTED_ROLES);
    }
    return new Claims.Identity(kind(), nodeGuid());
  }

  private List<String> roles() throws UsageException {
    return identification.texts(ROLES, EXPECTED_ROLES);
  }

  private @Nullable DutKind kind() throws UsageException {
    String text = identification.anyText(KIND, EXPECTED_KIND);
    for (DutKind kind : DutKind.values()) {
      if (kind.name().toLowerCase(Locale.ROOT).equals(text)) {
        return kind;
      }
    }
    if (text != null) {
      throw identification.wrong(KIND, "expected " + EXPECTED_KIND);
    }
    return null;
  }

  private long nodeGuid() throws UsageException {
    String text = identification.anyText(NODE_GUID, EXPECTED_GUID);
    if (text == null) {
      return 0;
    }
    if (!GUID.matcher(text).matches()) {
      throw identification.wrong(NODE_GUID, "expected " + EXPECTED_GUID);
    }
    return Long.parseUnsignedLong(text, 2, text.length(), 16);
  }

  private Map<String, String> claims() throws UsageException {
    Map<String, String> values = new LinkedHashMap<>();
    for (String name : claims.keys()) {
      Claim claim = Claim.named(name).orElse(null);
      if (claim == null) {
        throw claims.wrong(name, "is no claim; \"ibassay ics\" lists those of a device");
      }
      values.put(name, claim.isFlag() ? claims.flag(name) : claims.count(name));
    }
    return values;
  }

  /// Each is checked with those before it, as some exclude each other.
  private Map<String, String> parameters() throws UsageException {
    Map<String, String> before = new LinkedHashMap<>();
    return root.values(
        PARAMETERS,
        (name, value) -> {
          before.put(name, value);
          ParameterValues.of(before);
        });
  }

  private void requireAgreement(@Nullable DutKind kind, Map<String, String> claims)
      throws UsageException {
    String isSm = PortInfo.IS_SM.name();
    String disabled = PortInfo.IS_SM_DISABLED.name();
    if (isTrue(claims, isSm) && isTrue(claims, disabled)) {
      throw excluded(isSm, disabled + " = true");
    }
    if (!roles().isEmpty() && "false".equals(claims.get(isSm))) {
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
    return claims.wrong(name, "contradicts " + by + "; expected one of the two");
  }
}
