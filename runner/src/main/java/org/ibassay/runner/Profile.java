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

/// A `.properties` file with parameters (PIXIT) and, as `claims.NAME=true|false`, claims about the
/// DUT (PICS).
///
/// @param parameters values by name
/// @param claims what the DUT is claimed to implement
public record Profile(Map<String, String> parameters, Claims claims) {
  private static final String CLAIM = "claims.";

  /// An empty profile.
  public static final Profile NONE = new Profile(Map.of(), Claims.NONE);

  /// Copies the map.
  public Profile {
    parameters = Map.copyOf(parameters);
  }

  /// Returns this profile combined with another one, which takes precedence.
  public Profile with(Profile other) {
    Map<String, String> all = new TreeMap<>(parameters);
    all.putAll(other.parameters);
    return new Profile(all, claims.with(other.claims));
  }

  /// Reads a profile.
  ///
  /// @throws UsageException names the file, the entry and the values allowed
  public static Profile read(Path file) throws UsageException {
    Map<String, String> parameters = new TreeMap<>();
    Map<String, String> claims = new TreeMap<>();
    try {
      for (Map.Entry<Object, Object> entry : load(file).entrySet()) {
        String name = entry.getKey().toString();
        String value = entry.getValue().toString().strip();
        if (name.startsWith(CLAIM)) {
          claims.put(name.substring(CLAIM.length()), value);
        } else {
          parameters.put(ParameterValues.named(name).name(), value);
        }
      }
      return new Profile(parameters, Claims.of(claims));
    } catch (UsageException e) {
      throw new UsageException("profile " + file + ": " + e.getMessage());
    }
  }

  private static Properties load(Path file) throws UsageException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (NoSuchFileException e) {
      throw new UsageException("no such file");
    } catch (CharacterCodingException e) {
      throw new UsageException("is not text in UTF-8");
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UsageException("cannot be read: " + e.getMessage());
    }
    return properties;
  }
}
