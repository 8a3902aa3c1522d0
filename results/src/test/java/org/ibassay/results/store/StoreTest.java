package org.ibassay.results.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.ibassay.results.store.History.Change;
import org.ibassay.runner.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A store of results.
class StoreTest {
  private static final String ALL = "%";

  @TempDir Path directory;
  private int made;

  @Test
  void aFileIsThereOnce() throws Exception {
    Path file = file("1.0", "T1 pass a:pass");
    try (Store store = open()) {
      assertThat(store.add(List.of(file, file), null, null)).isEqualTo(new Store.Added(1, 1));
      assertThat(store.add(List.of(file), null, "2.0")).isEqualTo(new Store.Added(0, 1));
      assertThat(store.ask(StoredRun.latest(ALL, 9))).hasSize(1);
    }
  }

  @Test
  void theMatrixHasVersionsInTheOrderTested() throws Exception {
    try (Store store = open()) {
      add(store, "1.10", "T1 pass a:pass", "T2 fail b:fail");
      add(store, "1.9", "T1 fail a:fail", "T2 pass b:pass");
      add(store, "1.9", "T1 pass a:pass");
      Matrix matrix = store.ask(Matrix.of(ALL, ALL)).getFirst();
      assertThat(matrix.device()).isEqualTo("0x0000000000000001");
      assertThat(matrix.versions()).containsExactly("1.10", "1.9");
      assertThat(matrix.cells().get("T1"))
          .containsEntry("1.9", new Matrix.Cell("pass", 2, 1))
          .containsEntry("1.10", new Matrix.Cell("pass", 1, 0));
      assertThat(store.ask(Matrix.of(ALL, "T2")).getFirst().cells()).containsOnlyKeys("T2");
      assertThat(store.ask(Matrix.of("other", ALL))).isEmpty();
    }
  }

  @Test
  void patternsTellUpperFromLowerCase() throws Exception {
    try (Store store = open()) {
      store.add(List.of(file("1", "T1 pass a:pass")), "Lab", null);
      assertThat(store.ask(Matrix.of("Lab", "T%"))).hasSize(1);
      assertThat(store.ask(Matrix.of("lab", ALL))).isEmpty();
      assertThat(store.ask(Matrix.of(ALL, "t%"))).isEmpty();
    }
  }

  @Test
  void anOlderFileAddedLateDoesNotReplaceTheLatestVerdict() throws Exception {
    Path older = file("1.0", "T1 fail a:fail");
    try (Store store = open()) {
      add(store, "1.0", "T1 pass a:pass");
      store.add(List.of(older), null, null);
      assertThat(store.ask(Matrix.of(ALL, ALL)).getFirst().cells().get("T1"))
          .containsEntry("1.0", new Matrix.Cell("pass", 2, 1));
    }
  }

  @Test
  void theHistoryNamesTheVersionsBetweenWhichAnAssertionChanged() throws Exception {
    try (Store store = open()) {
      add(store, "1", "T1 pass a:pass b:pass");
      add(store, "2", "T1 fail a:fail b:pass");
      add(store, "3", "T1 fail a:fail b:fail");
      add(store, "4", "T1 inconclusive a:inconclusive b:inconclusive");
      add(store, "5", "T1 fail a:inconclusive b:fail");
      add(store, "6", "T1 pass a:pass b:pass");
      List<History> all = store.ask(History.of(ALL, ALL));
      assertThat(all).extracting(History::assertion).containsExactly("a", "b");
      assertThat(all.get(0).changes())
          .as("an assertion without a verdict is not fixed")
          .containsExactly(new Change("1", "2", true), new Change("3", "6", false));
      assertThat(all.get(1).changes())
          .containsExactly(new Change("2", "3", true), new Change("5", "6", false));
      assertThat(all).noneMatch(h -> h.states().values().stream().anyMatch(History.State::isFlaky));
    }
  }

  @Test
  void whatFailsInSomeRunsOfAVersionIsFlaky() throws Exception {
    try (Store store = open()) {
      add(store, "1", "T1 fail a:fail b:pass");
      add(store, "1", "T1 fail a:pass b:fail");
      add(store, "1", "T1 fail a:fail b:inconclusive");
      History a = store.ask(History.of(ALL, ALL)).getFirst();
      assertThat(a.states()).containsEntry("1", new History.State(3, 2, false));
      assertThat(a.states().get("1")).matches(History.State::isFlaky);
      assertThat(store.ask(History.of(ALL, ALL)).get(1).states())
          .containsEntry("1", new History.State(2, 1, false));
      assertThat(a.changes()).containsExactly(new Change(null, "1", true));
    }
  }

  @Test
  void theTrendNamesTestsThatChanged() throws Exception {
    try (Store store = open()) {
      add(store, "1", "T1 pass a:pass", "T2 fail b:fail");
      add(store, "1", "T1 inconclusive a:inconclusive", "T2 fail b:fail");
      add(store, "2", "T1 fail a:fail", "T2 pass b:pass", "T3 fail c:fail");
      List<Trend> trends = store.ask(Trend.of(ALL, 9));
      assertThat(trends).hasSize(3);
      assertThat(trends.subList(0, 2))
          .allMatch(trend -> trend.nowFailing().isEmpty() && trend.nowPassing().isEmpty());
      assertThat(trends.getLast().nowFailing())
          .as("not T3, which was not run before")
          .containsExactly("T1");
      assertThat(trends.getLast().nowPassing()).containsExactly("T2");
    }
  }

  @Test
  void aRunIsFoundByNumberAndHash() throws Exception {
    try (Store store = open()) {
      add(store, "1", "T1 fail a:fail b:pass", "T2 pass c:pass");
      StoredRun run = store.ask(StoredRun.of("1")).getFirst();
      assertThat(store.ask(StoredRun.of(run.hash().substring(0, 12)))).containsExactly(run);
      assertThat(run.counts()).containsExactly(1, 1, 0, 0);
      assertThat(store.ask(run.found()))
          .containsExactly(
              new StoredRun.Found("T1", "", "fail"), new StoredRun.Found("T1", "a", "fail"));
    }
  }

  @Test
  void writersAtOnceLoseNothing() throws Exception {
    int writers = 4;
    int each = 30;
    List<Callable<Store.Added>> tasks = new ArrayList<>();
    Path shared = file("0", "T1 fail a:fail");
    for (int writer = 0; writer < writers; writer++) {
      List<Path> files = new ArrayList<>();
      for (int i = 0; i < each; i++) {
        files.add(file("1", "T1 fail a:fail"));
      }
      tasks.add(() -> {
        Store.Added added = new Store.Added(0, 0);
        for (Path file : files) {
          try (Store store = open()) {
            added = store.add(List.of(file, shared), null, null);
          }
        }
        return added;
      });
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(writers)) {
      for (Future<Store.Added> done : threads.invokeAll(tasks)) {
        done.get();
      }
    }
    try (Store store = open()) {
      assertThat(store.ask(StoredRun.latest(ALL, 1000))).hasSize(writers * each + 1);
      assertThat(store.ask(Matrix.of(ALL, ALL)).getFirst().cells().get("T1"))
          .containsEntry("1", new Matrix.Cell("fail", writers * each, writers * each));
    }
  }

  @Test
  void whatIsNoStoreOrNoResultsIsNamed() throws Exception {
    Path other = Files.writeString(directory.resolve("other"), "no database".repeat(100));
    assertThatThrownBy(() -> Store.open(other.toString()))
        .isInstanceOf(UsageException.class)
        .hasMessageEndingWith("is no store, but another file");
    assertThatThrownBy(() -> Store.openExisting(at("none"))).isInstanceOf(UsageException.class);
    assertThatThrownBy(() -> Store.open(at("none/store"))).isInstanceOf(StoreException.class);
    try (Store store = open()) {
      Path good = file("1", "T1 pass a:pass");
      assertThatThrownBy(() -> store.add(List.of(good, other), null, null))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("is not JSON");
      assertThat(store.ask(StoredRun.latest(ALL, 9))).as("the batch was not added").isEmpty();
      assertThat(store.add(List.of(good), "lab7", "3")).isEqualTo(new Store.Added(1, 0));
      assertThat(store.ask(StoredRun.latest("lab7", 9)).getFirst().firmware()).isEqualTo("3");
    }
  }

  @Test
  void aStoreOfALaterVersionIsLeftAlone() throws Exception {
    try (Store store = open()) {
      store.ask(connection ->
          connection.createStatement().executeUpdate("INSERT INTO migration VALUES (99)"));
    }
    assertThatThrownBy(this::open)
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("was made by a later ibassay");
  }

  private Store open() throws UsageException, StoreException {
    return Store.open(at("store.db"));
  }

  private String at(String name) {
    return directory.resolve(name).toString();
  }

  private void add(Store store, String firmware, String... tests) throws Exception {
    store.add(List.of(file(firmware, tests)), null, null);
  }

  /// A results file, later than those made before.
  ///
  /// @param tests `ID VERDICT ASSERTION:VERDICT ...`
  private Path file(String firmware, String... tests) throws IOException {
    made++;
    String all = List.of(tests).stream().map(StoreTest::test).collect(Collectors.joining(","));
    return Files.writeString(
        directory.resolve(made + ".json"),
        """
        {"suite": {"name": "ibassay", "version": "1"}, "started": "2026-01-01T00:00:%02d.%03dZ",
         "verdict": "pass", "exit": 0, "tests": [%s],
         "duts": [{"uri": "sim:ca", "nodeGuid": "0x0000000000000001",
                   "description": "x, firmware %s"}]}
        """
            .formatted(made / 1000, made % 1000, all, firmware));
  }

  private static String test(String text) {
    String[] words = text.split(" ", -1);
    List<String> assertions = new ArrayList<>();
    for (int i = 2; i < words.length; i++) {
      String[] parts = words[i].split(":", -1);
      assertions.add("{\"id\": \"%s\", \"verdict\": \"%s\"}".formatted(parts[0], parts[1]));
    }
    return "{\"id\": \"%s\", \"dut\": 0, \"verdict\": \"%s\", \"assertions\": [%s]}"
        .formatted(words[0], words[1], String.join(",", assertions));
  }
}
