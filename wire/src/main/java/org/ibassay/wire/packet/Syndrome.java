package org.ibassay.wire.packet;

/// The Syndrome of an AETH (9.7.5.2).
public sealed interface Syndrome {
  /// The bits that distinguish the kinds.
  int KIND_MASK = 0xE0;

  /// Kind: [Ack].
  int ACK = 0x00;

  /// Kind: [RnrNak].
  int RNR_NAK = 0x20;

  /// Kind: [Nak].
  int NAK = 0x60;

  /// The bits of a credit count, a timer or a code.
  int VALUE_MASK = 0x1F;

  /// An ACK.
  ///
  /// @param creditCount number of posted receive requests, encoded in five bits
  record Ack(int creditCount) implements Syndrome {
    /// The credit count of an ACK without end-to-end flow control.
    public static final int NO_CREDITS = 31;

    /// An ACK without end-to-end flow control.
    public static final Ack WITHOUT_CREDITS = new Ack(NO_CREDITS);

    /// Checks the range.
    public Ack {
      check(creditCount);
    }

    /// Returns the number of posted receive requests, a minimum where the encoding has gaps; -1
    /// without end-to-end flow control (9.7.7.2).
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

  /// An RNR NAK: the responder has no receive request posted.
  ///
  /// @param timer minimum time until the retry, encoded in five bits
  record RnrNak(int timer) implements Syndrome {
    private static final long UNIT_NANOS = 10_000;

    /// The timer code of the longest time.
    private static final int LONGEST = 0;

    /// Checks the range.
    public RnrNak {
      check(timer);
    }

    /// Returns the minimum time until the retry, in nanoseconds (9.7.5.2.8).
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

  /// A NAK.
  ///
  /// @param code the NAK code, five bits: one of the constants
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

  /// A reserved syndrome.
  ///
  /// @param value the field's eight bits
  record Reserved(int value) implements Syndrome {
    @Override
    public String toString() {
      return "reserved syndrome 0x%02x".formatted(value);
    }
  }

  /// Decodes a syndrome.
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

  /// Decodes the steps of credit counts and timers: 0, 1, 2, 3, 4, 6, 8, 12, 16, 24, ...; from 4
  /// on, each is twice the last but one.
  private static int steps(int encoded) {
    if (encoded < 2) {
      return encoded;
    }
    return (2 + (encoded & 1)) << ((encoded >> 1) - 1);
  }
}
