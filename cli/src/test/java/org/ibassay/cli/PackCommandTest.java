package org.ibassay.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `ibassay pack` and `check-pack`, on a whole run of a simulated device.
@Tag("trial")
class PackCommandTest {
  @TempDir private static Path directory = Path.of("");
  private static final StringWriter OUT = new StringWriter();
  private static final StringWriter ERR = new StringWriter();

  @BeforeAll
  static void run() throws Exception {
    Files.writeString(directory.resolve("profile"), "claims.IsTrapSupported=false\n");
    String limit = "--trace-limit=100K";
    String profile = at("profile");
    assertThat(ibassay("run", "--dut=sim:ca", "--profile", profile, limit, "--out", at("run")))
        .as("%s", ERR)
        .isZero();
    for (String name : new String[] {"lab", "other"}) {
      KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
      pem(name + ".pem", "PRIVATE KEY", pair.getPrivate().getEncoded());
      pem(name + ".pub", "PUBLIC KEY", pair.getPublic().getEncoded());
    }
    assertThat(ibassay("pack", at("run"), "--sign", at("lab.pem"), "--out", at("good.zip")))
        .as("%s", ERR)
        .isZero();
  }

  private static void pem(String name, String kind, byte[] der) throws IOException {
    String base64 = Base64.getMimeEncoder().encodeToString(der);
    Files.writeString(
        directory.resolve(name),
        "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(kind, base64));
  }

  @Test
  void aPackOfAWholeRunIsCompleteAndSigned() {
    assertThat(ibassay("check-pack", at("good.zip"), "--key", at("lab.pub")))
        .as("%s", OUT)
        .isZero();
    assertThat(said())
        .contains("verdict pass, run ", " sim:ca, node GUID 0x", "signed by key ", "lab.pub ")
        .endsWith("complete and unchanged ");
    assertThat(ibassay("check-pack", at("good.zip"))).isZero();
    assertThat(said()).contains("; the signer must confirm that this key is theirs ");
  }

  @Test
  void theSameRunAndKeyMakeTheSameBytes() throws IOException {
    ibassay("pack", at("run"), "--sign", at("lab.pem"), "--out", at("again.zip"));
    assertThat(directory.resolve("again.zip"))
        .hasSameBinaryContentAs(directory.resolve("good.zip"));
    assertThat(ibassay("pack", at("run"), "--out", at("again.zip"))).isEqualTo(2);
    assertThat(ERR.toString()).contains("again.zip: exists");
  }

  @Test
  void whoSignedIsCompared() {
    assertThat(ibassay("check-pack", at("good.zip"), "--key", at("other.pub"))).isOne();
    assertThat(said())
        .contains("1 defect - it is signed by key ", ", not by the one that was given");
    ibassay("pack", at("run"), "--out", at("unsigned.zip"));
    assertThat(ibassay("check-pack", at("unsigned.zip"))).isZero();
    assertThat(ibassay("check-pack", at("unsigned.zip"), "--key", at("lab.pub"))).isOne();
    assertThat(said()).contains("1 defect - not signed ");
    assertThat(ibassay("check-pack", at("good.zip"), "--key", at("lab.pem"))).isEqualTo(2);
  }

  @Test
  void whatWasLeftOutIsNamed() {
    ibassay("run", "C14*", "--safe", "--dut", "sim:ca", "--out", at("part"));
    ibassay("pack", at("part"), "--out", at("part.zip"));
    assertThat(ibassay("check-pack", at("part.zip"))).isOne();
    assertThat(said())
        .contains("2 defects", "- sim:ca, not run: R09_", "- sim:ca, left out by --safe: C14_")
        .contains(" more ");
  }

  @Test
  void aDeviceThatContradictsItsClaimsIsNamed() throws IOException {
    Files.writeString(directory.resolve("wrong"), "claims.IsTrapSupported=true\n");
    ibassay("run", "C14*", "--dut", "sim:ca", "--profile", at("wrong"), "--out", at("claims"));
    ibassay("pack", at("claims"), "--out", at("claims.zip"));
    assertThat(ibassay("check-pack", at("claims.zip"))).isOne();
    assertThat(said())
        .contains("- sim:ca was not tested: the profile states claims.IsTrapSupported=true");
  }

  private static void lab() throws IOException {
    Files.writeString(
        directory.resolve("lab.toml"),
        """
        [[dut]]
        name = "one"
        uri = "sim:ca"
        [[dut]]
        name = "two"
        uri = "sim:switch"
        """);
  }

  @Test
  void aLabAndAMergeArePackedWithTheDirectoriesOfTheirDevices() throws IOException {
    lab();
    for (String name : new String[] {"one", "two"}) {
      ibassay("run", "C13_*", "--lab", at("lab.toml"), "--dut", name, "--out", at("in-" + name));
    }
    ibassay("merge", at("in-one"), at("in-two"), "--out", at("merged"));
    ibassay("run", "C13_*", "--lab", at("lab.toml"), "--out", at("labrun"));
    for (String run : new String[] {"merged", "labrun"}) {
      String zip = at(run + ".zip");
      assertThat(ibassay("pack", at(run), "--sign", at("lab.pem"), "--out", zip))
          .as("%s", ERR)
          .isZero();
      assertThat(unpacked(run + ".zip"))
          .containsKeys("duts/one/trace.pcapng", "duts/two/report.html")
          .doesNotContainKey("trace.pcapng");
      assertThat(ibassay("check-pack", zip)).isOne();
      assertThat(said())
          .contains("one, sim:ca, node GUID 0x", "two, sim:switch", "2 defects")
          .contains("- sim:ca, not run: ", "- sim:switch, not run: ");
    }
    Map<String, byte[]> files = unpacked("labrun.zip");
    text(files, "duts/one/results.json", "\"verdict\" : \"pass\"", "\"verdict\" : \"fail\"");
    files.remove("duts/two/trace.pcapng");
    files.put("duts/three/trace.pcapng", new byte[4]);
    assertThat(checked(files))
        .contains(
            "- duts/one/results.json was altered: ",
            "- results.json differs from the result of duts/one/results.json: C13_",
            "- duts/two/trace.pcapng is missing",
            "- duts/three/trace.pcapng is not of a device of results.json");
  }

  @Test
  void aRunOverAFabricIsPackedWithItsNodes() throws IOException {
    String fabric = "sim:fabric?fat-tree=2&tester=host-1";
    ibassay("run", "--safe", "--fabric", fabric, "--shard", "0/1", "--out", at("fabric"));
    assertThat(ibassay("pack", at("fabric"), "--out", at("fabric.zip"))).as("%s", ERR).isZero();
    assertThat(unpacked("fabric.zip")).containsKeys("results.jsonl", "topology.txt");
    assertThat(ibassay("check-pack", at("fabric.zip"))).isOne();
    assertThat(said())
        .contains("- it is only part 0/1 of a split run")
        .doesNotContain("nodes of the fabric were tested");
  }

  @Test
  void anAlteredFileIsNamed() throws IOException {
    Map<String, byte[]> files = unpacked();
    text(files, "junit.xml", "<testsuites", "<testsuites ");
    text(files, "profile.properties", "false", "true");
    assertThat(checked(files))
        .contains(
            "- junit.xml was altered: ",
            "- profile.properties was altered: ",
            "- profile.properties differs from what the run was given: its claims were not compared");
    files = unpacked();
    text(files, "results.json", "\"verdict\" : \"pass\"", "\"verdict\" : \"fail\"");
    assertThat(checked(files))
        .contains(
            "- results.json was altered", "statement's passedTests differs from results.json");
    files = unpacked();
    files.put(
        "suite.json", "{\"version\": \"1\", \"sha256\": \"2\", \"tests\": []}".getBytes(UTF_8));
    assertThat(checked(files)).contains("suite.json is not about the suite that made results.json");
  }

  @Test
  void anAlteredStatementIsNamed() throws IOException {
    Map<String, byte[]> files = unpacked();
    text(files, "statement.dsse.json", "ey", "ex");
    text(files, "statement.dsse.json", "\"payload\" : \"ew", "\"payload\" : \"eyB");
    assertThat(checked(files)).contains("defect");
    files.put("statement.dsse.json", "{}".getBytes(UTF_8));
    assertThat(checked(files)).contains("statement.dsse.json: lacks the field \"payloadType\"");
    files.put("statement.dsse.json", "[".repeat(100_000).getBytes(UTF_8));
    assertThat(checked(files)).contains("statement.dsse.json: ");
    files.remove("statement.dsse.json");
    files.remove("trace.pcapng");
    assertThat(checked(files))
        .contains("trace.pcapng is missing", "statement.dsse.json is missing");
  }

  @Test
  void entriesThatAreNoneOfAPackAreNamed() throws IOException {
    Map<String, byte[]> files = unpacked();
    files.put("../../etc/passwd", new byte[4]);
    files.put("READ\u001b[2JME", new byte[4]);
    assertThat(checked(files))
        .contains(
            "entry ../../etc/passwd is none of a pack, and leads out of it",
            "entry READ?[2JME is none of a pack");
  }

  @Test
  void aBombIsNotUnpacked() throws IOException {
    Map<String, byte[]> files = unpacked();
    files.put("results.json", new byte[(64 << 20) + 1]);
    assertThat(checked(files)).contains("results.json would be 67108865 bytes", "not unpacked");
    files.put("results.json", ("[" + "{},".repeat(5_000_000) + "{}]").getBytes(UTF_8));
    assertThat(checked(files)).contains("results.json: is not JSON: ");
    byte[] zip = Files.readAllBytes(directory.resolve("good.zip"));
    int first = indexOf(zip, "PK\1\2");
    zip[first + 24] = 5; // a byte of the size
    zip[first + 25] = 0;
    zip[first + 26] = 0;
    assertThat(checked(zip))
        .contains("it unpacks to more than the 5 bytes that its directory states");
  }

  @Test
  void anEntryThatIsThereTwiceIsNamed() throws IOException {
    Map<String, byte[]> files = unpacked();
    files.put("junit.xmm", new byte[4]);
    Path file = zipped(files);
    byte[] zip = Files.readAllBytes(file);
    for (int i = 0; i < zip.length - 9; i++) {
      if (new String(zip, i, 9, UTF_8).equals("junit.xmm")) {
        zip[i + 8] = 'l';
      }
    }
    assertThat(checked(zip)).contains("entry junit.xml occurs twice");
  }

  @Test
  void bytesBesideTheEntriesAreNamed() throws IOException {
    Path file = Files.copy(directory.resolve("good.zip"), directory.resolve("longer.zip"));
    Files.writeString(file, "trailer", StandardOpenOption.APPEND);
    assertThat(checked(Files.readAllBytes(file)))
        .contains("7 bytes follow the end of the zip file");
  }

  @Test
  void noByteChangesUnseenOrBreaksTheCheck() throws IOException {
    byte[] good = Files.readAllBytes(directory.resolve("good.zip"));
    Map<String, byte[]> unchanged = contents(directory.resolve("good.zip"));
    int directoryStart = indexOf(good, "PK\1\2");
    for (int i = 0; i < 60; i += Seeds.areMany() ? 1 : 3) {
      byte[] zip = good.clone();
      int at = i < 40 ? directoryStart + i * 7 : i * (directoryStart / 60);
      zip[at] ^= (byte) (1 << i % 8);
      Path file = Files.write(directory.resolve("flipped.zip"), zip);
      assertThat(ibassay("check-pack", file.toString())).as("byte %d", at).isBetween(0, 3);
      assertThat(ERR.toString()).as("byte %d", at).doesNotContain("bug in ibassay");
      if (i >= 40 && !OUT.toString().contains("defect")) {
        // It is padding, or repeated in the central directory: the contents of the pack are
        // unchanged.
        assertThat(contents(file)).as("byte %d", at).containsExactlyInAnyOrderEntriesOf(unchanged);
      }
    }
  }

  @Test
  void whatIsNoPackIsUnreadable() throws IOException {
    byte[] good = Files.readAllBytes(directory.resolve("good.zip"));
    Path file = Files.write(directory.resolve("cut.zip"), Arrays.copyOf(good, 9000));
    assertThat(ibassay("check-pack", file.toString())).isEqualTo(3);
    assertThat(ERR.toString()).contains("cut.zip: is no pack: it is no zip file, or is cut off");
    Files.write(file, new byte[0]);
    assertThat(ibassay("check-pack", file.toString())).isEqualTo(3);
    assertThat(ibassay("check-pack", at("none.zip"))).isEqualTo(2);
    assertThat(ibassay("pack", at("nothing"))).isEqualTo(2);
    assertThat(ERR.toString()).contains("lacks results.json; expected the directory of a run");
  }

  private static int indexOf(byte[] bytes, String signature) {
    return new String(bytes, ISO_8859_1).indexOf(signature);
  }

  private static void text(Map<String, byte[]> files, String name, String was, String is) {
    files.computeIfPresent(
        name, (_, bytes) -> new String(bytes, UTF_8).replace(was, is).getBytes(UTF_8));
  }

  private static Map<String, byte[]> unpacked() throws IOException {
    return unpacked("good.zip");
  }

  private static Map<String, byte[]> unpacked(String name) throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(directory.resolve(name)))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        files.put(entry.getName(), zip.readAllBytes());
      }
    }
    return files;
  }

  /// Returns the entries in the central directory.
  private static Map<String, byte[]> contents(Path file) throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    try (ZipFile zip = new ZipFile(file.toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        try (InputStream in = zip.getInputStream(entry)) {
          files.put(entry.getName(), in.readAllBytes());
        }
      }
    }
    return files;
  }

  private static Path zipped(Map<String, byte[]> files) throws IOException {
    Path file = directory.resolve("altered.zip");
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, byte[]> entry : files.entrySet()) {
        ZipEntry made = new ZipEntry(entry.getKey());
        made.setTimeLocal(LocalDateTime.of(1980, 2, 1, 0, 0));
        zip.putNextEntry(made);
        zip.write(entry.getValue());
        zip.closeEntry();
      }
    }
    return file;
  }

  private static String checked(Map<String, byte[]> files) throws IOException {
    return checked(Files.readAllBytes(zipped(files)));
  }

  private static String checked(byte[] zip) throws IOException {
    Path file = Files.write(directory.resolve("checked.zip"), zip);
    assertThat(ibassay("check-pack", file.toString())).as("%s%s", OUT, ERR).isOne();
    assertThat(ERR.toString()).isEmpty();
    return said();
  }

  private static String said() {
    return OUT.toString().replaceAll("\\s+", " ");
  }

  private static String at(String name) {
    return directory.resolve(name).toString();
  }

  private static int ibassay(String... args) {
    OUT.getBuffer().setLength(0);
    ERR.getBuffer().setLength(0);
    return Main.run(args, new PrintWriter(OUT), new PrintWriter(ERR));
  }
}
