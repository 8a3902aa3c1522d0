package org.ibassay.pages;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/// Runs the processor over sources in memory.
///
/// @param errors each as `File:line: message`
/// @param pages contents of each resource by its name, e.g. `index`, `family/Parent.md`
record Compilation(List<String> errors, Map<String, String> pages) {
  private static final JavaCompiler JAVAC = ToolProvider.getSystemJavaCompiler();

  /// Kept: it takes longer to open than a sample to compile.
  private static final JavaFileManager JDK =
      JAVAC.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8);

  private static final List<String> API =
      List.of(
          """
          package org.ibassay.suite;
          public @interface Td {
            DutKind[] dut();
            DutRole[] roles() default {};
            Effect effect();
            Parameter[] parameters() default {};
          }
          """,
          "package org.ibassay.suite; public enum DutKind { CA, SWITCH, ROUTER }",
          "package org.ibassay.suite; public enum DutRole { SM }",
          "package org.ibassay.suite; public enum Effect { READS, CHANGES }",
          "package org.ibassay.suite; public enum Parameter { M_KEY_DUT, LEASE_PERIOD, PROFILE }",
          """
          package org.ibassay.suite;
          public abstract class TestCase {
            protected void step(String id) {}
            protected void check(String step, boolean passed) {}
          }
          """);

  /// @param sources each with one public type
  static Compilation of(String... sources) {
    List<JavaFileObject> units = new ArrayList<>();
    API.forEach(source -> units.add(new Source(source)));
    List.of(sources).forEach(source -> units.add(new Source(source)));
    return of(List.of(), units);
  }

  private static Compilation of(List<String> more, List<JavaFileObject> units) {
    DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
    Resources resources =
        new Resources(more.isEmpty() ? JDK : JAVAC.getStandardFileManager(null, null, null));
    List<String> options = new ArrayList<>(List.of("-proc:only", "-Xlint:none"));
    options.addAll(more);
    JavaCompiler.CompilationTask task =
        JAVAC.getTask(null, resources, diagnostics, options, null, units);
    task.setProcessors(List.of(new PageProcessor()));
    task.call();
    List<String> errors =
        diagnostics.getDiagnostics().stream()
            .filter(d -> d.getKind() == Diagnostic.Kind.ERROR)
            .map(Compilation::text)
            .toList();
    Map<String, String> pages = new TreeMap<>();
    resources.written.forEach(
        (name, bytes) -> pages.put(name, bytes.toString(StandardCharsets.UTF_8)));
    return new Compilation(errors, pages);
  }

  /// Compiles sources to a folder, and writes their pages there.
  ///
  /// @param sources each with one public type; those of the API are added
  static void to(Path folder, String... sources) {
    List<JavaFileObject> units = new ArrayList<>();
    API.forEach(source -> units.add(new Source(source)));
    List.of(sources).forEach(source -> units.add(new Source(source)));
    List<String> options = List.of("-Xlint:none", "-d", folder.toString());
    JavaCompiler.CompilationTask task = JAVAC.getTask(null, null, null, options, null, units);
    task.setProcessors(List.of(new PageProcessor()));
    if (!task.call()) {
      throw new IllegalArgumentException("does not compile");
    }
  }

  /// Runs the processor over one source in memory, with others that were compiled before.
  ///
  /// @param folder of [#to]
  static Compilation on(Path folder, String source) {
    return of(List.of("-cp", folder.toString()), List.of(new Source(source)));
  }

  private static String text(Diagnostic<? extends JavaFileObject> diagnostic) {
    JavaFileObject source = diagnostic.getSource();
    String where = source == null ? "" : source.getName() + ":" + diagnostic.getLineNumber() + ": ";
    return where + diagnostic.getMessage(Locale.ROOT);
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String text) {
      super(URI.create("mem:///" + typeName(text) + ".java"), Kind.SOURCE);
      this.text = text;
    }

    private static String typeName(String text) {
      return text.replaceFirst(
          "(?s).*?public (?:abstract |final )*(?:class|@?interface|enum) (\\w+).*", "$1");
    }

    @Override
    public String getName() {
      return uri.getPath().substring(1);
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  private static final class Resources extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, ByteArrayOutputStream> written = new TreeMap<>();

    Resources(JavaFileManager files) {
      super(files);
    }

    @Override
    public FileObject getFileForOutputForOriginatingFiles(
        Location location, String packageName, String name, FileObject... originatingFiles) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      written.put(name.replace(PageProcessor.PAGES, "").replace(".json", ""), bytes);
      return new SimpleJavaFileObject(URI.create("mem:///" + name), JavaFileObject.Kind.OTHER) {
        @Override
        public OutputStream openOutputStream() {
          return bytes;
        }
      };
    }

    @Override
    public FileObject getFileForInput(Location location, String packageName, String name)
        throws IOException {
      throw new IOException("no such file");
    }
  }
}
