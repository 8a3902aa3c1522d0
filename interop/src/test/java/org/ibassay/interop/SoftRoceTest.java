package org.ibassay.interop;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ibassay.interop.RcExchange.PSN_OF_DUT;
import static org.ibassay.interop.RcExchange.PSN_OF_TESTER;
import static org.ibassay.interop.RcExchange.REGION_BYTES;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.ibassay.interop.SoftRoceGuest.Kernel;
import org.ibassay.link.capture.PcapNgWriter;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.DeviceAttributes;
import org.ibassay.link.upper.DeviceAttributes.Atomics;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.QpAttributes;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.link.upper.UpperTesterException;
import org.ibassay.peers.RequiresPeer;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.AtomicAckEth;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.TransportPacket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Linux, with the agent as upper tester, accepts our packets and sends packets that we accept:
/// framing, lengths, ICRC, the meaning of the headers. The captures and tshark's output for them
/// are kept in `target/soft-roce`.
@Tag("quiet") // a guest is emulated, and slow beside others
@ResourceLock(SoftRoceGuest.ONE_TESTER)
@RequiresPeer({SoftRoceGuest.APT, SoftRoceGuest.COMPILER, "tshark"})
class SoftRoceTest {
  private static final int ACK = 0x1F;
  private static final Seed SEED = Seed.ofRun();

  /// Not a multiple of four, so that a pad is checked, too.
  private static final int PAYLOAD = 101;

  private static final long ADDED = 0x1111_1111_1111_1111L;

  private final byte[] data = new byte[PAYLOAD];

  static Stream<Kernel> kernels() {
    return Kernel.tested();
  }

  static Stream<Arguments> kernelsAndFamilies() {
    return Kernel.tested()
        .flatMap(kernel -> Stream.of(Arguments.of(kernel, 4), Arguments.of(kernel, 6)));
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void agentDrivesTheDevice(Kernel kernel) throws Exception {
    try (RcExchange exchange = open(kernel, 4, "agent")) {
      DeviceAttributes attributes = exchange.upper.attributes();
      assertThat(attributes.name()).isEqualTo("rxe0");
      assertThat(attributes.atomics()).isEqualTo(Atomics.DEVICE);
      assertThat(attributes.port().isActive()).isTrue();
      assertThat(attributes.activeMtu()).isEqualTo(4096);
      assertThat(attributes.maxReadsAsTarget()).isGreaterThanOrEqualTo(4);

      RcSettings settings = exchange.settings();
      assertThat(exchange.upper.query(exchange.qp))
          .isEqualTo(
              new QpAttributes(
                  State.RTS,
                  settings.sendPsn(),
                  settings.receivePsn(),
                  settings.pathMtu(),
                  settings.reads(),
                  settings.retries()));

      MemoryRegion region = exchange.upper.register(20_000, AccessRights.LOCAL);
      byte[] expected = new byte[20_000];
      SEED.random().nextBytes(expected);
      exchange.upper.write(region, 0, expected);
      exchange.upper.fill(region, 5, 3, (byte) 0xA5);
      Arrays.fill(expected, 5, 8, (byte) 0xA5);
      assertThat(exchange.upper.read(region, 0, 20_000)).as(SEED.toString()).isEqualTo(expected);
      assertThatThrownBy(() -> exchange.upper.read(region, 19_999, 2))
          .isInstanceOf(UpperTesterException.class)
          .hasMessageContaining("has 20000 bytes, not 20001");

      RcSettings toNobody = RcSettings.to(exchange.qp.address(), 1).withGidIndex(200);
      assertThatThrownBy(() -> exchange.upper.open(toNobody))
          .isInstanceOf(UpperTesterException.class)
          .hasMessageContaining("to RTR");
      exchange.upper.free(region);
      exchange.upper.close(exchange.qp);
      assertThatThrownBy(() -> exchange.upper.query(exchange.qp)).hasMessageContaining("no QP");
    }
  }

  @ParameterizedTest
  @MethodSource("kernelsAndFamilies")
  void linuxAnswersOurRequests(Kernel kernel, int family) throws Exception {
    try (RcExchange exchange = open(kernel, family, "requests")) {
      send(exchange, PSN_OF_TESTER, 1);
      write(exchange, Psn.add(PSN_OF_TESTER, 1), 2);
      // from here on across the wrap of the PSN
      read(exchange, Psn.add(PSN_OF_TESTER, 2), 3);
      fetchAdd(exchange, Psn.add(PSN_OF_TESTER, 3), 4);
      compareSwap(exchange, Psn.add(PSN_OF_TESTER, 4), 5);
    }
    assertThat(opCodes(kernel, family, "requests"))
        .containsExactly("4", "17", "10", "17", "12", "16", "20", "18", "19", "18");
  }

  @ParameterizedTest
  @MethodSource("kernelsAndFamilies")
  void linuxDropsAWrongIcrc(Kernel kernel, int family) throws Exception {
    try (RcExchange exchange = open(kernel, family, "icrc")) {
      exchange
          .begin(OpCode.RC_RDMA_WRITE_ONLY, PSN_OF_TESTER)
          .set(Header.RETH, Reth.VA, exchange.region.address())
          .set(Header.RETH, Reth.R_KEY, exchange.region.rkey())
          .set(Header.RETH, Reth.DMA_LEN, PAYLOAD)
          .payload(MemorySegment.ofArray(data), 0, PAYLOAD);
      exchange.sendWithWrongIcrc();
      exchange.expectSilence();
      write(exchange, PSN_OF_TESTER, 1);
    }
    assertThat(opCodes(kernel, family, "icrc")).containsExactly("10", "10", "17");
  }

  @ParameterizedTest
  @MethodSource("kernelsAndFamilies")
  void linuxSendsToUs(Kernel kernel, int family) throws Exception {
    try (RcExchange exchange = open(kernel, family, "sends")) {
      SEED.random().nextBytes(data);
      exchange.upper.write(exchange.region, 0, data);
      exchange.upper.post(exchange.qp, new SendRequest.Send(7, exchange.region.slice(0, PAYLOAD)));
      TransportPacket send = exchange.expect(OpCode.RC_SEND_ONLY, PSN_OF_DUT);
      assertThat(bytes(send)).isEqualTo(data);
      assertThat(exchange.upper.poll(exchange.qp, Queue.SEND, 1)).isEmpty();
      exchange
          .begin(OpCode.RC_ACK, PSN_OF_DUT)
          .set(Header.AETH, Aeth.SYNDROME, ACK)
          .set(Header.AETH, Aeth.MSN, 1);
      exchange.send();
      assertThat(exchange.completion(Queue.SEND))
          .extracting(Completion::id, Completion::status)
          .containsExactly(7L, Status.SUCCESS);

      exchange.upper.post(
          exchange.qp, new SendRequest.Read(8, exchange.region.slice(1000, 8), 0x55, 0x66));
      TransportPacket read = exchange.expect(OpCode.RC_RDMA_READ_REQ, Psn.next(PSN_OF_DUT));
      assertThat(read.get(Header.RETH, Reth.VA)).isEqualTo(0x55);
      assertThat(read.get(Header.RETH, Reth.R_KEY)).isEqualTo(0x66);
      assertThat(read.get(Header.RETH, Reth.DMA_LEN)).isEqualTo(8);
      exchange
          .begin(OpCode.RC_RDMA_READ_RESP_ONLY, Psn.next(PSN_OF_DUT))
          .set(Header.AETH, Aeth.SYNDROME, ACK)
          .set(Header.AETH, Aeth.MSN, 2)
          .payload(MemorySegment.ofArray(data), 0, 8);
      exchange.send();
      assertThat(exchange.completion(Queue.SEND).status()).isEqualTo(Status.SUCCESS);
      assertThat(exchange.upper.read(exchange.region, 1000, 8)).isEqualTo(Arrays.copyOf(data, 8));
    }
    assertThat(opCodes(kernel, family, "sends")).containsExactly("4", "17", "12", "16");
  }

  private void send(RcExchange exchange, int psn, int msn) throws Exception {
    SEED.random().nextBytes(data);
    exchange.upper.postReceive(exchange.qp, 99, exchange.region.slice(4000, PAYLOAD + 1));
    exchange.begin(OpCode.RC_SEND_ONLY, psn).payload(MemorySegment.ofArray(data), 0, PAYLOAD);
    exchange.send();
    acknowledged(exchange.expect(OpCode.RC_ACK, psn), msn);
    assertThat(exchange.completion(Queue.RECEIVE))
        .hasToString("99 SUCCESS (%d bytes)".formatted(PAYLOAD));
    assertThat(exchange.upper.read(exchange.region, 4000, PAYLOAD)).isEqualTo(data);
  }

  private void write(RcExchange exchange, int psn, int msn) throws Exception {
    SEED.random().nextBytes(data);
    exchange
        .begin(OpCode.RC_RDMA_WRITE_ONLY, psn)
        .set(Header.RETH, Reth.VA, exchange.region.address() + 3)
        .set(Header.RETH, Reth.R_KEY, exchange.region.rkey())
        .set(Header.RETH, Reth.DMA_LEN, PAYLOAD)
        .payload(MemorySegment.ofArray(data), 0, PAYLOAD);
    exchange.send();
    acknowledged(exchange.expect(OpCode.RC_ACK, psn), msn);
    assertThat(exchange.upper.read(exchange.region, 3, PAYLOAD)).isEqualTo(data);
  }

  private void read(RcExchange exchange, int psn, int msn) throws Exception {
    exchange
        .begin(OpCode.RC_RDMA_READ_REQ, psn)
        .set(Header.RETH, Reth.VA, exchange.region.address())
        .set(Header.RETH, Reth.R_KEY, exchange.region.rkey())
        .set(Header.RETH, Reth.DMA_LEN, PAYLOAD);
    exchange.send();
    TransportPacket answer = exchange.expect(OpCode.RC_RDMA_READ_RESP_ONLY, psn);
    acknowledged(answer, msn);
    assertThat(bytes(answer)).isEqualTo(exchange.upper.read(exchange.region, 0, PAYLOAD));
  }

  private static void fetchAdd(RcExchange exchange, int psn, int msn) throws Exception {
    long before = new Random(SEED.number()).nextLong();
    atomic(exchange, OpCode.RC_FETCHADD, psn, msn, before, ADDED, 0, before + ADDED);
  }

  private static void compareSwap(RcExchange exchange, int psn, int msn) throws Exception {
    long before = new Random(SEED.number()).nextLong();
    atomic(exchange, OpCode.RC_CMPSWAP, psn, msn, before, ADDED, before, ADDED);
  }

  private static void atomic(
      RcExchange exchange,
      OpCode opCode,
      int psn,
      int msn,
      long before,
      long swapOrAdd,
      long compare,
      long after)
      throws Exception {
    exchange.upper.write(exchange.region, REGION_BYTES - 8, words(before));
    exchange
        .begin(opCode, psn)
        .set(Header.ATOMIC_ETH, AtomicEth.VA, exchange.region.address() + REGION_BYTES - 8)
        .set(Header.ATOMIC_ETH, AtomicEth.R_KEY, exchange.region.rkey())
        .set(Header.ATOMIC_ETH, AtomicEth.SWAP_DT, swapOrAdd)
        .set(Header.ATOMIC_ETH, AtomicEth.CMP_DT, compare);
    exchange.send();
    TransportPacket answer = exchange.expect(OpCode.RC_ATOMIC_ACK, psn);
    acknowledged(answer, msn);
    assertThat(answer.get(Header.ATOMIC_ACK_ETH, AtomicAckEth.ORIG_REM_DT)).isEqualTo(before);
    assertThat(exchange.upper.read(exchange.region, REGION_BYTES - 8, 8)).isEqualTo(words(after));
  }

  private static void acknowledged(TransportPacket answer, int msn) {
    assertThat(answer.get(Header.AETH, Aeth.SYNDROME)).as(answer::toString).isEqualTo(ACK);
    assertThat(answer.get(Header.AETH, Aeth.MSN)).as(answer::toString).isEqualTo(msn);
  }

  /// As in the memory of the guest's processor.
  private static byte[] words(long value) {
    return ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
  }

  private static byte[] bytes(TransportPacket packet) {
    return packet.payload().toArray(JAVA_BYTE);
  }

  // --- captures

  private static RcExchange open(Kernel kernel, int family, String what) throws Exception {
    SoftRoceGuest guest = SoftRoceGuest.shared(kernel);
    DutUri uri = family == 4 ? guest.uri() : guest.uri6();
    Path file = file(kernel, family, what);
    Files.createDirectories(file.getParent());
    return new RcExchange(uri, new PcapNgWriter(file));
  }

  private static Path file(Kernel kernel, int family, String what) {
    String name =
        "%s-%s-ipv%d.pcapng".formatted(what, kernel.name().toLowerCase(Locale.ROOT), family);
    return Path.of("target", "soft-roce", name);
  }

  /// Returns the transport packets in a capture according to tshark, which must report nothing as
  /// malformed. Its whole output is kept with the capture.
  private static List<String> opCodes(Kernel kernel, int family, String what) throws Exception {
    Path file = file(kernel, family, what);
    Files.writeString(
        file.resolveSibling(file.getFileName() + ".txt"),
        Tshark.run("tshark", "-r", file.toString(), "-n", "-V"));
    String opCode = "infiniband.bth.opcode";
    List<Map<String, String>> packets = Tshark.fields(file, List.of(opCode, "_ws.malformed"));
    assertThat(packets).allMatch(packet -> packet.getOrDefault("_ws.malformed", "").isEmpty());
    return packets.stream()
        .map(packet -> packet.getOrDefault(opCode, ""))
        .filter(number -> !number.isEmpty())
        .toList();
  }
}
