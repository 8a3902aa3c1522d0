package org.ibassay.runner.journal;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.link.Timing;
import org.ibassay.link.mad.MadPort;
import org.ibassay.runner.state.SavedAttribute;
import org.ibassay.suite.Change;
import org.ibassay.wire.attribute.PortInfo;
import org.jspecify.annotations.Nullable;

/// The contents of a journal.
///
/// @param node GUID of the device, or null if not readable
/// @param uri URI of the device, or null if not readable
/// @param process PID of the run, empty if not readable
/// @param since start of the run, empty if not readable
/// @param timing timeouts and retries of the run
/// @param window number of outstanding requests of the run
/// @param tests tests that changed something and did not restore it
/// @param keys M_Keys that they may have left
/// @param saved attributes as they were before
/// @param lost changes of completed tests that no Set can restore, as text
/// @param unreadable damaged or unknown records, as text
/// @param isTorn whether the last record is incomplete
public record Contents(
    @Nullable Long node,
    @Nullable String uri,
    String process,
    String since,
    Timing timing,
    int window,
    List<String> tests,
    List<Long> keys,
    List<SavedAttribute> saved,
    List<String> lost,
    List<String> unreadable,
    boolean isTorn) {
  private static final String VERSION = "ibassay-journal 1";

  /// The largest table, 512 blocks of 16 port groups, takes about 2 MB.
  private static final int MOST_BYTES = 1 << 26;

  private static final Pattern PROCESS = Pattern.compile("(\\d+) since (\\S+)");
  private static final Pattern PATIENCE = Pattern.compile("(\\d{1,18}) (\\d{1,9}) (\\d{1,9})");
  private static final Pattern KEY = Pattern.compile("0x(\\p{XDigit}{16})");
  private static final Pattern ANYTHING = Pattern.compile(".+", Pattern.DOTALL);
  private static final Pattern WAS =
      Pattern.compile(
          "(%s) via (\\d{1,3}) key 0x(\\p{XDigit}{16}) modifier 0x(\\p{XDigit}{8}) data"
                  .formatted(
                      Arrays.stream(Change.values())
                          .map(Change::name)
                          .collect(Collectors.joining("|")))
              + " (\\p{XDigit}{128})");

  /// Whether anything must be restored, or may have to be.
  public boolean isOpen() {
    return !saved.isEmpty() || !unreadable.isEmpty();
  }

  /// M_Keys that the device may hold, the likeliest first.
  public List<Long> mKeys() {
    Stream<Long> before =
        saved.stream()
            .filter(one -> one.change().isPortInfo())
            .map(one -> PortInfo.M_KEY.get(one.data(), 0));
    Stream<Long> used = Stream.concat(before, saved.stream().map(SavedAttribute::key));
    return Stream.of(keys.stream(), used, Stream.of(0L)).flatMap(all -> all).distinct().toList();
  }

  /// Returns the head of a journal: the run and the device.
  public static String head(
      long node, String uri, long process, String since, Timing timing, int window) {
    return JournalLines.line(VERSION)
        + JournalLines.line("process %d since %s".formatted(process, since))
        + JournalLines.line(
            "patience %d %d %d".formatted(timing.timeoutNanos(), timing.retries(), window))
        + JournalLines.line("node 0x%016x".formatted(node))
        + JournalLines.line("dut " + uri);
  }

  /// The records of a test.
  static String group(String test, List<Long> keys, List<SavedAttribute> saved) {
    StringBuilder lines = new StringBuilder(JournalLines.line("test " + test));
    keys.forEach(key -> lines.append(JournalLines.line("key 0x%016X".formatted(key))));
    saved.forEach(one -> lines.append(JournalLines.line(text(one))));
    return lines.append(JournalLines.line("end")).toString();
  }

  /// The records of changes that no Set can restore.
  static String lost(List<String> texts) {
    return texts.stream()
        .map(text -> JournalLines.line("lost " + text))
        .collect(Collectors.joining());
  }

  /// The record that all tests before it have been restored.
  static String back() {
    return JournalLines.line("back");
  }

  private static String text(SavedAttribute saved) {
    byte[] data = saved.data().toArray(JAVA_BYTE);
    return "was %s via %d key 0x%016X modifier 0x%08X data %s"
        .formatted(
            saved.change(),
            saved.via(),
            saved.key(),
            saved.modifier(),
            HexFormat.of().formatHex(data));
  }

  /// Interprets a file as far as it is valid.
  ///
  /// @throws IOException if it cannot be read at all
  public static Contents read(FileChannel channel) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(Math.min(channel.size(), MOST_BYTES)));
    int got = 0;
    while (bytes.hasRemaining() && got >= 0) {
      got = channel.read(bytes, bytes.position());
    }
    return read(Arrays.copyOf(bytes.array(), bytes.position()));
  }

  static Contents read(byte[] bytes) {
    JournalLines records = JournalLines.read(bytes);
    Reader reader = new Reader();
    List<String> unreadable = new ArrayList<>();
    for (JournalLines.Line line : records.records()) {
      if (!line.isIntact() || !reader.take(line.text())) {
        unreadable.add(line.toString());
      }
    }
    return reader.contents(unreadable, records.isTorn());
  }

  /// Identifies the attribute of a record.
  private record Place(Change change, int via, long modifier) {}

  private static final class Reader {
    private @Nullable Long node;
    private @Nullable String uri;
    private String process = "";
    private String since = "";
    private Timing timing = Timing.DEFAULT;
    private int window = 1;
    private final Set<String> tests = new LinkedHashSet<>();
    private final Set<Long> keys = new LinkedHashSet<>();
    private final Map<Place, SavedAttribute> saved = new LinkedHashMap<>();
    private final Set<String> lost = new LinkedHashSet<>();

    /// @return whether it is a record of this version
    boolean take(String text) {
      int blank = text.indexOf(' ');
      String rest = text.substring(blank + 1);
      return switch (blank < 0 ? text : text.substring(0, blank)) {
        case "ibassay-journal" -> text.equals(VERSION);
        case "process" ->
            matched(
                PROCESS,
                rest,
                m -> {
                  process = m.group(1);
                  since = m.group(2);
                });
        case "patience" ->
            matched(
                PATIENCE,
                rest,
                m -> {
                  timing = new Timing(Long.parseLong(m.group(1)), Integer.parseInt(m.group(2)));
                  window = Math.clamp(Integer.parseInt(m.group(3)), 1, MadPort.CAPACITY);
                });
        case "node" -> matched(KEY, rest, m -> node = unsigned(m.group(1)));
        case "dut" -> matched(ANYTHING, rest, m -> uri = m.group());
        case "test" -> matched(ANYTHING, rest, m -> tests.add(m.group()));
        case "key" -> matched(KEY, rest, m -> keys.add(unsigned(m.group(1))));
        case "was" -> matched(WAS, rest, this::takeSaved);
        case "lost" -> matched(ANYTHING, rest, m -> lost.add(m.group()));
        case "back" -> takeBack();
        case "end" -> true;
        default -> false;
      };
    }

    private boolean takeBack() {
      tests.clear();
      keys.clear();
      saved.clear();
      return true;
    }

    private static boolean matched(Pattern pattern, String text, Consumer<Matcher> taker) {
      Matcher matcher = pattern.matcher(text);
      boolean isMatch = matcher.matches();
      if (isMatch) {
        taker.accept(matcher);
      }
      return isMatch;
    }

    private static long unsigned(String digits) {
      return Long.parseUnsignedLong(digits, 16);
    }

    private void takeSaved(Matcher m) {
      Change change = Change.valueOf(m.group(1));
      int via = Integer.parseInt(m.group(2));
      long modifier = unsigned(m.group(4));
      MemorySegment data = MemorySegment.ofArray(HexFormat.of().parseHex(m.group(5)));
      saved.putIfAbsent(
          new Place(change, via, modifier),
          new SavedAttribute(change, via, unsigned(m.group(3)), modifier, data));
    }

    Contents contents(List<String> unreadable, boolean isTorn) {
      return new Contents(
          node,
          uri,
          process,
          since,
          timing,
          window,
          List.copyOf(tests),
          List.copyOf(keys),
          new ArrayList<>(saved.values()),
          List.copyOf(lost),
          unreadable,
          isTorn);
    }
  }
}
