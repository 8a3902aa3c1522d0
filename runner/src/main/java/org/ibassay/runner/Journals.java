package org.ibassay.runner;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ibassay.link.Timing;
import org.ibassay.link.dut.Dut;
import org.ibassay.runner.journal.Contents;
import org.ibassay.runner.journal.Journal;
import org.ibassay.runner.journal.OwnerOnly;

/// The journals in a state folder, one for each device that a run has changed.
///
/// @param home the state folder
/// @param outlives whether a device's state outlives this process; if not, it needs no journal
/// @param program name of this program, for the command that restores a device
public record Journals(Path home, Predicate<Dut> outlives, String program) {
  private static final String FILE = "journal";

  /// Returns the journals of a state folder. Devices that this process simulates need none, and
  /// neither do devices without a port for management datagrams, of which no state is saved.
  public static Journals in(Path home, String program) {
    return new Journals(
        home, dut -> dut.madPorts().stream().anyMatch(port -> !port.isSimulated()), program);
  }

  /// A device's name in results and for `ibassay restore`.
  static String name(long node) {
    return "0x%016x".formatted(node);
  }

  Path file(long node) {
    return home.resolve(name(node)).resolve(FILE);
  }

  /// Starts a run's journal and locks it.
  ///
  /// @param node GUID of the device
  /// @param uri URI of the device
  /// @param timing timeouts and retries of the run
  /// @param window number of outstanding requests of the run
  /// @param since start of the run
  /// @throws BusyException if the device must not be used
  /// @throws IOException if the journal cannot be written
  Journal open(long node, String uri, Timing timing, int window, Instant since)
      throws BusyException, IOException {
    Journal journal = hold(node);
    try {
      Contents contents = journal.contents();
      if (contents.isOpen()) {
        throw new BusyException(leftOpen(node, contents));
      }
      long process = ProcessHandle.current().pid();
      journal.start(Contents.head(node, uri, process, since.toString(), timing, window));
      return journal;
    } catch (BusyException | IOException | RuntimeException e) {
      journal.close();
      throw e;
    }
  }

  /// Locks a device's journal, whatever its contents.
  ///
  /// @throws BusyException if a run holds it
  Journal hold(long node) throws BusyException, IOException {
    Path file = file(node);
    FileChannel channel = OwnerOnly.open(file);
    if (!isLocked(channel)) {
      Contents contents = Contents.read(channel);
      channel.close();
      throw new BusyException(runs(node, contents));
    }
    return new Journal(file, channel, restoring(node));
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // held by this process
    }
  }

  /// A device that must not be used at present.
  ///
  /// @param node its GUID
  /// @param why the reason
  /// @param mayBeAsked whether no run is using it, which a request could disturb
  /// @param keys M_Keys that it may hold, the likeliest first
  record Obstacle(long node, String why, boolean mayBeAsked, List<Long> keys) {}

  /// Returns why a device must not be used, if so; writes nothing.
  ///
  /// @param node its GUID
  Optional<Obstacle> obstacle(long node) {
    if (isEmpty(file(node))) {
      return Optional.empty();
    }
    try (Journal journal = hold(node)) {
      Contents contents = journal.contents();
      return contents.isOpen()
          ? Optional.of(new Obstacle(node, leftOpen(node, contents), true, contents.mKeys()))
          : Optional.empty();
    } catch (BusyException e) {
      return Optional.of(new Obstacle(node, String.valueOf(e.getMessage()), false, List.of()));
    } catch (IOException e) {
      String why = "cannot read the journal " + file(node) + ": " + e.getMessage();
      return Optional.of(new Obstacle(node, why, false, List.of()));
    }
  }

  /// An empty journal is not even locked, because a run may be about to lock it.
  private static boolean isEmpty(Path file) {
    try {
      return Files.size(file) == 0;
    } catch (IOException e) {
      return true;
    }
  }

  /// Returns the obstacles of all devices last reached by a URI; it may lead to another device now.
  List<Obstacle> obstacles(String uri) {
    return nodes().stream()
        .filter(node -> isAt(node, uri))
        .flatMap(node -> obstacle(node).stream())
        .toList();
  }

  private boolean isAt(long node, String uri) {
    try {
      return uri.equals(contents(node).uri());
    } catch (IOException e) {
      return false; // unknown
    }
  }

  /// GUIDs of the devices that have an open journal, whether its run still exists or not.
  ///
  /// @throws IOException if the state folder cannot be read
  public List<Long> open() throws IOException {
    return where(Contents::isOpen);
  }

  /// GUIDs of the devices of which a run has changed something that no Set can restore.
  ///
  /// @throws IOException if the state folder cannot be read
  public List<Long> withLosses() throws IOException {
    return where(contents -> !contents.lost().isEmpty());
  }

  private List<Long> where(Predicate<Contents> picked) throws IOException {
    List<Long> found = new ArrayList<>();
    for (long node : nodes()) {
      if (picked.test(contents(node))) {
        found.add(node);
      }
    }
    return found;
  }

  private Contents contents(long node) throws IOException {
    try (FileChannel channel = FileChannel.open(file(node), StandardOpenOption.READ)) {
      return Contents.read(channel);
    }
  }

  private List<Long> nodes() {
    try (Stream<Path> folders = Files.list(home)) {
      return folders
          .filter(folder -> Files.isRegularFile(folder.resolve(FILE)))
          .flatMap(folder -> node(folder.getFileName().toString()).stream())
          .sorted()
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  /// Parses a GUID written by a user or as a folder name: up to 16 hexadecimal digits, with or
  /// without `0x`.
  public static Optional<Long> node(String text) {
    String digits = text.startsWith("0x") ? text.substring(2) : text;
    return digits.matches("\\p{XDigit}{1,16}")
        ? Optional.of(Long.parseUnsignedLong(digits, 16))
        : Optional.empty();
  }

  /// The command that restores a device.
  private String restoring(long node) {
    return "%s restore %s".formatted(program, name(node));
  }

  private String leftOpen(long node, Contents contents) {
    String tests = contents.tests().isEmpty() ? "it" : String.join(", ", contents.tests());
    return "an earlier run (%s) did not restore what %s changed; its journal is %s; first:"
            .formatted(contents.since(), tests, file(node))
        + " "
        + restoring(node);
  }

  private String runs(long node, Contents contents) {
    return "another run is using it (process %s, since %s); its journal is %s"
        .formatted(contents.process(), contents.since(), file(node));
  }
}
