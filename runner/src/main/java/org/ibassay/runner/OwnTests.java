package org.ibassay.runner;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;
import org.ibassay.suite.TestCase;
import tools.jackson.core.JacksonException;

/// The user's own tests, in jars outside this suite. The jars share a class loader, so that they
/// may use each other's classes.
///
/// @param pages pages of the tests, jar by jar
/// @param loader class loader of the tests
public record OwnTests(List<Page> pages, ClassLoader loader) {
  /// No own tests.
  public static final OwnTests NONE = new OwnTests(List.of(), Pages.class.getClassLoader());

  /// Copies the list.
  public OwnTests {
    pages = List.copyOf(pages);
  }

  /// Finds the tests in jars and loads their classes.
  ///
  /// @throws UsageException if a jar has no tests, or tests that this suite cannot run
  public static OwnTests in(List<Path> jars) throws UsageException {
    if (jars.isEmpty()) {
      return NONE;
    }
    Map<String, Path> found = new LinkedHashMap<>();
    for (Path jar : jars) {
      for (String name : names(jar)) {
        Path other = found.put(name, jar);
        if (other != null) {
          throw new UsageException(
              "--tests %s: has a test %s, as %s has".formatted(jar, name, other));
        }
        if (Pages.of(name).isPresent()) {
          throw new UsageException(
              "--tests %s: has a test %s, as ibassay itself has; name it otherwise"
                  .formatted(jar, name));
        }
      }
    }
    ClassLoader loader = loader(jars);
    List<Page> pages = new ArrayList<>();
    for (Map.Entry<String, Path> test : found.entrySet()) {
      pages.add(page(test.getKey(), test.getValue(), loader));
    }
    return new OwnTests(pages, loader);
  }

  /// Returns a suite with these tests after its own.
  public Suite after(Suite suite) {
    if (pages.isEmpty()) {
      return suite;
    }
    List<Page> all = new ArrayList<>(suite.pages());
    all.addAll(pages);
    return new Suite(
        all,
        page -> pages.contains(page) ? Pages.newTest(page, loader) : suite.maker().apply(page));
  }

  private static List<String> names(Path jar) throws UsageException {
    if (!Files.isRegularFile(jar)) {
      throw new UsageException(
          "--tests %s: %s"
              .formatted(
                  jar, Files.exists(jar) ? "is not a file; expected a jar" : "no such file"));
    }
    Pages.Index index;
    try (JarFile file = new JarFile(jar.toFile())) {
      ZipEntry entry = file.getEntry(Pages.INDEX);
      if (entry == null) {
        throw new UsageException(
            "--tests %s: has no tests: classes with @Td, compiled with the annotation processor"
                    .formatted(jar)
                + " ibassay-pages");
      }
      try (InputStream json = file.getInputStream(entry)) {
        index = Pages.index(json);
      }
    } catch (ZipException e) {
      throw new UsageException("--tests %s: is no jar: %s".formatted(jar, e.getMessage()));
    } catch (IOException | JacksonException e) {
      throw new UsageException("--tests %s: cannot be read: %s".formatted(jar, e.getMessage()));
    }
    if (!index.version().equals(Pages.version())) {
      throw new UsageException(
          "--tests %s: was built for ibassay %s, and this is ibassay %s; build it anew"
              .formatted(jar, index.version(), Pages.version()));
    }
    return index.tests();
  }

  /// Never closed: classes are loaded when they are needed.
  private static ClassLoader loader(List<Path> jars) throws UsageException {
    try {
      List<URL> urls = new ArrayList<>();
      for (Path jar : jars) {
        urls.add(jar.toUri().toURL());
      }
      return new URLClassLoader(urls.toArray(URL[]::new), Pages.class.getClassLoader());
    } catch (IOException e) {
      throw new UsageException("--tests: " + e.getMessage());
    }
  }

  private static Page page(String name, Path jar, ClassLoader loader) throws UsageException {
    try {
      Page page =
          Pages.of(name, loader)
              .orElseThrow(() -> new ClassNotFoundException("its page is missing"));
      if (!TestCase.class.isAssignableFrom(Class.forName(page.className(), true, loader))) {
        throw new ClassNotFoundException(page.className() + " is no TestCase");
      }
      return page;
    } catch (ReflectiveOperationException | LinkageError | JacksonException e) {
      throw new UsageException("--tests %s: cannot load the test %s: %s".formatted(jar, name, e));
    }
  }
}
