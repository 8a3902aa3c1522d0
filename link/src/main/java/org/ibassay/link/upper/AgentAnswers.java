package org.ibassay.link.upper;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.ibassay.link.upper.Completion.Received;
import org.ibassay.link.upper.DeviceAttributes.Atomics;
import org.ibassay.link.upper.DeviceAttributes.GidEntry;
import org.ibassay.link.upper.DeviceAttributes.GidType;
import org.ibassay.link.upper.DeviceAttributes.Identity;
import org.ibassay.link.upper.DeviceAttributes.Limits;
import org.ibassay.link.upper.DeviceAttributes.Option;
import org.ibassay.link.upper.DeviceAttributes.Port;
import org.jspecify.annotations.Nullable;

/// Converts the agent's answers to values.
final class AgentAnswers {
  private static final int MOST_24_BITS = 0xFF_FFFF;

  private AgentAnswers() {}

  static DeviceAttributes attributes(AgentAnswer answer) throws UpperTesterException {
    List<GidEntry> gids = new ArrayList<>();
    for (String[] part : answer.list("gids", 3)) {
      int index = (int) answer.number("gids", part[0], 0, 0xFFFF);
      gids.add(new GidEntry(index, answer.gid("gids", part[1]), gidType(answer, part[2])));
    }
    return new DeviceAttributes(
        new Identity(
            answer.text("name"),
            answer.text("firmware"),
            answer.unsigned("node-guid"),
            answer.number("vendor", 0, MOST_24_BITS),
            answer.word("part")),
        new Limits(
            atomics(answer),
            new RcSettings.Reads(
                answer.number("reads-as-initiator", 0, Integer.MAX_VALUE),
                answer.number("reads-as-target", 0, Integer.MAX_VALUE)),
            Integer.toUnsignedLong(answer.word("max-message")),
            answer.number("ack-delay", 0, 31),
            options(answer)),
        new Port(
            answer.number("active", 0, 1) == 1,
            mtu(answer, "active-mtu"),
            mtu(answer, "max-mtu"),
            gids),
        byteOrder(answer));
  }

  private static Set<Option> options(AgentAnswer answer) throws UpperTesterException {
    Set<Option> options = EnumSet.noneOf(Option.class);
    for (Option option : Option.values()) {
      if (answer.has(option.word()) && answer.number(option.word(), 0, 1) == 1) {
        options.add(option);
      }
    }
    return options;
  }

  private static Atomics atomics(AgentAnswer answer) throws UpperTesterException {
    return switch (answer.text("atomics")) {
      case "none" -> Atomics.NONE;
      case "device" -> Atomics.DEVICE;
      case "global" -> Atomics.GLOBAL;
      default -> throw answer.malformed("atomics: expected none, device or global");
    };
  }

  /// Null if the agent does not report it: older versions do not.
  private static @Nullable ByteOrder byteOrder(AgentAnswer answer) throws UpperTesterException {
    if (!answer.has("byte-order")) {
      return null;
    }
    return switch (answer.text("byte-order")) {
      case "little" -> ByteOrder.LITTLE_ENDIAN;
      case "big" -> ByteOrder.BIG_ENDIAN;
      default -> throw answer.malformed("byte-order: expected little or big");
    };
  }

  private static GidType gidType(AgentAnswer answer, String text) throws UpperTesterException {
    return switch (text) {
      case "ib" -> GidType.IB;
      case "roce-v1" -> GidType.ROCE_V1;
      case "roce-v2" -> GidType.ROCE_V2;
      default -> throw answer.malformed("gids: expected ib, roce-v1 or roce-v2");
    };
  }

  private static int mtu(AgentAnswer answer, String name) throws UpperTesterException {
    int bytes = answer.number(name, 256, 4096);
    if (Integer.bitCount(bytes) != 1) {
      throw answer.malformed(name + ": expected 256, 512, 1024, 2048 or 4096");
    }
    return bytes;
  }

  static RcQp qp(AgentAnswer answer) throws UpperTesterException {
    return new RcQp(answer.number("qpn", 0, MOST_24_BITS), address(answer));
  }

  static UdQp udQp(AgentAnswer answer) throws UpperTesterException {
    return new UdQp(answer.number("qpn", 0, MOST_24_BITS), address(answer));
  }

  static UcQp ucQp(AgentAnswer answer) throws UpperTesterException {
    return new UcQp(answer.number("qpn", 0, MOST_24_BITS), address(answer));
  }

  static ConnectionStatus connection(AgentAnswer answer) throws UpperTesterException {
    return new ConnectionStatus(
        named(answer, "state", answer.text("state"), ConnectionStatus.State.class),
        answer.number("reason", 0, 0xFFFF));
  }

  private static PortAddress address(AgentAnswer answer) throws UpperTesterException {
    return new PortAddress(answer.gid("gid", answer.text("gid")), answer.number("lid", 0, 0xFFFF));
  }

  static QpAttributes state(AgentAnswer answer) throws UpperTesterException {
    return new QpAttributes(
        named(answer, "state", answer.text("state"), QpAttributes.State.class),
        answer.number("send-psn", 0, MOST_24_BITS),
        answer.number("receive-psn", 0, MOST_24_BITS),
        mtu(answer, "mtu"),
        new RcSettings.Reads(answer.number("reads", 0, 255), answer.number("peer-reads", 0, 255)),
        new RcSettings.Retries(
            answer.number("ack-timeout", 0, 31),
            answer.number("retries", 0, 7),
            answer.number("rnr-retries", 0, 7),
            answer.number("min-rnr-timer", 0, 31)));
  }

  static MemoryRegion region(AgentAnswer answer, long bytes) throws UpperTesterException {
    return new MemoryRegion(
        answer.number("region", 0, Integer.MAX_VALUE),
        answer.unsigned("address"),
        bytes,
        answer.word("rkey"));
  }

  static byte[] data(AgentAnswer answer, int bytes) throws UpperTesterException {
    String digits = answer.text("data");
    if (digits.length() == 2 * bytes) {
      try {
        return HexFormat.of().parseHex(digits);
      } catch (IllegalArgumentException e) {
        // reported below
      }
    }
    throw answer.malformed("data: expected " + bytes + " bytes in hexadecimal digits");
  }

  static MemoryWindow window(AgentAnswer answer, int type) throws UpperTesterException {
    return new MemoryWindow(
        answer.number("window", 0, Integer.MAX_VALUE), type, answer.word("rkey"));
  }

  /// @param most the largest number of completions allowed
  /// @param parts the number of parts of each: more than 4 if the agent reports more than the
  ///   length of received messages
  static List<Completion> completions(AgentAnswer answer, int most, int parts)
      throws UpperTesterException {
    List<Completion> completions = new ArrayList<>();
    for (String[] part : answer.list("completions", parts)) {
      completions.add(
          new Completion(
              answer.unsigned("completions", part[0]),
              named(answer, "completions", part[1], Completion.Status.class),
              (int) answer.number("completions", part[2], 0, 0xFFFF_FFFFL),
              answer.number("completions", part[3], 0, 0xFFFF_FFFFL),
              parts > 4 ? received(answer, part) : Received.NOTHING));
    }
    if (completions.size() > most) {
      throw answer.malformed("completions: expected at most " + most);
    }
    return completions;
  }

  private static Received received(AgentAnswer answer, String[] part) throws UpperTesterException {
    return new Received(
        (int) answer.number("completions", part[4], 0, MOST_24_BITS),
        answer.number("completions", part[5], 0, 1) == 1,
        word(answer, part[6]),
        part.length > 7 ? word(answer, part[7]) : null);
  }

  private static @Nullable Integer word(AgentAnswer answer, String text)
      throws UpperTesterException {
    return text.isEmpty()
        ? null
        : Integer.valueOf((int) answer.number("completions", text, 0, 0xFFFF_FFFFL));
  }

  private static <E extends Enum<E>> E named(
      AgentAnswer answer, String name, String text, Class<E> type) throws UpperTesterException {
    try {
      return Enum.valueOf(type, text);
    } catch (IllegalArgumentException e) {
      throw answer.malformed(name + ": \"" + text + "\" is unknown");
    }
  }
}
