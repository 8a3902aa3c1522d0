package org.ibassay.link.upper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.sa.Gid;
import org.junit.jupiter.api.Test;

/// Whatever an agent answers, the client returns a valid answer or reports what is wrong.
class AgentMutationTest {
  private static final long FIRST_SEED =
      Long.getLong("ibassay.seed", System.currentTimeMillis() & 0xFFFF_FFFFL);
  private static final int ROUNDS = 1_500;

  private static final List<String> ANSWERS =
      List.of(
          "ok name=rxe0 firmware=1 node-guid=0x1 vendor=0x2c9 part=1 atomics=device"
              + " reads-as-target=16 reads-as-initiator=16 max-message=1073741824 active-mtu=1024"
              + " max-mtu=4096 ack-delay=15 active=1"
              + " gids=0:fe800000000000000000000000000001:roce-v2",
          "ok qpn=0x11 lid=0 gid=fe800000000000000000000000000001",
          "ok state=RTS send-psn=1 receive-psn=2 mtu=1024 reads=1 peer-reads=1 ack-timeout=14"
              + " retries=7 rnr-retries=7 min-rnr-timer=1",
          "ok region=1 address=0x7f0000001000 rkey=0x4d1",
          "ok data=00112233",
          "ok completions=1:SUCCESS:0:8:0x11:1:0x5:,2:RETRY_EXC_ERR:129:0:0:0::0x5",
          "ok",
          "no 12 no memory: Cannot allocate memory");

  private static final List<String> PIECES =
      List.of(
          "=",
          ":",
          ",",
          " ",
          "ok",
          "no",
          "0x",
          "-1",
          "99999999999999999999",
          "\u00e9",
          "\t",
          "\0x",
          "qpn=1",
          "data=",
          "%s",
          "completions=",
          "ffffffffffffffff");

  @Test
  void whateverAnAgentAnswersTheClientComesBack() throws Exception {
    int sound = 0;
    for (long seed = FIRST_SEED; seed < FIRST_SEED + ROUNDS; seed++) {
      Random random = new Random(seed);
      try (ScriptedAgent agent = new ScriptedAgent()) {
        AgentClient client = agent.greeted();
        for (int i = 0; i < 4; i++) {
          agent.answer(mutated(ANSWERS.get(random.nextInt(ANSWERS.size())), random));
          sound += call(client, random, seed) ? 1 : 0;
        }
        agent.answer("ok");
        client.close();
      }
    }
    System.out.printf(
        "agent's answers: %d, of these %d taken for sound, seed %d%n",
        4 * ROUNDS, sound, FIRST_SEED);
    assertThat(sound).isBetween(1, 4 * ROUNDS - 1);
  }

  private static boolean call(AgentClient client, Random random, long seed) {
    RcQp qp = new RcQp(0x11, new PortAddress(new Gid(1, 2), 0));
    MemoryRegion region = new MemoryRegion(1, 0x1000, 64, 7);
    try {
      switch (random.nextInt(6)) {
        case 0 -> assertSound(client.attributes());
        case 1 -> assertThat(client.query(qp).pathMtu()).isBetween(256, 4096);
        case 2 -> assertThat(client.register(64, AccessRights.ALL).bytes()).isEqualTo(64);
        case 3 -> assertThat(client.read(region, 0, 4)).hasSize(4);
        case 4 -> assertThat(client.poll(qp, Queue.SEND, 2)).hasSizeLessThanOrEqualTo(2);
        default -> client.free(region);
      }
      return true;
    } catch (UpperTesterException e) {
      assertThat(e.getMessage()).as("seed %d", seed).isNotBlank();
      return false;
    }
  }

  private static void assertSound(DeviceAttributes attributes) {
    assertThat(attributes.activeMtu()).isBetween(256, 4096);
    assertThat(attributes.port().maxMtu()).isBetween(256, 4096);
    assertThat(attributes.limits().localAckDelay()).isBetween(0, 31);
    assertThat(attributes.identity().vendorId()).isBetween(0, 0xFF_FFFF);
  }

  /// Returns the answer unchanged, or with a piece removed, inserted or duplicated.
  private static String mutated(String answer, Random random) {
    StringBuilder text = new StringBuilder(answer);
    for (int n = random.nextInt(4); n > 0; n--) {
      int at = random.nextInt(text.length() + 1);
      int to = Math.min(text.length(), at + random.nextInt(8));
      switch (random.nextInt(3)) {
        case 0 -> text.delete(at, to);
        case 1 -> text.insert(at, PIECES.get(random.nextInt(PIECES.size())));
        default -> text.insert(at, text.substring(at, to).repeat(random.nextInt(40)));
      }
    }
    // A single line that is not a command to the scripted agent.
    String line = text.toString().replace("\n", "");
    return line.isEmpty() || line.equals(ScriptedAgent.HANG_UP) ? "x" : line;
  }
}
