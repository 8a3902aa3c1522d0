package org.ibassay.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeersTest {
  @TempDir private Path root;

  @Test
  void findsTheFirstExecutableOfThatName() throws IOException {
    Path notExecutable = file("a/ibsim", "rw-r--r--");
    Path first = file("b/ibsim", "rwxr-xr-x");
    Path second = file("c/ibsim", "rwxr-xr-x");
    Peers peers =
        new Peers(
            List.of(notExecutable.getParent(), first.getParent(), second.getParent()), List.of());

    assertThat(peers.find("ibsim")).contains(first);
    assertThat(peers.find("opensm")).isEmpty();
  }

  @Test
  void doesNotTakeADirectoryForAProgram() throws IOException {
    Files.createDirectories(root.resolve("bin/ibsim"));

    assertThat(new Peers(List.of(root.resolve("bin")), List.of()).find("ibsim")).isEmpty();
  }

  @Test
  void findsLibrariesOfEveryArchitecture() throws IOException {
    Path plain = file("lib/libplain.so.1", "rw-r--r--");
    Path multiarch = file("lib/x86_64-linux-gnu/libibumad.so.3", "rw-r--r--");
    Path preload = file("lib/aarch64-linux-gnu/umad2sim/libumad2sim.so", "rw-r--r--");
    Peers peers = new Peers(List.of(), Peers.withArchitectures(root.resolve("lib")).toList());

    assertThat(peers.find("libplain.so.1")).contains(plain);
    assertThat(peers.find("libibumad.so.3")).contains(multiarch);
    assertThat(peers.find("libumad2sim.so")).contains(preload);
    assertThat(peers.find("libibmad.so.5")).isEmpty();
  }

  @Test
  void toleratesADirectoryThatIsNotThere() {
    assertThat(Peers.withArchitectures(root.resolve("lib64"))).isNotEmpty();
  }

  @Test
  void findsTheShellOfThisMachine() {
    assertThat(Peers.ofThisMachine().find("sh")).isPresent();
  }

  private Path file(String name, String permissions) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.setPosixFilePermissions(
        Files.createFile(file), PosixFilePermissions.fromString(permissions));
  }
}
