package org.ibassay.runner;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.ibassay.suite.Parameter;

/// A `.properties` file of parameter names (PIXIT) and, as `claims.NAME=true|false`, of what the
/// DUT is said to implement (PICS).
///
/// No test reads a claim yet. A claim that nothing checks would look checked, so each is refused.
public final class Profile {
  private static final String CLAIM = "claims.";

  private Profile() {}

  /// The parameters in a profile, by name.
  ///
  /// @throws UsageException names the file, the entry and what is allowed
  public static Map<String, String> read(Path file) throws UsageException {
    Map<String, String> parameters = new TreeMap<>();
    for (Map.Entry<Object, Object> entry : load(file).entrySet()) {
      String name = entry.getKey().toString();
      if (name.startsWith(CLAIM)) {
        throw new UsageException(
            complaint(file, name, "no test of this version checks a claim; remove it"));
      }
      try {
        Parameter parameter = ParameterValues.named(name);
        parameters.put(parameter.name(), entry.getValue().toString().strip());
      } catch (UsageException e) {
        throw new UsageException("profile " + file + ": " + e.getMessage());
      }
    }
    return parameters;
  }

  private static Properties load(Path file) throws UsageException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (NoSuchFileException e) {
      throw new UsageException("profile " + file + ": there is no such file");
    } catch (CharacterCodingException e) {
      throw new UsageException("profile " + file + ": is not text in UTF-8");
    } catch (IllegalArgumentException e) {
      throw new UsageException("profile " + file + ": " + e.getMessage());
    } catch (IOException e) {
      throw new UsageException("profile " + file + ": cannot be read: " + e.getMessage());
    }
    return properties;
  }

  private static String complaint(Path file, String entry, String what) {
    return "profile " + file + ": " + entry + ": " + what;
  }
}
