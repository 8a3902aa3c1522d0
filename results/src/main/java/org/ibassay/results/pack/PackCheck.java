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
    Map<PackFile, Content> contents;
    try (PackZip zip = PackZip.open(file)) {
      contents = zip.contents();
      defects.addAll(zip.defects());
    } catch (IOException e) {
      throw new PackException(file + ": cannot be read: " + e);
    }
    for (PackFile part : PackFile.values()) {
      if (part.isRequired() && !contents.containsKey(part)) {
        defects.add(part.text() + " is missing");
      }
    }
    Results results = read(contents, PackFile.RESULTS, PackCheck::results);
    DsseEnvelope envelope = read(contents, PackFile.STATEMENT, DsseEnvelope::read);
    String signer = envelope == null ? null : signer(envelope, contents);
    if (envelope != null) {
      compare(envelope, contents, results);
    }
    SuiteTests suite = read(contents, PackFile.SUITE, SuiteTests::read);
    if (results != null && suite != null) {
      compare(suite, results, contents);
      defects.addAll(new Completeness(results, suite).gaps());
    }
    if (results != null) {
      compareProfile(results, contents);
    }
    return new Finding(results, signer, signer != null && trusted != null, defects);
  }

  private interface Reading<T> {
    T of(String where, String text) throws UsageException;
  }

  private <T> @Nullable T read(Map<PackFile, Content> contents, PackFile file, Reading<T> reading) {
    Content content = contents.get(file);
    if (content == null) {
      return null;
    }
    try {
      ByteBuffer bytes = ByteBuffer.wrap(content.bytes());
      return reading.of(file.text(), UTF_8.newDecoder().decode(bytes).toString());
    } catch (CharacterCodingException e) {
      defects.add(file.text() + ": is not text in UTF-8");
    } catch (UsageException e) {
      defects.add(Objects.requireNonNullElse(e.getMessage(), file.text()));
    }
    return null;
  }

  private static Results results(String where, String text) throws UsageException {
    return Results.of(where, JsonInput.ofStranger(where, text));
  }

  /// Returns the key id of a valid signature: by the given key, or otherwise by the key in the
  /// pack.
  private @Nullable String signer(DsseEnvelope envelope, Map<PackFile, Content> contents) {
    if (!envelope.isSigned()) {
      if (trusted != null) {
        defects.add("nobody signed it");
      }
      return null;
    }
    PublicKey own = read(contents, PackFile.KEY, (where, pem) -> Keys.publicOf(pem, where));
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
      DsseEnvelope envelope, Map<PackFile, Content> contents, @Nullable Results results) {
    Statement statement;
    try {
      statement = Statement.read("the statement", new String(envelope.payload(), UTF_8));
    } catch (UsageException e) {
      defects.add(String.valueOf(e.getMessage()));
      return;
    }
    contents.forEach((file, content) -> {
      String digest = statement.digests().get(file.text());
      if (file == PackFile.STATEMENT) {
        return;
      }
      if (digest == null) {
        defects.add(file.text() + " is not in the statement");
      } else if (!digest.equals(content.digest())) {
        defects.add(file.text() + " was altered: its SHA-256 is not that of the statement");
      }
    });
    for (String name : statement.digests().keySet()) {
      PackFile file = PackFile.of(name).orElse(null);
      if (file == null || (!contents.containsKey(file) && !file.isRequired())) {
        defects.add("the statement is about a file that is missing: " + PlainText.of(name));
      }
    }
    if (results != null) {
      defects.addAll(statement.contradictions(results));
    }
  }

  /// If the pack's suite is this one, compares their lists of tests.
  private void compare(SuiteTests suite, Results results, Map<PackFile, Content> contents) {
    String digest = results.origin().suite();
    if (digest == null
        || !suite.digest().equals(digest)
        || !suite.version().equals(results.version())) {
      defects.add("suite.json is not about the suite that made results.json");
      return;
    }
    try {
      byte[] own = SuiteTests.of(pages, suite.version(), suite.digest()).json().getBytes(UTF_8);
      Content content = contents.get(PackFile.SUITE);
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
  private void compareProfile(Results results, Map<PackFile, Content> contents) {
    Content profile = contents.get(PackFile.PROFILE);
    String given = results.origin().profile();
    if (given == null && profile != null) {
      defects.add("profile.properties is not what the run was given: it was given none");
    } else if (given != null && profile == null) {
      defects.add("profile.properties is missing, which the run was given");
    } else if (given != null && profile != null && !given.equals(profile.digest())) {
      defects.add("profile.properties is not what the run was given: its claims were not compared");
    }
  }
}
