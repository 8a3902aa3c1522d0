package org.ibassay.pages;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.TreePath;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.util.Elements;
import javax.tools.JavaFileObject;
import org.jspecify.annotations.Nullable;

/// The classes that are being compiled and their superclasses, each read once.
final class Sources {
  private final DocTrees trees;
  private final Elements elements;
  private final BiConsumer<TypeElement, Problem> problems;
  private final Map<TypeElement, Optional<Source>> read = new HashMap<>();

  Sources(ProcessingEnvironment environment, BiConsumer<TypeElement, Problem> problems) {
    this.trees = DocTrees.instance(environment);
    this.elements = environment.getElementUtils();
    this.problems = problems;
  }

  /// Returns a class and its superclasses, nearest first, that are being compiled or have a page.
  List<Source> lineage(TypeElement type) {
    List<Source> lineage = new ArrayList<>();
    TypeElement next = type;
    while (next != null) {
      read.computeIfAbsent(next, this::read).ifPresent(lineage::add);
      next =
          next.getSuperclass() instanceof DeclaredType parent
                  && parent.asElement() instanceof TypeElement element
              ? element
              : null;
    }
    return lineage;
  }

  private Optional<Source> read(TypeElement type) {
    TreePath path = trees.getPath(type);
    if (path == null) {
      return compiled(type);
    }
    CompilationUnitTree unit = path.getCompilationUnit();
    return Optional.of(new Source(type, unit, page(type, path), StepLiterals.of(path.getLeaf())));
  }

  /// Reads the page of a compiled class, which was written at that time, because a class file has
  /// no doc comment.
  private Optional<Source> compiled(TypeElement type) {
    JavaFileObject classFile = elements.getFileObjectOf(type);
    String file = elements.getBinaryName(type).toString().replace('.', '/') + ".class";
    String uri = classFile == null ? "" : classFile.toUri().toString();
    if (!uri.endsWith("/" + file)) {
      return Optional.empty();
    }
    String name = type.getSimpleName().toString();
    String root = uri.substring(0, uri.length() - file.length());
    try (InputStream in =
        URI.create(root + PageProcessor.PAGES + "family/" + name + ".md").toURL().openStream()) {
      String comment = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      DocPage page =
          DocPageParser.parse(name, comment, 1, problem -> problems.accept(type, problem));
      return Optional.of(new Source(type, null, page, StepLiterals.of(page)));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty(); // it is no page: java.lang.Object, for one
    }
  }

  private @Nullable DocPage page(TypeElement type, TreePath path) {
    String comment = elements.getDocComment(type);
    boolean markdown = elements.getDocCommentKind(type) == Elements.DocCommentKind.END_OF_LINE;
    if (comment == null || !markdown || !DocPageParser.isPage(comment)) {
      return null;
    }
    return DocPageParser.parse(
        type.getSimpleName().toString(),
        comment,
        firstLine(path),
        problem -> problems.accept(type, problem));
  }

  private int firstLine(TreePath path) {
    DocCommentTree comment = trees.getDocCommentTree(path);
    CompilationUnitTree unit = path.getCompilationUnit();
    long start = trees.getSourcePositions().getStartPosition(unit, comment, comment);
    return (int) unit.getLineMap().getLineNumber(start);
  }
}
