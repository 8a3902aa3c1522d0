package org.ibassay.runner.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.ibassay.runner.state.ChangedState;
import org.ibassay.runner.state.Snapshots;

/// A device's journal, locked by this process.
public final class Journal implements AutoCloseable {
  private final Path file;
  private final FileChannel channel;
  private final String restoring;
  private final List<Snapshots> open = new ArrayList<>();
  private final Set<String> lost = new HashSet<>();

  /// Length of the part that remains when tests have restored everything: the run's head and the
  /// losses.
  private long head;

  private boolean isLossAfterHead;

  /// @param file its path
  /// @param channel holds the lock on it
  /// @param restoring the command that restores the device
  public Journal(Path file, FileChannel channel, String restoring) {
    this.file = file;
    this.channel = channel;
    this.restoring = restoring;
  }

  /// Returns its present contents.
  public Contents contents() throws IOException {
    return Contents.read(channel);
  }

  /// Replaces the contents by a new head.
  public void start(String lines) throws IOException {
    channel.truncate(0);
    append(lines);
    head = channel.size();
    // Directory entries must survive a power failure, too.
    flush(file.resolveSibling("."));
    flush(file.resolveSibling(".."));
  }

  private static void flush(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /// Writes what a test is about to change; it is on disk on return.
  ///
  /// @param test id of the test
  /// @param before state before the test
  /// @param keys M_Keys that it will set
  /// @throws IOException if it cannot be written: the test must not run then
  public void write(String test, Snapshots before, List<Long> keys) throws IOException {
    long end = channel.size();
    try {
      append(Contents.group(test, keys, before.saved()));
    } catch (IOException e) {
      channel.truncate(end);
      throw e;
    }
    open.add(before);
  }

  private void append(String lines) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(lines.getBytes(StandardCharsets.UTF_8));
    long at = channel.size();
    while (bytes.hasRemaining()) {
      at += channel.write(bytes, at);
    }
    channel.force(true);
  }

  /// Records that a test has restored what it could.
  ///
  /// @param left differences from the state before
  /// @return whether its records were removed, because nothing is left that a Set could restore
  public boolean settle(Snapshots before, List<ChangedState> left) throws IOException {
    boolean isBack = left.stream().allMatch(ChangedState::isFinal);
    if (isBack) {
      open.remove(before);
    }
    List<String> newlyLost =
        left.stream()
            .filter(ChangedState::isFinal)
            .map(ChangedState::text)
            .filter(lost::add)
            .toList();
    if (!newlyLost.isEmpty()) {
      append(Contents.lost(newlyLost));
      isLossAfterHead = true;
    }
    if (open.isEmpty()) {
      shorten();
    }
    return isBack;
  }

  /// Truncates the file. Losses are never truncated, so that a kill at that moment does not hide
  /// them.
  private void shorten() throws IOException {
    if (isLossAfterHead) {
      append(Contents.back());
      head = channel.size();
      isLossAfterHead = false;
    } else {
      channel.truncate(head);
    }
  }

  /// Retries to remove records that earlier tests of this run have left.
  public void retry() throws IOException {
    for (Snapshots before : List.copyOf(open).reversed()) {
      settle(before, before.restore());
    }
  }

  /// Clears the journal: nothing is left to be restored.
  public void clear() throws IOException {
    channel.truncate(0);
  }

  /// Its path.
  public Path file() {
    return file;
  }

  /// Returns advice on a device that was not restored.
  public String advice() {
    return "its earlier state is recorded in %s; \"%s\" restores it".formatted(file, restoring);
  }

  /// Releases the journal; a file that consists of a head is deleted.
  @Override
  public void close() {
    try (channel) {
      if (head > 0 && channel.size() == head && lost.isEmpty()) {
        channel.truncate(0);
      }
    } catch (IOException e) {
      // a remaining head does no harm
    }
  }
}
