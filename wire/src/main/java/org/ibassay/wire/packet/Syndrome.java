package org.ibassay.wire.packet;

/// The Syndrome of an AETH (9.7.5.2).
public sealed interface Syndrome {
  /// The bits that tell the kinds apart.
  int KIND_MASK = 0xE0;

  /// Kind: [Ack].
  int ACK = 0x00;

  /// Kind: [RnrNak].
  int RNR_NAK = 0x20;

  /// Kind: [Nak].
  int NAK = 0x60;

  /// The bits that hold a credit count, a timer or a code.
  int VALUE_MASK = 0x1F;

  /// An acknowledge.
  ///
  /// @param creditCount how many receive requests are posted, encoded in five bits
  record Ack(int creditCount) implements Syndrome {
    /// The credit count that says nothing about receive requests.
    public static final int NO_CREDITS = 31;

    /// An acknowledge without end-to-end flow control.
    public static final Ack WITHOUT_CREDITS = new Ack(NO_CREDITS);

    /// Checks the range.
    public Ack {
      check(creditCount);
    }

    /// How many receive requests are posted, or how many at least where the encoding leaves gaps;
    /// -1 where it says nothing about them (9.7.7.2).
    public int credits() {
      return creditCount == NO_CREDITS ? -1 : steps(creditCount);
    }

    @Override
    public int value() {
      return ACK | creditCount;
    }

    @Override
    public String toString() {
      return creditCount == NO_CREDITS ? "ACK" : "ACK, credits " + credits();
    }
  }

  /// The responder is not ready: it has no receive request.
  ///
  /// @param timer how long to wait before the next try, encoded in five bits
  record RnrNak(int timer) implements Syndrome {
    private static final long UNIT_NANOS = 10_000;

    /// The timer that stands for the longest time.
    private static final int LONGEST = 0;

    /// Checks the range.
    public RnrNak {
      check(timer);
    }

    /// How long to wait at least before the next try, in nanoseconds (9.7.5.2.8).
    public long nanos() {
      return UNIT_NANOS * (timer == LONGEST ? steps(32) : steps(timer));
    }

    @Override
    public int value() {
      return RNR_NAK | timer;
    }

    @Override
    public String toString() {
      long hundredths = nanos() / UNIT_NANOS;
      return "RNR NAK, %d.%02d ms".formatted(hundredths / 100, hundredths % 100);
    }
  }

  /// A refusal.
  ///
  /// @param code why, in five bits: one of the constants
  record Nak(int code) implements Syndrome {
    public static final int PSN_SEQUENCE_ERROR = 0;
    public static final int INVALID_REQUEST = 1;
    public static final int REMOTE_ACCESS_ERROR = 2;
    public static final int REMOTE_OPERATIONAL_ERROR = 3;
    public static final int INVALID_RD_REQUEST = 4;

    /// Checks the range.
    public Nak {
      check(code);
    }

    @Override
    public int value() {
      return NAK | code;
    }

    @Override
    public String toString() {
      return "NAK, "
          + switch (code) {
            case PSN_SEQUENCE_ERROR -> "PSN sequence error";
            case INVALID_REQUEST -> "invalid request";
            case REMOTE_ACCESS_ERROR -> "remote access error";
            case REMOTE_OPERATIONAL_ERROR -> "remote operational error";
            case INVALID_RD_REQUEST -> "invalid RD request";
            default -> "reserved code " + code;
          };
    }
  }

  /// One that has no meaning.
  ///
  /// @param value all of it
  record Reserved(int value) implements Syndrome {
    @Override
    public String toString() {
      return "reserved syndrome 0x%02x".formatted(value);
    }
  }

  /// Reads one.
  ///
  /// @param value the field's eight bits
  static Syndrome of(int value) {
    return switch (value & KIND_MASK) {
      case ACK -> new Ack(value & VALUE_MASK);
      case RNR_NAK -> new RnrNak(value & VALUE_MASK);
      case NAK -> new Nak(value & VALUE_MASK);
      default -> new Reserved(value & 0xFF);
    };
  }

  /// The field's eight bits.
  int value();

  private static void check(int value) {
    if ((value & ~VALUE_MASK) != 0) {
      throw new IllegalArgumentException("more than five bits: " + value);
    }
  }

  /// Credit counts and timers take the same steps: 0, 1, 2, 3, 4, 6, 8, 12, 16, 24, ...; from 2 on
  /// every second one is twice the last but one.
  private static int steps(int encoded) {
    if (encoded < 2) {
      return encoded;
    }
    return (2 + (encoded & 1)) << ((encoded >> 1) - 1);
  }
}
