package org.ibassay.suite;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/// The pages of the tests, as the annotation processor wrote them when the suite was compiled.
public final class Pages {
  private static final ObjectReader READER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .build()
          .reader();

  /// What was read of them, by id: a run reads each page once.
  private static final Map<String, Page> READ = new ConcurrentHashMap<>();

  private Pages() {}

  /// The page of every test, in the order of their sections.
  public static List<Page> all() {
    return names().stream().map(Pages::page).toList();
  }

  /// The page of a test.
  ///
  /// @param id the class's simple name
  public static Optional<Page> of(String id) {
    return names().stream().filter(id::equals).findFirst().map(Pages::page);
  }

  /// The page of a test.
  ///
  /// @throws IllegalArgumentException when the class has none
  public static Page of(Class<? extends TestCase> test) {
    return of(test.getSimpleName())
        .filter(page -> page.className().equals(test.getName()))
        .orElseThrow(() -> new IllegalArgumentException(test + " has no page"));
  }

  /// What tests inherit from a class: the classes that a test extends, the nearest first.
  public static List<Family> lineage(Page page) {
    List<Family> lineage = new ArrayList<>();
    Class<?> parent = newTest(page).getClass().getSuperclass();
    while (parent != null && parent != Object.class) {
      lineage.add(read("family/" + parent.getSimpleName(), Family.class));
      parent = parent.getSuperclass();
    }
    return lineage;
  }

  /// Makes the test that a page describes.
  public static TestCase newTest(Page page) {
    try {
      return Class.forName(page.className())
          .asSubclass(TestCase.class)
          .getConstructor()
          .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot make test " + page.className(), e);
    }
  }

  private static List<String> names() {
    return Index.NAMES;
  }

  private static Page page(String id) {
    return READ.computeIfAbsent(id, name -> read(name, Page.class));
  }

  private static <T> T read(String name, Class<T> type) {
    try (InputStream json = open(name)) {
      if (json == null) {
        throw new IllegalStateException("the suite was built without its pages: no " + name);
      }
      return READER.forType(type).readValue(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Index {
    static final List<String> NAMES = List.of(read("index", String[].class));
  }

  private static @Nullable InputStream open(String name) {
    return Pages.class.getResourceAsStream("pages/" + name + ".json");
  }
}
