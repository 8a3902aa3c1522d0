package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.ibassay.peers.RequiresPeer;
import org.ibassay.results.store.History;
import org.ibassay.results.store.Matrix;
import org.ibassay.results.store.Store;
import org.ibassay.results.store.StoreException;
import org.ibassay.results.store.StoredRun;
import org.ibassay.runner.UsageException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/// A store in PostgreSQL returns the same results as one in SQLite, and loses nothing with several
/// writers.
@RequiresPeer(PostgresqlCluster.PROGRAM)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class PostgresqlStoreTest {
  private static final int FILES = 500;
  private static final List<String> DEVICES = List.of("%", "lab-1", "LAB\\%", "l%", "lab\\_1");
  private static final List<String> TESTS = List.of("%", "C14%", "c14\\_0_");

  private static PostgresqlCluster cluster;

  @BeforeAll
  static void start(@TempDir Path directory) throws Exception {
    cluster = PostgresqlCluster.start(directory);
  }

  @AfterAll
  static void close() throws Exception {
    cluster.close();
  }

  /// A run without its number, which depends on the order of the writers.
  private record Run(StoredRun run, List<StoredRun.Found> found) {}

  @Test
  @Order(1)
  void anEmptyDatabaseIsNoStore() {
    assertThatThrownBy(() -> Store.openExisting(cluster.url(cluster.password())))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("has no results")
        .hasMessageNotContaining(cluster.password());
  }

  @Test
  @Order(2)
  void itAnswersAsSqliteDoesAfterTwoWroteAtOnce(@TempDir Path directory) throws Exception {
    Seed seed = Seed.ofRun();
    List<Path> files = new GeneratedResults(seed.number()).write(directory, FILES);
    // Each file is added by one writer, and every fifth by both.
    List<Path> first = new ArrayList<>();
    List<Path> second = new ArrayList<>();
    for (int i = 0; i < FILES; i++) {
      if (i % 2 == 0 || i % 5 == 0) {
        first.add(files.get(i));
      }
      if (i % 2 == 1 || i % 5 == 0) {
        second.addFirst(files.get(i));
      }
    }
    int added = 0;
    try (ExecutorService writers = Executors.newFixedThreadPool(2)) {
      for (Future<Integer> done : writers.invokeAll(List.of(writer(first), writer(second)))) {
        added += done.get();
      }
    }
    assertThat(added).as(seed.toString()).isEqualTo(FILES);
    try (Store sqlite = Store.open(directory.resolve("lab.db").toString());
        Store postgresql = Store.openExisting(cluster.url(cluster.password()))) {
      assertThat(sqlite.add(files, null, null)).isEqualTo(new Store.Added(FILES, 0));
      assertThat(postgresql.add(files, null, null)).isEqualTo(new Store.Added(0, FILES));
      for (String device : DEVICES) {
        assertThat(runs(postgresql, device)).as(device).isEqualTo(runs(sqlite, device));
        for (String test : TESTS) {
          assertThat(postgresql.ask(Matrix.of(device, test)))
              .as("%s, %s", device, test)
              .isNotEmpty()
              .isEqualTo(sqlite.ask(Matrix.of(device, test)));
          assertThat(postgresql.ask(History.of(device, test)))
              .as("%s, %s", device, test)
              .isNotEmpty()
              .isEqualTo(sqlite.ask(History.of(device, test)));
        }
      }
    }
  }

  /// Adds a few files at a time, so that the two writers alternate.
  private static Callable<Integer> writer(List<Path> files) {
    return () -> {
      int added = 0;
      for (int i = 0; i < files.size(); i += 10) {
        try (Store store = Store.open(cluster.url(cluster.password()))) {
          added += store.add(files.subList(i, Math.min(i + 10, files.size())), null, null).added();
        }
      }
      return added;
    };
  }

  private static List<Run> runs(Store store, String device) throws StoreException {
    List<Run> runs = new ArrayList<>();
    for (StoredRun run : store.ask(StoredRun.latest(device, FILES))) {
      assertThat(store.ask(StoredRun.of(run.hash().substring(0, 16)))).containsExactly(run);
      assertThat(store.ask(StoredRun.of(String.valueOf(run.run())))).containsExactly(run);
      runs.add(
          new Run(
              new StoredRun(
                  0,
                  run.hash(),
                  run.started(),
                  run.device(),
                  run.firmware(),
                  run.uri(),
                  run.file(),
                  run.counts()),
              store.ask(run.found())));
    }
    return runs;
  }

  @Test
  @Order(3)
  void whyItCannotBeOpenedIsSaidWithoutThePassword() {
    String wrong = "not-the-password";
    assertThatThrownBy(() -> Store.open(cluster.url(wrong)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("password authentication failed")
        .hasMessageNotContaining(wrong);
    assertThatThrownBy(() -> Store.open(cluster.url(cluster.password()) + "-other"))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("does not exist")
        .hasMessageNotContaining(cluster.password());
  }

  @Test
  @Order(4)
  void aFileThatIsNoResultsFileAddsNothing(@TempDir Path directory) throws Exception {
    List<Path> files = new ArrayList<>(new GeneratedResults(1).write(directory, 3));
    files.add(Files.writeString(directory.resolve("other"), "no results"));
    try (Store store = Store.open(cluster.url(cluster.password()))) {
      int before = store.ask(StoredRun.latest("%", Integer.MAX_VALUE)).size();
      assertThatThrownBy(() -> store.add(files, null, null)).isInstanceOf(UsageException.class);
      assertThat(store.ask(StoredRun.latest("%", Integer.MAX_VALUE))).hasSize(before);
    }
  }
}
