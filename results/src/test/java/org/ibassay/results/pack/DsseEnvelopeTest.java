package org.ibassay.results.pack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.PublicKey;
import org.ibassay.runner.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Signatures, with a key pair that `openssl` made.
class DsseEnvelopeTest {
  private static final String PRIVATE =
      """
      -----BEGIN PRIVATE KEY-----
      MC4CAQAwBQYDK2VwBCIEIOEKeAkS1CnVpmN/gx+0qn4hU2N3BjSKo8Vm16ifJ9p6
      -----END PRIVATE KEY-----
      """;
  private static final String PUBLIC =
      """
      -----BEGIN PUBLIC KEY-----
      MCowBQYDK2VwAyEApc1VAjc6cWRzW5GKuL+t6+S7E61KK0LC5Nwh8dMGHSQ=
      -----END PUBLIC KEY-----
      """;

  @TempDir Path directory;

  @Test
  void typeAndPayloadAreSignedWithTheirLengths() {
    assertThat(new String(DsseEnvelope.encoded("hello".getBytes(UTF_8)), UTF_8))
        .isEqualTo("DSSEv1 28 application/vnd.in-toto+json 5 hello");
  }

  @Test
  void thePublicKeyFollowsFromThePrivateOne() throws Exception {
    assertThat(Keys.pem(Keys.publicOf(key()))).isEqualTo(PUBLIC);
    assertThat(Keys.id(Keys.publicOf(key())))
        .isEqualTo("7650a82c24fc523bf95a82377f657d29a48c1d08346f0d1b8542a82619396e10");
  }

  @Test
  void aSignatureIsOfItsPayloadAndKey() throws Exception {
    PublicKey owner = Keys.publicOf(PUBLIC, "test");
    DsseEnvelope envelope = DsseEnvelope.of("hello".getBytes(UTF_8), key());
    DsseEnvelope read = DsseEnvelope.read("test", envelope.json());
    assertThat(read.isSignedBy(owner)).isTrue();
    assertThat(read.payload()).isEqualTo(envelope.payload());
    DsseEnvelope altered =
        new DsseEnvelope("hallo".getBytes(UTF_8), read.keyId(), read.signature());
    assertThat(altered.isSignedBy(owner)).isFalse();
    assertThat(new DsseEnvelope(read.payload(), read.keyId(), new byte[3]).isSignedBy(owner))
        .isFalse();
    assertThat(DsseEnvelope.of(read.payload(), null).isSigned()).isFalse();
  }

  @Test
  void whatIsNoKeyIsNamed() throws Exception {
    Path file = Files.writeString(directory.resolve("key"), PUBLIC);
    assertThatThrownBy(() -> Keys.readPrivate(file))
        .isInstanceOf(UsageException.class)
        .hasMessageEndingWith("expected a PRIVATE KEY, found a PUBLIC KEY");
    Files.writeString(file, PUBLIC.replace("MCowBQ", "MCowBA"));
    assertThatThrownBy(() -> Keys.readPublic(file)).hasMessageEndingWith("is no Ed25519 key");
    Files.writeString(file, "no key");
    assertThatThrownBy(() -> Keys.readPublic(file)).hasMessageContaining("expected PEM");
    assertThatThrownBy(() -> Keys.readPublic(directory.resolve("none")))
        .hasMessageEndingWith("cannot be read");
  }

  private PrivateKey key() throws Exception {
    return Keys.readPrivate(Files.writeString(directory.resolve("private"), PRIVATE));
  }
}
