package org.ibassay.link.umad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LibraryCallTest {
  private final CountDownLatch server = new CountDownLatch(1);

  @AfterEach
  void letGo() {
    server.countDown();
  }

  @Test
  void whatIsCalledReturnsItsResult() throws Exception {
    assertThat(LibraryCall.await("opening", Timing.DEFAULT, () -> "open")).isEqualTo("open");
  }

  @Test
  void itsTroubleIsTheCallers() {
    LinkException trouble = new LinkException("port x/1 is down");
    assertThatThrownBy(() ->
            LibraryCall.await(
                "opening",
                Timing.DEFAULT,
                () -> {
                  throw trouble;
                }))
        .isSameAs(trouble);
    assertThatThrownBy(() ->
            LibraryCall.await(
                "opening",
                Timing.DEFAULT,
                () -> {
                  throw new IllegalStateException("a bug");
                }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a bug");
  }

  @Test
  void whatDoesNotReturnIsNamed() {
    assertThatThrownBy(() -> LibraryCall.await("opening port ibsim0/1", 1, this::hang))
        .isInstanceOf(LinkException.class)
        .hasMessageStartingWith("opening port ibsim0/1: libibumad did not return within 0 s;");
  }

  @Test
  void anInterruptEndsTheWait() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> LibraryCall.await("opening", Timing.DEFAULT, this::hang))
        .isInstanceOf(InterruptedException.class);
  }

  private Object hang() {
    try {
      server.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return server;
  }
}
