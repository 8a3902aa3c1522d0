package org.ibassay.suite;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/// Reads the pages of tests, which the annotation processor writes when the tests are compiled:
/// those of this suite, and those that a class loader or a class supplies.
public final class Pages {
  private static final ObjectReader READER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .build()
          .reader();

  /// Folder of the pages in a jar or directory.
  private static final String FOLDER = "META-INF/ibassay/pages/";

  /// Resource that lists the tests of a jar or directory; [#index] reads it.
  public static final String INDEX = FOLDER + "index.json";

  /// Pages already read, by id.
  private static final Map<String, Page> READ = new ConcurrentHashMap<>();

  private Pages() {}

  /// The tests of a jar or directory.
  ///
  /// @param version of the annotation processor that wrote the pages, equal to the suite's
  /// @param tests ids, ordered by section
  public record Index(String version, List<String> tests) {
    /// Copies the list.
    public Index {
      tests = List.copyOf(tests);
    }
  }

  /// Reads an [#INDEX].
  public static Index index(InputStream json) {
    return READER.forType(Index.class).readValue(json);
  }

  /// The version of this suite.
  public static String version() {
    return Own.INDEX.version();
  }

  /// The pages of all tests of this suite, ordered by section.
  public static List<Page> all() {
    return names().stream().map(Pages::page).toList();
  }

  /// Returns the page of a test from the resources of a class loader.
  public static Optional<Page> of(String id, ClassLoader loader) {
    InputStream json = loader.getResourceAsStream(FOLDER + id + ".json");
    return json == null ? Optional.empty() : Optional.of(read(json, Page.class));
  }

  /// Returns the page of a test of this suite.
  ///
  /// @param id simple name of the class
  public static Optional<Page> of(String id) {
    return names().stream().filter(id::equals).findFirst().map(Pages::page);
  }

  /// Returns the page of a test, of this suite or not.
  ///
  /// @throws IllegalArgumentException if the class has no page
  public static Page of(Class<? extends TestCase> test) {
    InputStream json = test.getResourceAsStream("/" + FOLDER + test.getSimpleName() + ".json");
    return Optional.ofNullable(json)
        .map(in -> read(in, Page.class))
        .filter(page -> page.className().equals(test.getName()))
        .orElseThrow(() -> new IllegalArgumentException(test + " has no page"));
  }

  /// Returns what a test of this suite inherits from its superclasses, nearest first.
  public static List<Family> lineage(Page page) {
    List<Family> lineage = new ArrayList<>();
    Class<?> parent = newTest(page).getClass().getSuperclass();
    while (parent != null && parent != Object.class) {
      lineage.add(read("family/" + parent.getSimpleName(), Family.class));
      parent = parent.getSuperclass();
    }
    return lineage;
  }

  /// Creates the test of this suite that a page describes.
  public static TestCase newTest(Page page) {
    return newTest(page, Pages.class.getClassLoader());
  }

  /// Creates the test that a page describes.
  ///
  /// @param loader class loader of the test
  public static TestCase newTest(Page page, ClassLoader loader) {
    try {
      return Class.forName(page.className(), true, loader)
          .asSubclass(TestCase.class)
          .getConstructor()
          .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot make test " + page.className(), e);
    }
  }

  private static List<String> names() {
    return Own.INDEX.tests();
  }

  /// The index of this suite, read once.
  private static final class Own {
    static final Index INDEX = own();
  }

  /// Finds the index next to this class: on a class path, other indexes may precede it.
  private static Index own() {
    if (Pages.class.getModule().isNamed()) {
      return read("index", Index.class);
    }
    String file = Pages.class.getName().replace('.', '/') + ".class";
    String uri = String.valueOf(Pages.class.getResource("/" + file));
    try (InputStream json =
        URI.create(uri.substring(0, uri.length() - file.length()) + INDEX).toURL().openStream()) {
      return index(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Page page(String id) {
    return READ.computeIfAbsent(id, name -> read(name, Page.class));
  }

  private static <T> T read(String name, Class<T> type) {
    InputStream json = Pages.class.getResourceAsStream("/" + FOLDER + name + ".json");
    if (json == null) {
      throw new IllegalStateException("the suite was built without its pages: no " + name);
    }
    return read(json, type);
  }

  private static <T> T read(InputStream json, Class<T> type) {
    try (json) {
      return READER.forType(type).readValue(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
