package org.ibassay.results.pack;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.report.JsonInput;
import org.ibassay.runner.report.JsonOutput;
import org.jspecify.annotations.Nullable;

/// A DSSE envelope: a statement with an optional signature.
///
/// @param payload bytes of the statement
/// @param keyId id of the key, or null if unsigned
/// @param signature the signature, or null
@SuppressWarnings(
    "ArrayRecordComponent") // nobody compares envelopes, and nobody writes to the bytes
record DsseEnvelope(byte[] payload, @Nullable String keyId, byte @Nullable [] signature) {
  private static final String TYPE = "application/vnd.in-toto+json";
  private static final String ALGORITHM = "Ed25519";

  /// Creates an envelope.
  ///
  /// @param key signs it; null for an unsigned envelope
  static DsseEnvelope of(byte[] payload, @Nullable PrivateKey key) {
    if (key == null) {
      return new DsseEnvelope(payload, null, null);
    }
    try {
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initSign(key);
      signature.update(encoded(payload));
      return new DsseEnvelope(payload, Keys.id(Keys.publicOf(key)), signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Parses an envelope.
  ///
  /// @throws UsageException says what was expected
  static DsseEnvelope read(String where, String text) throws UsageException {
    JsonInput root = JsonInput.ofStranger(where, text);
    if (!root.text("payloadType").equals(TYPE)) {
      throw root.wrong("payloadType", TYPE);
    }
    List<JsonInput> signatures = root.items("signatures");
    byte[] payload = decoded(root, "payload");
    if (signatures.isEmpty()) {
      return new DsseEnvelope(payload, null, null);
    }
    if (signatures.size() > 1) {
      throw root.wrong("has %d signatures; expected one".formatted(signatures.size()));
    }
    JsonInput only = signatures.getFirst();
    return new DsseEnvelope(payload, only.text("keyid"), decoded(only, "sig"));
  }

  private static byte[] decoded(JsonInput object, String field) throws UsageException {
    String text = object.text(field);
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw object.wrong(field, "Base64");
    }
  }

  /// Whether it has a signature, valid or not.
  boolean isSigned() {
    return signature != null;
  }

  /// Whether it has a valid signature of the key's owner.
  boolean isSignedBy(PublicKey key) {
    if (signature == null) {
      return false;
    }
    try {
      Signature check = Signature.getInstance(ALGORITHM);
      check.initVerify(key);
      check.update(encoded(payload));
      return check.verify(signature);
    } catch (GeneralSecurityException e) {
      return false; // malformed signature
    }
  }

  /// Returns the bytes to sign: type and payload, each with its length (DSSE's PAE).
  static byte[] encoded(byte[] payload) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] type = TYPE.getBytes(UTF_8);
    out.writeBytes("DSSEv1 %d ".formatted(type.length).getBytes(UTF_8));
    out.writeBytes(type);
    out.writeBytes(" %d ".formatted(payload.length).getBytes(UTF_8));
    out.writeBytes(payload);
    return out.toByteArray();
  }

  /// The JSON form used in a pack.
  String json() {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("payloadType", TYPE);
    tree.put("payload", Base64.getEncoder().encodeToString(payload));
    List<Object> signatures = new ArrayList<>();
    if (keyId != null && signature != null) {
      Map<String, Object> only = new LinkedHashMap<>();
      only.put("keyid", keyId);
      only.put("sig", Base64.getEncoder().encodeToString(signature));
      signatures.add(only);
    }
    tree.put("signatures", signatures);
    return JsonOutput.text(tree);
  }
}
