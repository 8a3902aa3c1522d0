package org.ibassay.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;

import java.lang.reflect.Modifier;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.ibassay.suite.Pages;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestCase;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.engine.discovery.UniqueIdSelector;
import org.junit.platform.engine.support.discovery.SelectorResolver;

/// Finds classes with `@Td`, and adds each to every device on which it is to run.
///
/// @param settings settings of the run
/// @param names selects classes by name
record TdResolver(RunSettings settings, Predicate<String> names) implements SelectorResolver {
  /// Whether a class is a test.
  static boolean isTest(Class<?> type) {
    return type.isAnnotationPresent(Td.class)
        && TestCase.class.isAssignableFrom(type)
        && !Modifier.isAbstract(type.getModifiers());
  }

  @Override
  public Resolution resolve(ClassSelector selector, Context context) {
    Class<?> type = selector.getJavaClass();
    if (!isTest(type) || !names.test(type.getName())) {
      return Resolution.unresolved();
    }
    Class<? extends TestCase> test = type.asSubclass(TestCase.class);
    Set<Match> matches = new LinkedHashSet<>();
    for (String uri : settings.devices(Pages.of(test))) {
      add(test, uri, context).map(Match::exact).ifPresent(matches::add);
    }
    return matches.isEmpty() ? Resolution.unresolved() : Resolution.matches(matches);
  }

  @Override
  public Resolution resolve(UniqueIdSelector selector, Context context) {
    List<UniqueId.Segment> segments = selector.getUniqueId().getSegments();
    UniqueId.Segment last = segments.getLast();
    Optional<? extends TestDescriptor> found =
        switch (last.getType()) {
          case DutNode.SEGMENT ->
              context.addToParent(
                  root -> Optional.of(new DutNode(id(root, last), last.getValue())));
          case ChapterNode.SEGMENT ->
              context.addToParent(
                  parent(selector),
                  dut -> Optional.of(new ChapterNode(id(dut, last), last.getValue())));
          case TdNode.SEGMENT ->
              ReflectionSupport.tryToLoadClass(last.getValue())
                  .toOptional()
                  .filter(TdResolver::isTest)
                  .flatMap(type ->
                      add(type.asSubclass(TestCase.class), segments.get(1).getValue(), context));
          case ProcedureNode.SEGMENT ->
              context
                  .resolve(parent(selector).get())
                  .flatMap(test -> test.getChildren().stream().findFirst());
          default -> Optional.empty();
        };
    return found.map(Match::exact).map(Resolution::match).orElseGet(Resolution::unresolved);
  }

  private static Optional<TdNode> add(Class<? extends TestCase> test, String uri, Context context) {
    UniqueId chapter =
        UniqueId.forEngine(IbassayEngine.ID)
            .append(DutNode.SEGMENT, uri)
            .append(ChapterNode.SEGMENT, test.getPackageName());
    return context.addToParent(
        () -> selectUniqueId(chapter),
        parent ->
            Optional.of(
                new TdNode(
                    parent.getUniqueId().append(TdNode.SEGMENT, test.getName()),
                    test,
                    Pages.of(test))));
  }

  private static Supplier<DiscoverySelector> parent(UniqueIdSelector selector) {
    return () -> selectUniqueId(selector.getUniqueId().removeLastSegment());
  }

  private static UniqueId id(TestDescriptor parent, UniqueId.Segment segment) {
    return parent.getUniqueId().append(segment);
  }
}
