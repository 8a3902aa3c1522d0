package org.ibassay.pages;

import com.sun.source.tree.LiteralTree;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.tools.Diagnostic;
import javax.tools.StandardLocation;
import org.jspecify.annotations.Nullable;

/// Converts the doc comment of each test class to its page, and checks that page and code agree.
///
/// A test is a class with the annotation `org.ibassay.suite.Td` that is not abstract. For each
/// test, the resource `META-INF/ibassay/pages/NAME.json` is written with the structure of
/// `org.ibassay.suite.Page`. `index.json` in the same folder contains this processor's version, and
/// the names of all tests in the order of their sections. Each superclass of a test gets
/// `family/NAME.json`, with the structure of `org.ibassay.suite.Family`, and if it is a page
/// `family/NAME.md`, its doc comment.
///
/// # How a page is written
///
/// ```
/// /// # Title, in words, without the class's name
/// ///
/// /// - Section: 24.1.5.15
/// /// - Coverage: v1c13-024, v1c14-024.1.1
/// /// - Topology: SimpleLink: tester = MAD Tester
/// /// - DUT qualifiers: none
/// /// - Assertions: v1c13-024#07, v1c14-024.1.1#12.02
/// ///
/// /// The abstract, in paragraphs.
/// ///
/// /// ## Notes
/// /// - One item a note.
/// ///
/// /// ## Initialization
/// /// - I1: A step of initialize(). [ia-c14-024-12#01]
/// ///
/// /// ## Procedure
/// /// - 1: SendMad(SubnGet(SwitchInfo))
/// /// - 7: Verify:
/// ///   - MADHeader:Status.Code == 7 [v1c13-024#07]
/// ///   - MADHeader:AttributeModifier as sent [v1c14-024.1.1#12.03]
/// ///   - 7.1: a step within a step
/// /// - A1: A step of ours. [ia-c14-024-12#02, ia-c14-024-12#03]
/// ///
/// /// ## Always
/// /// - R1: What is checked of every answer. [ia-c14-024-12#04]
/// ```
///
/// - These five fields and the abstract are needed; a test with the parameter PROFILE also has a
///   field `PROFILE=short leaves out`; `none` stands for an empty list. Of the headings only `##
///   Procedure` is needed; the order is free.
/// - A step's id is a number with dots, or a capital letter and such a number; it starts with `I`
///   below Initialization and with `R` below Always, and occurs once on a page with all that it
///   inherits.
/// - An item within a step that has an id is a separate step, in the order written. One without is
///   part of the text of the step.
/// - Assertions are in brackets, after a space, at the end of a step or of an item within it. They
///   belong to the step. Each assertion that the page lists occurs at least at one step.
/// - A longer line continues in the next, indented. Lists are made with `-`.
///
/// # Parents
///
/// A superclass whose doc comment starts with `# Title` is a page, too. A test inherits its
/// initialization, unless it or a nearer superclass has its own, and the steps below Always. All
/// other parts describe the superclass only. If a superclass is not compiled together with the
/// test, its page is read from `family/NAME.md` in the jar or directory of its class file.
///
/// # Page and code
///
/// - An id in `step("10")`, in the code of a test or its superclasses, is a step of the test's
///   page, or, in a superclass's code, of the superclass's own page.
/// - A step that has assertions is named by a string in the code of the test or its superclasses:
///   `step` is not the only way.
@SupportedAnnotationTypes(PageProcessor.TD)
public final class PageProcessor extends AbstractProcessor {
  static final String TD = "org.ibassay.suite.Td";

  /// No package has such a name, so that any module may contain these resources.
  static final String PAGES = "META-INF/ibassay/pages/";

  private final Set<Entry> index =
      new TreeSet<>(
          Comparator.comparing(Entry::section, NaturalOrder.INSTANCE)
              .thenComparing(Entry::id, NaturalOrder.INSTANCE));
  private final Set<LiteralTree> reported = new HashSet<>();
  private final Set<Source> families = new HashSet<>();
  private @Nullable Sources sources;
  private boolean failed;

  /// Called by the compiler.
  public PageProcessor() {}

  private record Entry(String section, String id) {}

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  @Override
  public synchronized void init(ProcessingEnvironment environment) {
    super.init(environment);
    sources = new Sources(environment, this::error);
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    for (TypeElement annotation : annotations) {
      ElementFilter.typesIn(round.getElementsAnnotatedWith(annotation)).stream()
          .filter(type -> type.getKind() == ElementKind.CLASS)
          .filter(type -> !type.getModifiers().contains(Modifier.ABSTRACT))
          .forEach(this::process);
    }
    if (round.processingOver() && !failed && !index.isEmpty()) {
      Map<String, Object> content = new LinkedHashMap<>();
      content.put("version", version());
      content.put("tests", index.stream().map(Entry::id).toList());
      write("index.json", PageJson.of(content));
    }
    return false;
  }

  private void process(TypeElement type) {
    List<Source> lineage = Objects.requireNonNull(sources).lineage(type);
    Source test = lineage.getFirst();
    if (test.page() == null) {
      error(type, "a test's doc comment is its page: /// lines that start with '# Title'");
      return;
    }
    checkCanBeMade(type);
    TestPage page = TestPage.of(Source.pages(lineage));
    Set<String> named = new HashSet<>();
    lineage.forEach(source -> named.addAll(source.code().strings()));
    page.check(named, problem -> error(type, problem));
    checkCode(page, lineage);
    AnnotationFacts facts = facts(type);
    page.check(facts, problem -> error(type, problem));
    if (!failed) {
      boolean hasParent = lineage.size() > 1 && lineage.get(1).page() != null;
      String parent = hasParent ? lineage.get(1).name() : null;
      Map<String, @Nullable Object> json =
          page.json(type.getQualifiedName().toString(), parent, facts);
      write(test.name() + ".json", PageJson.of(json), type);
      index.add(new Entry(page.own().field(PageField.SECTION), test.name()));
      lineage.stream()
          .skip(1)
          .filter(source -> source.unit() != null && families.add(source))
          .forEach(this::writeFamily);
    }
  }

  private void writeFamily(Source source) {
    Elements elements = processingEnv.getElementUtils();
    String name = "family/" + source.name();
    write(name + ".json", PageJson.of(FamilyPage.json(source, elements)), source.type());
    String comment = elements.getDocComment(source.type());
    if (source.page() != null && comment != null) {
      write(name + ".md", comment, source.type());
    }
  }

  private static String version() {
    Properties properties = new Properties();
    try (InputStream in = PageProcessor.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version", "unknown");
  }

  /// The runner creates a test by its class name, and finds its page by its simple name.
  private void checkCanBeMade(TypeElement type) {
    boolean topLevel = type.getNestingKind() == NestingKind.TOP_LEVEL;
    boolean constructor =
        ElementFilter.constructorsIn(type.getEnclosedElements()).stream()
            .anyMatch(c -> c.getParameters().isEmpty() && isPublic(c));
    if (!topLevel || !isPublic(type) || !constructor) {
      error(
          type, "a test is a public top-level class with a public constructor without parameters");
    }
    if (index.stream().anyMatch(entry -> type.getSimpleName().contentEquals(entry.id))) {
      error(type, "another test is called " + type.getSimpleName() + ", too");
    }
  }

  private static boolean isPublic(Element element) {
    return element.getModifiers().contains(Modifier.PUBLIC);
  }

  private void checkCode(TestPage test, List<Source> lineage) {
    for (int i = 0; i < lineage.size(); i++) {
      Source source = lineage.get(i);
      Set<String> known = new HashSet<>(test.stepIds());
      List<DocPage> inherited = Source.pages(lineage.subList(i, lineage.size()));
      if (!inherited.isEmpty()) {
        known.addAll(TestPage.of(inherited).stepIds());
      }
      String pages = test.own().name() + (i > 0 ? " or " + source.name() : "");
      source
          .code()
          .steps()
          .forEach((literal, id) -> {
            if (!known.contains(id) && reported.add(literal)) {
              error(source, literal, "step \"%s\" is not on the page of %s".formatted(id, pages));
            }
          });
    }
  }

  private AnnotationFacts facts(TypeElement type) {
    for (AnnotationMirror annotation : type.getAnnotationMirrors()) {
      if (((TypeElement) annotation.getAnnotationType().asElement())
          .getQualifiedName()
          .contentEquals(TD)) {
        AnnotationFacts facts = AnnotationFacts.of(annotation, processingEnv.getElementUtils());
        if (facts.dut().isEmpty()) {
          error(type, "dut names no kind of device that the test applies to");
        }
        return facts;
      }
    }
    throw new IllegalStateException(type + " has lost its annotation");
  }

  private void write(String name, String text, Element... from) {
    try (Writer writer =
        processingEnv
            .getFiler()
            .createResource(StandardLocation.CLASS_OUTPUT, "", PAGES + name, from)
            .openWriter()) {
      writer.write(text);
    } catch (IOException e) {
      failed = true;
      processingEnv.getMessager().printError("cannot write the page " + name + ": " + e);
    }
  }

  private void error(Source source, LiteralTree literal, String message) {
    failed = true;
    Trees.instance(processingEnv)
        .printMessage(Diagnostic.Kind.ERROR, message, literal, source.unit());
  }

  private void error(TypeElement type, Problem problem) {
    error(
        type,
        "page of %s, line %d: %s"
            .formatted(type.getSimpleName(), problem.line(), problem.message()));
  }

  private void error(TypeElement type, String message) {
    failed = true;
    processingEnv.getMessager().printError(message, type);
  }
}
