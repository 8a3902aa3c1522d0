package org.ibassay.suite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class MessageDataTest {
  private static final byte[] SENT = MessageData.pattern(4096);

  @Test
  void dataThatIsElsewhereIsNamedWithItsPlace() {
    byte[] moved = SENT.clone();
    System.arraycopy(SENT, 1000, moved, 100, 600);
    assertThat(MessageData.differenceInMemory(moved, SENT))
        .endsWith(" at byte 100, where the data of byte 1000 is found");
  }

  @Test
  void shortSequencesAndZerosHaveNoPlace() {
    byte[] chance = SENT.clone();
    System.arraycopy(SENT, 1000, chance, 100, 40);
    assertThat(MessageData.differenceInMemory(chance, SENT)).endsWith(" at byte 100");
    assertThat(MessageData.differenceInMemory(new byte[4096], SENT)).endsWith(" at byte 0");
  }
}
