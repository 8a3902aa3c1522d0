package org.ibassay.interop;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/// A PostgreSQL server on loopback with its own data directory, both removed at the end. Debian's
/// `pg_virtualenv` creates it, and runs it as an unprivileged user.
final class PostgresqlCluster implements AutoCloseable {
  /// The program that creates it.
  static final String PROGRAM = "pg_virtualenv";

  private static final long LIMIT_SECONDS = 60;

  /// The cluster runs as long as its standard input is open.
  private static final String UNTIL_CLOSED =
      "echo \"ready $PGUSER $PGPASSWORD $PGHOST $PGPORT $PGDATABASE\"; cat";

  private final Process process;
  private final String[] facts;

  private PostgresqlCluster(Process process, String[] facts) {
    this.process = process;
    this.facts = facts;
  }

  static PostgresqlCluster start(Path directory) throws IOException {
    // Sorts text by English rules, unlike SQLite.
    Process process =
        new ProcessBuilder(
                PROGRAM,
                "-t",
                "-c",
                "--locale=C.UTF-8",
                "-i",
                "--locale-provider=icu --icu-locale=en-US",
                "-o",
                "fsync=off",
                "sh",
                "-c",
                UNTIL_CLOSED)
            .directory(directory.toFile())
            .redirectError(directory.resolve("postgresql.txt").toFile())
            .start();
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    String line;
    while ((line = out.readLine()) != null) {
      if (line.startsWith("ready ")) {
        return new PostgresqlCluster(process, line.split(" ", -1));
      }
    }
    throw new IOException(PROGRAM + " made no cluster; see " + directory.resolve("postgresql.txt"));
  }

  String password() {
    return facts[2];
  }

  /// The URL of its database.
  String url(String password) {
    return "postgresql://%s:%s@%s:%s/%s"
        .formatted(facts[1], password, facts[3], facts[4], facts[5]);
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    try {
      process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroy();
  }
}
