package org.ibassay.link.roce;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
import org.ibassay.link.dut.UriParameter;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.roce.RoceUri.Server;
import org.ibassay.link.upper.GivenConnection.Ends;
import org.ibassay.link.upper.GivenConnection.Operation;
import org.ibassay.link.upper.MemoryRegion;
import org.jspecify.annotations.Nullable;

/// The part of a `roce:` URI that describes the only connection of a device without an agent, and
/// its memory.
final class GivenUri {
  private static final int MOST_24_BITS = 0xFF_FFFF;
  private static final int FIRST_QP = 2;

  private static final UriParameter<Long> QP =
      UriParameter.number(
          "qp",
          FIRST_QP,
          MOST_24_BITS,
          "the device's QP, connected to the tester's already: for a device without an agent, of"
              + " which the tests take the responder that need no more");
  private static final UriParameter<Long> PSN =
      UriParameter.number(
          "psn", 0, MOST_24_BITS, "PSN that this QP expects first; has to be given with qp");
  private static final UriParameter<Long> FROM_QP =
      UriParameter.number(
          "from-qp",
          FIRST_QP,
          MOST_24_BITS,
          "the tester's QP, to which this QP is connected; default: " + PacketPort.FIRST_QPN);
  private static final UriParameter<Set<Operation>> OPS =
      new UriParameter<>(
          "ops",
          "of send, write, read and atomic",
          "what this QP, or the server of cm=, serves, with commas between; for send it always has a receive, with room for"
              + " three packets; default: send,write,read",
          "some of send, write, read and atomic, with commas between, send or write among them",
          GivenUri::operations);
  private static final UriParameter<Long> R_KEY =
      UriParameter.number(
          "rkey",
          0,
          0xFFFF_FFFFL,
          "R_Key of memory that the tests may write to, read and add to; has to be given where ops"
              + " has more than send");
  private static final UriParameter<Long> VA =
      new UriParameter<>(
          "va",
          "64 bits",
          "where this memory begins; best at a multiple of 4096",
          "a number of 64 bits",
          GivenUri::unsigned);
  private static final UriParameter<Long> LENGTH =
      UriParameter.number(
          "length",
          64,
          1L << 31,
          "how many bytes it has, and no more; 16384 and 16 times the mtu are enough for every test");
  static final List<UriParameter<?>> PARAMETERS = List.of(QP, PSN, FROM_QP, OPS, R_KEY, VA, LENGTH);

  /// The parameters that do not require a QP.
  private static final List<UriParameter<?>> OF_A_SERVER = List.of(OPS, R_KEY, VA, LENGTH);

  private GivenUri() {}

  /// Returns the parameters of both ends of the connection; empty if the URI names no QP.
  static Optional<Ends> ends(DutUri uri) throws DutUriException {
    Optional<Long> qp = QP.in(uri);
    if (qp.isEmpty()) {
      return Optional.empty();
    }
    Set<Operation> served =
        OPS.in(uri).orElse(EnumSet.of(Operation.SEND, Operation.WRITE, Operation.READ));
    return Optional.of(
        new Ends(
            qp.get().intValue(),
            PSN.requiredIn(uri).intValue(),
            FROM_QP.in(uri).orElse((long) PacketPort.FIRST_QPN).intValue(),
            served,
            memory(uri, served)));
  }

  /// Returns the server that the tester is to connect to, from a URI without a QP; empty if the URI
  /// does not specify the operations that the server supports.
  ///
  /// @param port TCP port of the server, if specified
  static Optional<Server> server(DutUri uri, OptionalInt port) throws DutUriException {
    Optional<Set<Operation>> served = OPS.in(uri);
    boolean isServer = port.isPresent() && served.isPresent();
    for (UriParameter<?> parameter : PARAMETERS) {
      if (!uri.all(parameter.name()).isEmpty() && !(isServer && OF_A_SERVER.contains(parameter))) {
        throw new DutUriException(
            uri.text(),
            "gives %s= without qp=, the QP of a device without an agent".formatted(parameter.name())
                + (OF_A_SERVER.contains(parameter)
                    ? ", or cm= and ops=, a server on its host and what that serves"
                    : ""));
      }
    }
    return isServer
        ? Optional.of(
            new Server(port.getAsInt(), served.orElseThrow(), memory(uri, served.orElseThrow())))
        : Optional.empty();
  }

  private static @Nullable MemoryRegion memory(DutUri uri, Set<Operation> served)
      throws DutUriException {
    if (served.equals(EnumSet.of(Operation.SEND))) {
      return null;
    }
    int rkey = R_KEY.requiredIn(uri).intValue();
    long va = VA.requiredIn(uri);
    long length = LENGTH.requiredIn(uri);
    if (va % Long.BYTES != 0 && served.contains(Operation.ATOMIC)) {
      throw new DutUriException(
          uri.text(),
          "va=%s: expected a multiple of 8, for atomics".formatted(uri.all("va").get(0)));
    }
    if (Long.compareUnsigned(va, va + length - 1) > 0) {
      throw new DutUriException(uri.text(), "gives memory that reaches beyond 2^64 (va, length)");
    }
    return new MemoryRegion(1, va, length, rkey);
  }

  private static Optional<Set<Operation>> operations(String text) {
    Set<Operation> operations = EnumSet.noneOf(Operation.class);
    for (String word : text.split(",", -1)) {
      @Nullable Operation known =
          Stream.of(Operation.values()).filter(o -> o.word().equals(word)).findFirst().orElse(null);
      if (known == null || !operations.add(known)) {
        return Optional.empty();
      }
    }
    boolean hasMessages =
        operations.contains(Operation.SEND) || operations.contains(Operation.WRITE);
    return hasMessages ? Optional.of(operations) : Optional.empty();
  }

  private static Optional<Long> unsigned(String digits) {
    try {
      return Optional.of(
          digits.startsWith("0x")
              ? Long.parseUnsignedLong(digits.substring(2), 16)
              : Long.parseUnsignedLong(digits));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
