package org.ibassay.runner.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.ibassay.runner.UsageException;

/// The directory for the results of a run. Only a directory that ibassay created is used again. No
/// other run may write there until it is closed.
public final class OutputDirectory implements AutoCloseable {
  private static final String MARKER = ".ibassay";
  private static final byte[] MADE =
      "Made by ibassay; its next run may replace it.\n".getBytes(UTF_8);
  private static final String REPORT = "report.html";
  private static final String RESULTS = "results.json";
  private static final String JUNIT = "junit.xml";
  private static final String TRACE = "trace.pcapng";

  private static final String LINES = "results.jsonl";
  private static final String TOPOLOGY = "topology.txt";
  private static final String MORE_TRACES = "trace-*.pcapng";
  private static final String PROFILE = "profile.properties";
  private static final String ICS = "device.ics.toml";
  private static final String RECORDING = "rejudge.json";
  private static final String DUTS = "duts";

  /// The files that every run writes, the report first.
  public static final List<String> NAMES = List.of(REPORT, RESULTS, JUNIT, TRACE);

  /// The files of a run that a merged result keeps.
  public static final List<String> KEPT =
      List.of(REPORT, RESULTS, JUNIT, TRACE, PROFILE, ICS, RECORDING);

  private final Path path;
  private final FileChannel lock;
  private Path trace;

  private OutputDirectory(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
    this.trace = path.resolve(TRACE);
  }

  /// Creates the directory, or deletes what an earlier run left in it.
  ///
  /// @throws UsageException if ibassay did not create it, another run is writing there, or it
  ///   cannot be written
  public static OutputDirectory prepare(Path path) throws UsageException {
    OutputDirectory directory = prepareKeepingDuts(path);
    try {
      if (Files.exists(path.resolve(DUTS))) {
        delete(path.resolve(DUTS));
      }
      return directory;
    } catch (IOException e) {
      throw unwritable(path, e);
    }
  }

  /// Creates the directory, or deletes what an earlier run left in it, except for the directories
  /// of single devices: a lab run that is resumed needs them.
  ///
  /// @throws UsageException if ibassay did not create it, another run is writing there, or it
  ///   cannot be written
  public static OutputDirectory prepareKeepingDuts(Path path) throws UsageException {
    OutputDirectory directory = locked(path);
    try {
      for (String name : NAMES) {
        Files.deleteIfExists(path.resolve(name));
      }
      for (String name : List.of(LINES, TOPOLOGY, PROFILE, ICS, RECORDING)) {
        Files.deleteIfExists(path.resolve(name));
      }
      try (DirectoryStream<Path> traces = Files.newDirectoryStream(path, MORE_TRACES)) {
        for (Path trace : traces) {
          Files.delete(trace);
        }
      }
      return directory;
    } catch (IOException e) {
      throw unwritable(path, e);
    }
  }

  /// Reopens the directory of a run over a fabric that ended early.
  ///
  /// @throws UsageException if there is nothing to resume, or another run is writing there
  public static OutputDirectory resume(Path path) throws UsageException {
    if (!Files.exists(path.resolve(LINES))) {
      throw new UsageException(
          "--resume " + path + ": expected the directory of a run with --fabric, with " + LINES);
    }
    OutputDirectory directory = locked(path);
    directory.trace = path.resolve(trace(traces(path).size()));
    return directory;
  }

  /// Returns the directories of the devices of a lab or of a merged result, by name; none for other
  /// runs.
  public static List<Path> devices(Path directory) throws IOException {
    Path duts = directory.resolve(DUTS);
    if (!Files.isDirectory(duts)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(duts)) {
      return all.filter(Files::isDirectory).sorted().toList();
    }
  }

  /// Returns the captures in an output directory, in their order.
  public static List<Path> traces(Path directory) {
    return Stream.iterate(0, i -> i + 1)
        .map(i -> directory.resolve(trace(i)))
        .takeWhile(Files::exists)
        .toList();
  }

  /// Returns the name of a capture.
  ///
  /// @param index 0 for the first
  public static String trace(int index) {
    return index == 0 ? TRACE : MORE_TRACES.replace("*", Integer.toString(index + 1));
  }

  /// Deletes directories of devices. Files that ibassay does not write are kept, and cause an
  /// error.
  private static void delete(Path duts) throws IOException {
    try (DirectoryStream<Path> each = Files.newDirectoryStream(duts)) {
      for (Path dut : each) {
        for (String name :
            List.of(REPORT, RESULTS, JUNIT, TRACE, PROFILE, ICS, RECORDING, MARKER)) {
          Files.deleteIfExists(dut.resolve(name));
        }
        Files.delete(dut);
      }
    }
    Files.delete(duts);
  }

  private static OutputDirectory locked(Path path) throws UsageException {
    try {
      if (Files.exists(path) && !isOurs(path)) {
        throw new UsageException(
            "output directory "
                + path
                + ": exists, and ibassay did not make it; expected a new or empty directory, or one"
                + " of an earlier run (--out DIR)");
      }
      Files.createDirectories(path);
      FileChannel lock = FileChannel.open(path.resolve(MARKER), CREATE, WRITE);
      if (!isLocked(lock)) {
        lock.close();
        throw new UsageException(
            "output directory " + path + ": another run is writing there; expected --out DIR");
      }
      lock.write(ByteBuffer.wrap(MADE));
      return new OutputDirectory(path, lock);
    } catch (IOException e) {
      throw unwritable(path, e);
    }
  }

  private static UsageException unwritable(Path path, IOException e) {
    return new UsageException("output directory " + path + ": cannot be written: " + reason(e));
  }

  private static boolean isLocked(FileChannel marker) throws IOException {
    try {
      return marker.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // held by this process
    }
  }

  private static boolean isOurs(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      return false;
    }
    try (Stream<Path> entries = Files.list(path)) {
      return Files.exists(path.resolve(MARKER)) || entries.findAny().isEmpty();
    }
  }

  /// Returns the reason, which Java may express in the exception's name only.
  private static String reason(IOException e) {
    return switch (e) {
      case AccessDeniedException denied -> "no permission for " + denied.getFile();
      case NoSuchFileException missing -> missing.getFile() + " cannot be created";
      case FileAlreadyExistsException file -> file.getFile() + " is no directory";
      case DirectoryNotEmptyException dir ->
          dir.getFile() + " has files that ibassay did not write";
      default ->
          e.getClass() == IOException.class
              ? String.valueOf(e.getMessage())
              : e.getClass().getSimpleName() + ": " + e.getMessage();
    };
  }

  /// The directories of single devices, of a lab run or a merged result.
  public Path duts() {
    return path.resolve(DUTS);
  }

  /// The report, HTML.
  public Path report() {
    return path.resolve(REPORT);
  }

  /// The results for CI servers, JUnit XML.
  public Path junit() {
    return path.resolve(JUNIT);
  }

  /// The results, JSON.
  public Path results() {
    return path.resolve(RESULTS);
  }

  /// The packets, pcapng.
  public Path trace() {
    return trace;
  }

  /// The results of a run over a fabric, one line per node.
  public Path lines() {
    return lines(path);
  }

  /// The results of the run over a fabric that wrote a directory.
  public static Path lines(Path directory) {
    return directory.resolve(LINES);
  }

  /// The nodes and links found in a fabric.
  public Path topology() {
    return topology(path);
  }

  /// The nodes and links that the run over a fabric found that wrote a directory.
  public static Path topology(Path directory) {
    return directory.resolve(TOPOLOGY);
  }

  /// A copy of the profile, if any.
  public Path profile() {
    return path.resolve(PROFILE);
  }

  /// A copy of the implementation conformance statement, if any.
  public Path ics() {
    return path.resolve(ICS);
  }

  /// What `ibassay rejudge` needs in addition to results and trace.
  public Path recording() {
    return path.resolve(RECORDING);
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
