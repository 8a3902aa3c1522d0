package org.ibassay.results.pack;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.diff.Results;
import org.ibassay.runner.report.SuiteDigest;
import org.ibassay.suite.Page;
import org.jspecify.annotations.Nullable;

/// Packs the directory of a run. Equal files and keys give identical bytes.
public final class PackWriter {
  /// The time of every entry; real times would make each pack different.
  private static final LocalDateTime TIME = LocalDateTime.of(1980, 2, 1, 0, 0);

  private static final List<PackFile> OF_A_RUN =
      List.of(
          PackFile.RESULTS,
          PackFile.REPORT,
          PackFile.JUNIT,
          PackFile.PROFILE,
          PackFile.ICS,
          PackFile.TRACE,
          PackFile.RECORDING,
          PackFile.LINES,
          PackFile.TOPOLOGY);

  /// The bytes that a zip file without extensions can have.
  private static final long MOST_BYTES = 0xFFFF_FFFFL;

  private static final int MOST_ENTRIES = 0xFFFF;

  private final Path directory;
  private final List<Page> pages;
  private final @Nullable PrivateKey key;
  private final Map<String, String> digests = new LinkedHashMap<>();

  /// @param directory directory of a run
  /// @param pages pages of the suite
  /// @param key file of the signer's private key, or null
  /// @throws UsageException if the file is not a private key
  public PackWriter(Path directory, List<Page> pages, @Nullable Path key) throws UsageException {
    this.directory = directory;
    this.pages = List.copyOf(pages);
    this.key = key == null ? null : Keys.readPrivate(key);
  }

  /// Writes the pack atomically.
  ///
  /// @return the signer's key id, or null if unsigned
  /// @throws UsageException if the directory lacks a file of a run, or another suite made it
  /// @throws PackException if it cannot be written
  public @Nullable String write(Path file) throws UsageException, PackException {
    List<PackEntry> entries = entries();
    if (Files.exists(file)) {
      throw new UsageException(file + ": exists; expected --out with a new file");
    }
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      try (ZipOutputStream zip =
          new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(part)))) {
        write(zip, entries);
      }
      if (Files.size(part) > MOST_BYTES) {
        throw new PackException(file + ": would be larger than a pack can be, 4 GiB");
      }
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new PackException(file + ": cannot be written: " + e);
    } finally {
      remove(part);
    }
    return key == null ? null : Keys.id(Keys.publicOf(key));
  }

  private static void remove(Path part) {
    try {
      Files.deleteIfExists(part);
    } catch (IOException e) {
      part.toFile().deleteOnExit();
    }
  }

  /// The files to pack, in their order.
  private List<PackEntry> entries() throws UsageException {
    require(PackEntry.of(PackFile.RESULTS));
    Set<String> folders = run().folders();
    List<PackEntry> entries = new ArrayList<>();
    for (PackFile file : OF_A_RUN) {
      boolean isOfDevices = file == PackFile.TRACE && !folders.isEmpty();
      add(entries, PackEntry.of(file), file.isRequired() && !isOfDevices);
    }
    for (int i = 2; Files.exists(directory.resolve(moreTraces(i).name())); i++) {
      add(entries, moreTraces(i), true);
    }
    for (String folder : folders) {
      for (PackFile file : OF_A_RUN) {
        if (file.isOfDevice()) {
          add(entries, PackEntry.of(folder, file), file.isRequired());
        }
      }
    }
    if (entries.size() > MOST_ENTRIES) {
      throw new UsageException(
          "%s: has %d files, more than a pack takes".formatted(directory, entries.size()));
    }
    return entries;
  }

  private static PackEntry moreTraces(int number) {
    return new PackEntry("trace-%d.pcapng".formatted(number), PackFile.TRACE);
  }

  private PackedRun run() throws UsageException {
    Path results = directory.resolve(PackFile.RESULTS.text());
    try {
      return PackedRun.of(results.toString(), Files.readString(results));
    } catch (IOException e) {
      throw new UsageException(results + ": cannot be read: " + e.getMessage());
    }
  }

  private void add(List<PackEntry> entries, PackEntry entry, boolean isRequired)
      throws UsageException {
    if (isRequired) {
      require(entry);
    }
    Path path = directory.resolve(entry.name());
    if (Files.isRegularFile(path)) {
      if (path.toFile().length() > entry.file().limit()) {
        throw new UsageException(
            "%s: is larger than a pack takes, %d MiB".formatted(path, entry.file().limit() >> 20));
      }
      entries.add(entry);
    }
  }

  private void require(PackEntry entry) throws UsageException {
    if (!Files.isRegularFile(directory.resolve(entry.name()))) {
      throw new UsageException(
          directory + ": lacks " + entry.name() + "; expected the directory of a run (--out)");
    }
  }

  private void write(ZipOutputStream zip, List<PackEntry> entries)
      throws IOException, UsageException {
    Results results = run().results();
    String suite = suite(results);
    for (PackEntry entry : entries) {
      try (InputStream in = Files.newInputStream(directory.resolve(entry.name()))) {
        add(zip, entry, in);
      }
    }
    String tests = SuiteTests.of(pages, results.version(), suite).json();
    add(zip, PackFile.SUITE, tests.getBytes(UTF_8));
    if (key != null) {
      add(zip, PackFile.KEY, Keys.pem(Keys.publicOf(key)).getBytes(UTF_8));
    }
    String statement = new Statement(digests, Statement.Outcome.of(results)).json();
    String envelope = DsseEnvelope.of(statement.getBytes(UTF_8), key).json();
    add(zip, PackFile.STATEMENT, envelope.getBytes(UTF_8));
  }

  /// Returns this suite's list of tests; this suite must be the one that judged.
  private String suite(Results results) throws IOException, UsageException {
    String made = results.origin().suite();
    if (made == null || !made.equals(SuiteDigest.ofThis())) {
      throw new UsageException(
          "%s: was made by %s; expected results of this ibassay, as it adds the list of its tests"
              .formatted(
                  directory,
                  made == null ? "an earlier version of ibassay" : "another build of ibassay"));
    }
    return made;
  }

  private void add(ZipOutputStream zip, PackFile file, byte[] bytes) throws IOException {
    add(zip, PackEntry.of(file), new ByteArrayInputStream(bytes));
  }

  private void add(ZipOutputStream zip, PackEntry file, InputStream in) throws IOException {
    ZipEntry entry = new ZipEntry(file.name());
    entry.setTimeLocal(TIME);
    zip.putNextEntry(entry);
    MessageDigest digest = SuiteDigest.sha256();
    copy(new DigestInputStream(in, digest), zip);
    zip.closeEntry();
    digests.put(file.name(), HexFormat.of().formatHex(digest.digest()));
  }

  private static void copy(InputStream in, OutputStream out) throws IOException {
    in.transferTo(out);
  }
}
