package org.ibassay.results.store;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ibassay.runner.UsageException;

/// The address of a store: an SQLite file, or a PostgreSQL database.
///
/// @param name for messages, without a password
/// @param url JDBC URL, without user and password
/// @param properties properties of the connection
record StoreAddress(String name, String url, Properties properties, Dialect dialect) {
  /// How long a writer waits for another one.
  private static final int PATIENCE_SECONDS = 120;

  private static final Pattern SCHEME =
      Pattern.compile("(?:jdbc:)?(?:postgresql|postgres)://(.*)", Pattern.DOTALL);
  private static final Pattern DATABASE =
      Pattern.compile("(?:([^:@/?]+)(?::([^@/]*))?@)?([^/?@\\s]+)/([^/?@\\s]+)(?:\\?(\\S*))?");

  /// @param text name of a file, or `postgresql://USER:PASSWORD@HOST:PORT/DATABASE?PARAMETERS`,
  ///   optionally after `jdbc:`
  /// @throws UsageException if it is another URL
  static StoreAddress of(String text) throws UsageException {
    Matcher scheme = SCHEME.matcher(text);
    if (scheme.matches()) {
      return ofDatabase(scheme.group(1));
    }
    if (text.startsWith("jdbc:") || text.contains("://")) {
      throw new UsageException(
          "store: %s...: expected a file, or postgresql://HOST/DATABASE"
              .formatted(text.substring(0, text.startsWith("jdbc:") ? 5 : text.indexOf(':') + 3)));
    }
    return ofFile(text);
  }

  private static StoreAddress ofFile(String file) {
    Properties properties = new Properties();
    properties.setProperty("busy_timeout", String.valueOf(PATIENCE_SECONDS * 1000));
    // a transaction locks at its start, because one that reads first could not lock later
    properties.setProperty("transaction_mode", "IMMEDIATE");
    // as in PostgreSQL
    properties.setProperty("case_sensitive_like", "true");
    return new StoreAddress(file, "jdbc:sqlite:" + file, properties, Dialect.SQLITE);
  }

  /// The message quotes no part of the text, because it may contain a password.
  private static StoreAddress ofDatabase(String text) throws UsageException {
    Matcher parts = DATABASE.matcher(text);
    if (!parts.matches()) {
      throw new UsageException(
          "store postgresql://...: expected postgresql://USER:PASSWORD@HOST:PORT/DATABASE, all but"
              + " HOST and DATABASE may be missing");
    }
    Properties properties = new Properties();
    properties.setProperty("connectTimeout", "10");
    properties.setProperty("options", "-c lock_timeout=" + PATIENCE_SECONDS + "s");
    String user = parts.group(1);
    String password = parts.group(2);
    if (user != null) {
      properties.setProperty("user", decoded(user));
    }
    if (password != null) {
      properties.setProperty("password", decoded(password));
    }
    String database = parts.group(3) + "/" + parts.group(4);
    String parameters = parts.group(5);
    return new StoreAddress(
        "postgresql://" + (user == null ? "" : user + "@") + database,
        "jdbc:postgresql://" + database + (parameters == null ? "" : "?" + parameters),
        properties,
        Dialect.POSTGRESQL);
  }

  private static String decoded(String text) throws UsageException {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "store postgresql://...: expected two hexadecimal digits after each percent sign of the user and"
              + " the password");
    }
  }

  /// Whether it is a file that does not exist.
  boolean isMissing() {
    return dialect == Dialect.SQLITE && !Files.isRegularFile(Path.of(name));
  }
}
