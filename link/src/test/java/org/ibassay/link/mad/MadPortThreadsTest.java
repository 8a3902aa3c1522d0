package org.ibassay.link.mad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.testing.ScriptedLink;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Threads other than the one that opened the port.
@Timeout(30)
class MadPortThreadsTest {
  private static final Route NEXT = new Route.Directed(List.of(1));
  private static final Timing TIMING = new Timing(1000, 0);
  private static final long HOUR = 3_600_000_000_000L;

  private static MadPort port(MadLink link) {
    return new MadPort(link, NEXT, Tap.NONE, TIMING);
  }

  /// Sends a request from any thread; returns the response's modifier, -1 for no response.
  private static long ask(MadPort port, int modifier) throws LinkException, InterruptedException {
    Exchange exchange =
        port.start(Requests.of(Method.GET, 0x1B, modifier), NEXT, port.timing(), Label.NONE);
    try {
      port.await(exchange);
      return exchange.state() == Exchange.State.ANSWERED
          ? MadHeader.ATTRIBUTE_MODIFIER.get(exchange.response(), 0)
          : -1;
    } finally {
      port.release(exchange);
    }
  }

  @Test
  void otherThreadsAreServed() throws Exception {
    ScriptedLink link =
        new ScriptedLink((l, sent) -> {
          if (MadHeader.ATTRIBUTE_MODIFIER.get(sent.mad(), 0) % 7 != 0) {
            l.bring(1 + l.sent().size() % 5, ScriptedLink.response(sent));
          }
        });
    MadPort port = port(link);
    int threads = 100;
    int each = 50;
    AtomicInteger left = new AtomicInteger(threads);
    ConcurrentLinkedQueue<Throwable> wrong = new ConcurrentLinkedQueue<>();
    for (int t = 0; t < threads; t++) {
      int base = t * each;
      Thread.startVirtualThread(() -> {
        try {
          for (int modifier = base; modifier < base + each; modifier++) {
            assertThat(ask(port, modifier)).isEqualTo(modifier % 7 == 0 ? -1 : modifier);
          }
        } catch (Throwable e) {
          wrong.add(e);
        } finally {
          left.decrementAndGet();
        }
      });
    }
    port.serve(() -> left.get() == 0);
    assertThat(wrong).isEmpty();
    assertThat(port.counters().sent()).isEqualTo((long) threads * each);
    assertThat(ask(port, 1)).isEqualTo(1);
  }

  @Test
  void otherThreadsWaitByTheLinksClock() throws Exception {
    MadPort port = port(ScriptedLink.answering(1));
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Long> waits =
          threads.submit(() -> {
            port.waitUntil(65_536_000_000_000L);
            return ask(port, 5);
          });
      port.serve(waits::isDone);
      assertThat(waits.get()).isEqualTo(5);
      assertThat(port.clock().nanos()).isEqualTo(65_536_000_000_001L);
    }
  }

  @Test
  void interruptedServingReleasesTheOthers() throws Exception {
    MadPort port = new MadPort(new QuietRealLink(), NEXT, Tap.NONE, new Timing(HOUR, 0));
    Thread ioThread = Thread.currentThread();
    CountDownLatch started = new CountDownLatch(100);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Long>> waits =
          IntStream.range(0, 100)
              .mapToObj(i ->
                  threads.submit(
                      (Callable<Long>)
                          () -> {
                            started.countDown();
                            return ask(port, i);
                          }))
              .toList();
      Thread.startVirtualThread(() -> {
        try {
          started.await();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
        ioThread.interrupt();
      });
      assertThatThrownBy(() -> port.serve(() -> false)).isInstanceOf(InterruptedException.class);
      for (Future<Long> wait : waits) {
        assertThatThrownBy(wait::get).hasCauseInstanceOf(InterruptedException.class);
      }
    }
    // All exchanges were released: the port can be used as before.
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> rounds =
          IntStream.range(0, 2 * MadPort.CAPACITY)
              .<Future<?>>mapToObj(i ->
                  threads.submit(() -> {
                    port.waitUntil(0);
                    return null;
                  }))
              .toList();
      port.serve(() -> rounds.stream().allMatch(Future::isDone));
    }
  }

  @Test
  void interruptionIsNoticedWhileTheLinkBlocks() {
    MadPort port = port(new QuietRealLink());
    Thread ioThread = Thread.currentThread();
    Thread.startVirtualThread(ioThread::interrupt);
    assertThatThrownBy(() -> port.waitUntil(System.nanoTime() + HOUR))
        .isInstanceOf(InterruptedException.class);
  }

  @Test
  void brokenLinkIsEverybodysTrouble() throws Exception {
    ScriptedLink link =
        new ScriptedLink((l, sent) -> {
          throw new LinkException("port 1 is down");
        });
    MadPort port = port(link);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Long> wait = threads.submit(() -> ask(port, 3));
      assertThatThrownBy(() -> port.serve(wait::isDone)).isInstanceOf(LinkException.class);
      assertThatThrownBy(wait::get)
          .hasCauseInstanceOf(LinkException.class)
          .hasMessageContaining("port 1 is down");
      assertThatThrownBy(() -> threads.submit(() -> ask(port, 4)).get())
          .hasCauseInstanceOf(LinkException.class);
    }
  }

  @Test
  void interruptedAskerGivesItsPlaceBack() throws Exception {
    MadPort port = port(ScriptedLink.answering(1));
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 3 * MadPort.CAPACITY; i++) {
        Future<Long> wait =
            threads.submit(() -> {
              Exchange exchange = port.start(Requests.nodeInfo(), NEXT, port.timing(), Label.NONE);
              Thread.currentThread().interrupt();
              try {
                port.await(exchange);
              } catch (InterruptedException e) {
                return -2L;
              } finally {
                port.release(exchange);
              }
              return 0L;
            });
        port.serve(wait::isDone);
        assertThat(wait.get()).isIn(0L, -2L);
      }
    }
    assertThat(ask(port, 9)).isEqualTo(9);
  }

  @Test
  void onlyTheThreadThatOpenedServes() throws Exception {
    MadPort port = port(ScriptedLink.silent());
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> other =
          threads.submit(() -> {
            port.serve(() -> true);
            return null;
          });
      assertThatThrownBy(other::get).hasCauseInstanceOf(IllegalStateException.class);
    }
  }
}
