package org.ibassay.pages;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds the step ids in the code of a class.
final class StepLiterals extends TreeScanner<@Nullable Void, @Nullable Void> {
  private final Map<LiteralTree, String> steps = new LinkedHashMap<>();
  private final Set<String> strings = new HashSet<>();

  private StepLiterals() {}

  static StepLiterals of(Tree type) {
    StepLiterals literals = new StepLiterals();
    literals.scan(type, null);
    return literals;
  }

  /// Returns the step ids that a page requires in the code of its class.
  static StepLiterals of(DocPage page) {
    StepLiterals literals = new StepLiterals();
    Stream.of(page.initialization(), page.procedure(), page.always())
        .flatMap(List::stream)
        .map(Step::id)
        .forEach(literals.strings::add);
    return literals;
  }

  /// The arguments of `step("...")`.
  Map<LiteralTree, String> steps() {
    return steps;
  }

  /// All strings of the class. An id may reach its check by another way than `step("...")`.
  Set<String> strings() {
    return strings;
  }

  @Override
  public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void unused) {
    if (isStep(call.getMethodSelect())
        && call.getArguments().size() == 1
        && call.getArguments().getFirst() instanceof LiteralTree literal
        && literal.getValue() instanceof String id) {
      steps.put(literal, id);
    }
    return super.visitMethodInvocation(call, null);
  }

  private static boolean isStep(ExpressionTree method) {
    return switch (method) {
      case IdentifierTree name -> name.getName().contentEquals("step");
      case MemberSelectTree member -> member.getIdentifier().contentEquals("step");
      default -> false;
    };
  }

  @Override
  public @Nullable Void visitLiteral(LiteralTree literal, @Nullable Void unused) {
    if (literal.getValue() instanceof String string) {
      strings.add(string);
    }
    return super.visitLiteral(literal, null);
  }
}
