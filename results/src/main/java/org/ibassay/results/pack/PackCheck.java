package org.ibassay.results.pack;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.ibassay.results.pack.PackZip.Content;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.diff.Results;
import org.ibassay.runner.report.JsonInput;
import org.ibassay.runner.report.SuiteDigest;
import org.ibassay.suite.Page;
import org.jspecify.annotations.Nullable;

/// Checks whether a pack is complete and unchanged, and who signed it.
public final class PackCheck {
  private final List<Page> pages;
  private final @Nullable PublicKey trusted;
  private final List<String> defects = new ArrayList<>();

  /// The result of the check.
  ///
  /// @param results results in the pack, or null if they cannot be read
  /// @param signer key id of a valid signature, or null
  /// @param isTrusted whether that is the given key
  /// @param defects defects, one sentence each
  public record Finding(
      @Nullable Results results, @Nullable String signer, boolean isTrusted, List<String> defects) {
    /// Copies the list.
    public Finding {
      defects = List.copyOf(defects);
    }
  }

  /// @param pages pages of this suite
  /// @param key file of the public key that must have signed, or null
  /// @throws UsageException if the file is not a public key
  public PackCheck(List<Page> pages, @Nullable Path key) throws UsageException {
    this.pages = List.copyOf(pages);
    this.trusted = key == null ? null : Keys.readPublic(key);
  }

  /// Checks a pack.
  ///
  /// @throws PackException if the file is not a pack or cannot be read
  public Finding check(Path file) throws PackException {
    Map<PackEntry, Content> contents;
    try (PackZip zip = PackZip.open(file)) {
      contents = zip.contents();
      defects.addAll(zip.defects());
    } catch (IOException e) {
      throw new PackException(file + ": cannot be read: " + e);
    }
    PackedRun run = read(contents, PackEntry.of(PackFile.RESULTS), PackedRun::of);
    Results results = run == null ? null : run.results();
    Set<String> folders = run == null ? Set.of() : run.folders();
    requireFiles(contents, folders);
    DsseEnvelope envelope = read(contents, PackEntry.of(PackFile.STATEMENT), DsseEnvelope::read);
    String signer = envelope == null ? null : signer(envelope, contents);
    if (envelope != null) {
      compare(envelope, contents, results);
    }
    SuiteTests suite = read(contents, PackEntry.of(PackFile.SUITE), SuiteTests::read);
    if (results != null && suite != null) {
      compare(suite, results, contents);
      defects.addAll(new Completeness(results, suite).gaps());
    }
    if (run != null) {
      defects.addAll(run.gaps());
      compareProfile(run.results(), contents, "");
      for (String folder : folders) {
        compareDevice(run, folder, contents);
      }
    }
    return new Finding(results, signer, signer != null && trusted != null, defects);
  }

  private void requireFiles(Map<PackEntry, Content> contents, Set<String> folders) {
    for (PackFile part : PackFile.values()) {
      boolean isOfDevices = part == PackFile.TRACE && !folders.isEmpty();
      if (part.isRequired() && !isOfDevices && !contents.containsKey(PackEntry.of(part))) {
        defects.add(part.text() + " is missing");
      }
      for (String folder : folders) {
        PackEntry entry = PackEntry.of(folder, part);
        if (part.isRequired() && part.isOfDevice() && !contents.containsKey(entry)) {
          defects.add(entry.name() + " is missing");
        }
      }
    }
    for (PackEntry entry : contents.keySet()) {
      if (!entry.folder().isEmpty() && !folders.contains(entry.folder())) {
        defects.add(entry.name() + " is not of a device of results.json");
      }
    }
  }

  /// Compares the results of the whole with those of one device's directory.
  private void compareDevice(PackedRun run, String folder, Map<PackEntry, Content> contents) {
    Results own = read(contents, PackEntry.of(folder, PackFile.RESULTS), PackCheck::results);
    if (own != null) {
      defects.addAll(run.contradictions(folder, own));
      compareProfile(own, contents, folder + "/");
    }
  }

  private interface Reading<T> {
    T of(String where, String text) throws UsageException;
  }

  private <T> @Nullable T read(
      Map<PackEntry, Content> contents, PackEntry entry, Reading<T> reading) {
    Content content = contents.get(entry);
    if (content == null) {
      return null;
    }
    try {
      ByteBuffer bytes = ByteBuffer.wrap(content.bytes());
      return reading.of(entry.name(), UTF_8.newDecoder().decode(bytes).toString());
    } catch (CharacterCodingException e) {
      defects.add(entry.name() + ": is not text in UTF-8");
    } catch (UsageException e) {
      defects.add(Objects.requireNonNullElse(e.getMessage(), entry.name()));
    }
    return null;
  }

  private static Results results(String where, String text) throws UsageException {
    return Results.of(where, JsonInput.ofStranger(where, text));
  }

  /// Returns the key id of a valid signature: by the given key, or otherwise by the key in the
  /// pack.
  private @Nullable String signer(DsseEnvelope envelope, Map<PackEntry, Content> contents) {
    if (!envelope.isSigned()) {
      if (trusted != null) {
        defects.add("not signed");
      }
      return null;
    }
    PublicKey own =
        read(contents, PackEntry.of(PackFile.KEY), (where, pem) -> Keys.publicOf(pem, where));
    if (trusted != null) {
      if (envelope.isSignedBy(trusted)) {
        return Keys.id(trusted);
      }
      defects.add(
          own != null && envelope.isSignedBy(own)
              ? "it is signed by key %s, not by the one that was given, %s"
                  .formatted(Keys.id(own), Keys.id(trusted))
              : "its signature is not of the key that was given, or the statement was altered");
      return null;
    }
    if (own != null && envelope.isSignedBy(own)) {
      return Keys.id(own);
    }
    defects.add(
        own == null
            ? "it is signed, and has no public key to check that by"
            : "its signature is wrong: the statement was altered");
    return null;
  }

  private void compare(
      DsseEnvelope envelope, Map<PackEntry, Content> contents, @Nullable Results results) {
    Statement statement;
    try {
      statement = Statement.read("the statement", new String(envelope.payload(), UTF_8));
    } catch (UsageException e) {
      defects.add(String.valueOf(e.getMessage()));
      return;
    }
    contents.forEach((entry, content) -> {
      String digest = statement.digests().get(entry.name());
      if (entry.file() == PackFile.STATEMENT) {
        return;
      }
      if (digest == null) {
        defects.add(entry.name() + " is not in the statement");
      } else if (!digest.equals(content.digest())) {
        defects.add(entry.name() + " was altered: its SHA-256 is not that of the statement");
      }
    });
    for (String name : statement.digests().keySet()) {
      PackEntry entry = PackEntry.of(name).orElse(null);
      if (entry == null || (!contents.containsKey(entry) && !entry.file().isRequired())) {
        defects.add("the statement is about a file that is missing: " + PlainText.of(name));
      }
    }
    if (results != null) {
      defects.addAll(statement.contradictions(results));
    }
  }

  /// If the pack's suite is this one, compares their lists of tests.
  private void compare(SuiteTests suite, Results results, Map<PackEntry, Content> contents) {
    String digest = results.origin().suite();
    if (digest == null
        || !suite.digest().equals(digest)
        || !suite.version().equals(results.version())) {
      defects.add("suite.json is not about the suite that made results.json");
      return;
    }
    try {
      byte[] own = SuiteTests.of(pages, suite.version(), suite.digest()).json().getBytes(UTF_8);
      Content content = contents.get(PackEntry.of(PackFile.SUITE));
      if (digest.equals(SuiteDigest.ofThis())
          && content != null
          && !content.digest().equals(SuiteDigest.of(own))) {
        defects.add("suite.json does not list the tests of the suite that it names");
      }
    } catch (IOException e) {
      defects.add("this suite's own classes cannot be read: " + e);
    }
  }

  /// Compares the digest of the profile, whose claims the run compared with the device.
  ///
  /// @param folder of the run's files, with a slash, or empty
  private void compareProfile(Results results, Map<PackEntry, Content> contents, String folder) {
    String name = folder + PackFile.PROFILE.text();
    Content profile = contents.get(new PackEntry(name, PackFile.PROFILE));
    String given = results.origin().profile();
    if (given == null && profile != null) {
      defects.add(name + " was not given to the run: the run had none");
    } else if (given != null && profile == null) {
      defects.add(name + " is missing, which the run was given");
    } else if (given != null && profile != null && !given.equals(profile.digest())) {
      defects.add(name + " differs from what the run was given: its claims were not compared");
    }
  }
}
