package org.ibassay.results.pack;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.report.SuiteDigest;

/// Ed25519 keys in PEM, as `openssl genpkey` and `openssl pkey -pubout` write them.
final class Keys {
  private static final String ALGORITHM = "Ed25519";
  private static final String PRIVATE = "PRIVATE KEY";
  private static final String PUBLIC = "PUBLIC KEY";
  private static final int LARGEST = 64 << 10;
  private static final Pattern PEM =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*)-----END \\1-----");

  private Keys() {}

  /// Reads a private key.
  ///
  /// @throws UsageException names the file and what was expected there
  static PrivateKey readPrivate(Path file) throws UsageException {
    byte[] der = der(text(file), PRIVATE, file.toString());
    try {
      return KeyFactory.getInstance(ALGORITHM).generatePrivate(new PKCS8EncodedKeySpec(der));
    } catch (GeneralSecurityException e) {
      throw new UsageException("key " + file + ": is no Ed25519 key in PKCS#8");
    }
  }

  /// Reads a public key.
  ///
  /// @throws UsageException names the file and what was expected there
  static PublicKey readPublic(Path file) throws UsageException {
    return publicOf(text(file), file.toString());
  }

  /// Parses a public key from PEM.
  ///
  /// @param where its location, for messages
  static PublicKey publicOf(String pem, String where) throws UsageException {
    byte[] der = der(pem, PUBLIC, where);
    try {
      return KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(der));
    } catch (GeneralSecurityException e) {
      throw new UsageException("key " + where + ": is no Ed25519 key");
    }
  }

  private static String text(Path file) throws UsageException {
    try {
      if (Files.size(file) > LARGEST) {
        throw new UsageException("key " + file + ": is no key in PEM, too large for one");
      }
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UsageException("key " + file + ": cannot be read");
    }
  }

  private static byte[] der(String pem, String kind, String where) throws UsageException {
    Matcher found = PEM.matcher(pem);
    if (!found.find()) {
      throw new UsageException(
          "key %s: expected PEM that starts with -----BEGIN %s-----".formatted(where, kind));
    }
    if (!found.group(1).equals(kind)) {
      throw new UsageException(
          "key %s: expected a %s, found a %s".formatted(where, kind, found.group(1)));
    }
    try {
      return Base64.getMimeDecoder().decode(found.group(2));
    } catch (IllegalArgumentException e) {
      throw new UsageException("key " + where + ": is damaged");
    }
  }

  /// Derives the public key from a private one. The JDK can only generate key pairs from random
  /// bytes; an Ed25519 private key is such bytes, so it is supplied in place of random ones.
  static PublicKey publicOf(PrivateKey key) {
    byte[] seed = ((EdECPrivateKey) key).getBytes().orElseThrow();
    try {
      KeyPairGenerator pairs = KeyPairGenerator.getInstance(ALGORITHM);
      pairs.initialize(NamedParameterSpec.ED25519, new Given(seed));
      return pairs.generateKeyPair().getPublic();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Formats a key as PEM.
  static String pem(PublicKey key) {
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded());
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(PUBLIC, base64, PUBLIC);
  }

  /// Returns the id of a key: the SHA-256 of its SubjectPublicKeyInfo.
  static String id(PublicKey key) {
    return SuiteDigest.of(key.getEncoded());
  }

  /// A source of "random" bytes that returns given bytes.
  private static final class Given extends SecureRandom {
    private static final long serialVersionUID = 1;

    private final byte[] bytes;

    Given(byte[] bytes) {
      this.bytes = bytes.clone();
    }

    @Override
    public void nextBytes(byte[] target) {
      System.arraycopy(bytes, 0, target, 0, target.length);
    }
  }
}
