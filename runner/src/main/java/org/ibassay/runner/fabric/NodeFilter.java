package org.ibassay.runner.fabric;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.ibassay.link.topology.NodeType;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.lab.Shard;
import org.jspecify.annotations.Nullable;

/// Selects nodes of a fabric: those that satisfy one condition of each given name, and of these a
/// sample of each make.
public final class NodeFilter {
  private enum Key {
    TYPE,
    VENDOR,
    DEVICE,
    REVISION,
    GUID,
    NAME,
    FIRMWARE;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final long MIX = 0xff51afd7ed558ccdL;

  private final Map<Key, Predicate<FoundNode>> conditions = new EnumMap<>(Key.class);
  private final int sample;
  private final @Nullable Shard shard;

  private NodeFilter(int sample, @Nullable Shard shard) {
    this.sample = sample;
    this.shard = shard;
  }

  /// The part, `I/N`, or null for all.
  @Nullable String shard() {
    return shard == null ? null : shard.toString();
  }

  /// Parses conditions: `type=switch`, `vendor=0x2c9`, `device=0x1b`, `revision=1`, `guid=0x...`,
  /// `name=GLOB`, `firmware=GLOB`; of several with the same name, one must hold.
  ///
  /// @param sample number of nodes of each make; 0 for all
  /// @param shard part of these nodes, or null for all
  /// @throws UsageException names the condition and what is expected
  public static NodeFilter of(List<String> texts, int sample, @Nullable Shard shard)
      throws UsageException {
    NodeFilter filter = new NodeFilter(sample, shard);
    for (String text : texts) {
      int equals = text.indexOf('=');
      Key key = equals < 1 ? null : key(text.substring(0, equals));
      Predicate<FoundNode> condition =
          key == null ? null : condition(key, text.substring(equals + 1));
      if (key == null || condition == null) {
        throw new UsageException(
            "--nodes "
                + text
                + ": expected type=ca|switch|router, vendor=ID, device=ID, revision=N, guid=GUID,"
                + " name=GLOB or firmware=GLOB");
      }
      filter.conditions.merge(key, condition, Predicate::or);
    }
    return filter;
  }

  private static @Nullable Key key(String word) {
    for (Key key : Key.values()) {
      if (key.word().equals(word)) {
        return key;
      }
    }
    return null;
  }

  private static @Nullable Predicate<FoundNode> condition(Key key, String value) {
    if (key == Key.NAME) {
      Pattern glob = glob(value);
      return node -> glob.matcher(node.description()).matches();
    }
    if (key == Key.FIRMWARE) {
      Pattern glob = glob(value);
      return node -> !node.firmware().isEmpty() && glob.matcher(node.firmware()).matches();
    }
    if (key == Key.TYPE) {
      for (NodeType type : NodeType.values()) {
        if (type.word().equals(value)) {
          return node -> node.type() == type;
        }
      }
      return null;
    }
    long number;
    try {
      number =
          value.startsWith("0x")
              ? Long.parseUnsignedLong(value.substring(2), 16)
              : Long.parseLong(value);
    } catch (NumberFormatException e) {
      return null;
    }
    return switch (key) {
      case VENDOR -> node -> node.vendor() == number;
      case DEVICE -> node -> node.device() == number;
      case REVISION -> node -> node.revision() == number;
      default -> node -> node.guid() == number;
    };
  }

  private static Pattern glob(String glob) {
    return Pattern.compile(
        glob.codePoints()
            .mapToObj(c -> c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(Character.toString(c)))
            .collect(Collectors.joining()),
        Pattern.DOTALL);
  }

  /// Whether nodes are selected by their firmware.
  boolean selectsFirmware() {
    return conditions.containsKey(Key.FIRMWARE);
  }

  /// Whether a node satisfies the conditions other than that of its firmware.
  boolean isCandidate(FoundNode node) {
    return conditions.entrySet().stream()
        .allMatch(entry -> entry.getKey() == Key.FIRMWARE || entry.getValue().test(node));
  }

  /// Returns the selected nodes of this part, in their order. If a make has more nodes than the
  /// sample, it is drawn at random, but always the same for the same fabric.
  List<FoundNode> pick(List<FoundNode> nodes) {
    return sampled(nodes).stream().filter(this::isOfShard).toList();
  }

  /// Which part a node is in depends on its NodeGUID only: nodes that are added or do not respond
  /// move no other node to another part.
  private boolean isOfShard(FoundNode node) {
    if (shard == null) {
      return true;
    }
    // Mixed, as makers number their devices in steps.
    long mixed = (node.guid() ^ node.guid() >>> 33) * MIX;
    return Long.remainderUnsigned(mixed ^ mixed >>> 33, shard.count()) == shard.index();
  }

  private List<FoundNode> sampled(List<FoundNode> nodes) {
    List<FoundNode> fitting =
        nodes.stream()
            .filter(node -> conditions.values().stream().allMatch(c -> c.test(node)))
            .toList();
    if (sample == 0) {
      return fitting;
    }
    Map<String, List<FoundNode>> byMake = new HashMap<>();
    fitting.forEach(node -> byMake.computeIfAbsent(node.make(), _ -> new ArrayList<>()).add(node));
    SplittableRandom random = new SplittableRandom(sample);
    List<FoundNode> picked = new ArrayList<>();
    fitting.stream()
        .map(FoundNode::make)
        .distinct()
        .forEach(make -> {
          List<FoundNode> of = byMake.getOrDefault(make, List.of());
          for (int left = Math.min(sample, of.size()); left > 0; left--) {
            picked.add(of.remove(random.nextInt(of.size())));
          }
        });
    Set<FoundNode> all = new HashSet<>(picked);
    return fitting.stream().filter(all::contains).toList();
  }
}
