package org.ibassay.interop;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
import org.ibassay.peers.Peers;
import org.junit.jupiter.api.Assumptions;

/// A running Linux Soft-RoCE guest (`lab/soft-roce`): a third-party RoCEv2 adapter.
///
/// Building it takes some 20 s and the network the first time on a machine, booting takes 10 to 25
/// s; so tests share one guest for each kernel. It ends with this virtual machine in any case,
/// because it reads its standard input.
final class SoftRoceGuest implements AutoCloseable {
  /// Required by tests that use such a guest; apt installs the rest.
  static final String APT = "apt-get";

  /// Also required.
  static final String COMPILER = "gcc";

  /// Lock for the use of a shared guest, which has one connection for frames.
  static final String ONE_TESTER = "Soft-RoCE guest";

  /// Stock kernels.
  enum Kernel {
    /// The release's own.
    CURRENT,
    /// The kernel of the release's backports.
    BACKPORTS;

    /// Returns the kernels that this build tests: the first, or those in `-Dibassay.kernels`.
    static Stream<Kernel> tested() {
      return Stream.of(System.getProperty("ibassay.kernels", "current").split(",", -1))
          .map(word -> valueOf(word.toUpperCase(Locale.ROOT)));
    }

    /// Whether this build runs the long tests: see `.ci/run full`.
    static boolean areAllTested() {
      return tested().count() == values().length;
    }
  }

  private static final int MACHINE_LACKS_SOMETHING = 3;
  private static final long END_SECONDS = 10;
  private static final Map<Kernel, SoftRoceGuest> SHARED = new EnumMap<>(Kernel.class);

  private final Process script;
  private final DutUri uri;

  private SoftRoceGuest(Process script, DutUri uri) {
    this.script = script;
    this.uri = uri;
  }

  /// Returns a guest that is shared by all tests of this run.
  static synchronized SoftRoceGuest shared(Kernel kernel) throws IOException, DutUriException {
    SoftRoceGuest running = SHARED.get(kernel);
    if (running == null || !running.script.isAlive()) {
      running = start(kernel);
      SHARED.put(kernel, running);
    }
    return running;
  }

  /// Starts a guest, and waits until its agent responds. The script itself has a timeout; its first
  /// run on a machine also creates the image.
  ///
  /// @param options of the script, besides the kernel
  static synchronized SoftRoceGuest start(Kernel kernel, String... options)
      throws IOException, DutUriException {
    Path errors = Files.createTempFile("soft-roce", ".log");
    List<String> command = new ArrayList<>();
    command.add(AgentProgram.root().resolve("lab/soft-roce/guest").toString());
    command.addAll(List.of("--kernel", kernel.name().toLowerCase(Locale.ROOT)));
    command.addAll(List.of(options));
    Process script = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    try {
      BufferedReader out = script.inputReader(StandardCharsets.US_ASCII);
      String line = out.readLine();
      if (line == null) {
        String why = Files.readString(errors);
        // The release may be too young for backports; if anything else is missing, that is an
        // error.
        Assumptions.assumeFalse(why.contains("apt has no linux-image-amd64 of kind"), why);
        boolean lacks = script.onExit().join().exitValue() == MACHINE_LACKS_SOMETHING;
        Assumptions.assumeFalse(lacks && !Peers.areRequired(), why);
        throw new IOException("no Soft-RoCE guest:\n" + why);
      }
      return new SoftRoceGuest(script, DutUri.parse(line));
    } catch (IOException | DutUriException | RuntimeException e) {
      script.destroy();
      throw e;
    } finally {
      Files.delete(errors);
    }
  }

  /// The URI for the driver `roce:`.
  DutUri uri() {
    return uri;
  }

  /// The URI over IPv6.
  DutUri uri6() throws DutUriException {
    return at("2001:db8::2", "2001:db8::1");
  }

  /// The URI in the guest's VLAN.
  DutUri uriInVlan() throws DutUriException {
    return at("198.51.100.2", "198.51.100.1&vlan=5");
  }

  /// The URI over IPv6 in the guest's VLAN.
  DutUri uri6InVlan() throws DutUriException {
    return at("2001:db8:5::2", "2001:db8:5::1&vlan=5");
  }

  /// The URI over IPv4 with another path MTU than the greatest, which is 4096.
  DutUri uriWithMtu(int bytes) throws DutUriException {
    return DutUri.parse(uri.text() + "&mtu=" + bytes);
  }

  private DutUri at(String dut, String from) throws DutUriException {
    return DutUri.parse(
        uri.text().replace(uri.target(), dut).replace(uri.single("from").orElseThrow(), from));
  }

  @Override
  public void close() throws IOException {
    script.getOutputStream().close();
    Process ended = script.onExit().completeOnTimeout(script, END_SECONDS, TimeUnit.SECONDS).join();
    Objects.requireNonNull(ended).destroyForcibly();
  }
}
