package org.ibassay.runner.journal;

import static java.nio.file.attribute.PosixFilePermissions.asFileAttribute;
import static java.nio.file.attribute.PosixFilePermissions.fromString;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Objects;
import java.util.Set;

/// Opens files that only their owner may read, because a journal holds M_Keys. File systems without
/// such permissions use their own.
public final class OwnerOnly {
  private static final Set<PosixFilePermission> FOLDER = fromString("rwx------");
  private static final Set<PosixFilePermission> FILE = fromString("rw-------");
  private static final Set<StandardOpenOption> BOTH_WAYS =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);

  private OwnerOnly() {}

  /// Opens a file for reading and writing, and creates missing files and folders.
  ///
  /// @param file a file whose folder and parent folder are private to it
  public static FileChannel open(Path file) throws IOException {
    Path folder = parent(file.toAbsolutePath());
    if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createDirectories(folder);
      return FileChannel.open(file, BOTH_WAYS);
    }
    Files.createDirectories(folder, asFileAttribute(FOLDER));
    tighten(parent(folder), FOLDER);
    tighten(folder, FOLDER);
    FileChannel channel = FileChannel.open(file, BOTH_WAYS, asFileAttribute(FILE));
    tighten(file, FILE);
    return channel;
  }

  private static Path parent(Path path) {
    return Objects.requireNonNull(path.getParent());
  }

  /// Restricts files of an earlier version of this suite, which may be readable by all.
  private static void tighten(Path path, Set<PosixFilePermission> most) throws IOException {
    try {
      Set<PosixFilePermission> present = Files.getPosixFilePermissions(path);
      if (present.retainAll(most)) {
        Files.setPosixFilePermissions(path, present);
      }
    } catch (FileSystemException e) {
      // another user's file, or a file system without permissions: access is as its administrator
      // decided
    }
  }
}
