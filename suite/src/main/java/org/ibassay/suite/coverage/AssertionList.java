package org.ibassay.suite.coverage;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.suite.Page;
import tools.jackson.databind.json.JsonMapper;

/// All public assertions known, by page, and those that are not tested.
///
/// `public-pages.json` lists the assertions that the public pages name. It changes only when a
/// public page becomes known or was misread, never because a test is added. `untested.json` lists
/// those that no test checks. Each id of a public page is either claimed by the test of the same
/// name or listed as untested there. Ids that start with `ia-` are this suite's own and are in
/// neither list.
///
/// @param pages the public pages
/// @param untested assertions without a test
public record AssertionList(List<PublicPage> pages, List<UntestedPage> untested) {

  /// The lists that belong to this suite.
  public static AssertionList committed() {
    return new AssertionList(
        List.of(read("public-pages.json", PublicPage[].class)),
        List.of(read("untested.json", UntestedPage[].class)));
  }

  private static <T> T read(String name, Class<T> type) {
    try (InputStream json = AssertionList.class.getResourceAsStream(name)) {
      return JsonMapper.shared().readValue(Objects.requireNonNull(json, name), type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns the section of a public page.
  public String section(String page) {
    return pages.stream()
        .filter(known -> known.page().equals(page))
        .map(PublicPage::section)
        .findFirst()
        .orElse("");
  }

  /// Returns the contradictions between the lists and the tests, one sentence each.
  ///
  /// @param tests the pages of all tests
  public List<String> problems(List<Page> tests) {
    Map<String, Set<String>> claimed = new LinkedHashMap<>();
    tests.forEach(test -> claimed.put(test.id(), publicOnly(test.claimed())));
    List<String> problems = new ArrayList<>();
    problems.addAll(repeated("public-pages.json", pages.stream().map(PublicPage::page)));
    problems.addAll(repeated("untested.json", untested.stream().map(UntestedPage::page)));
    pages.forEach(page -> problems.addAll(missing(page, claimed)));
    claimed.forEach((test, ids) -> problems.addAll(unnamed(test, ids)));
    untested.forEach(
        page -> problems.addAll(obsolete(page, claimed.getOrDefault(page.page(), Set.of()))));
    return problems;
  }

  /// Ids of a public page that are neither claimed nor listed as untested.
  private List<String> missing(PublicPage page, Map<String, Set<String>> claimed) {
    Set<String> listed = untestedOf(page.page());
    if (!claimed.containsKey(page.page()) && listed.isEmpty()) {
      return List.of(page.page() + " has neither a test nor an entry in untested.json");
    }
    return page.assertions().stream()
        .filter(id -> !claimed.getOrDefault(page.page(), Set.of()).contains(id))
        .filter(id -> !listed.contains(id))
        .map(id -> page.page() + " neither claims " + id + " nor lists it in untested.json")
        .toList();
  }

  /// Ids that a test claims, but the public page of its name does not name.
  private List<String> unnamed(String test, Set<String> ids) {
    return ids.stream()
        .filter(id -> !namedOn(test).contains(id))
        .map(id -> test + " claims " + id + ", which its public page does not name")
        .toList();
  }

  /// The errors in an entry of untested.json.
  private List<String> obsolete(UntestedPage page, Set<String> claimed) {
    String entry = "untested.json: " + page.page();
    List<String> problems = new ArrayList<>();
    if (page.reason().isBlank()) {
      problems.add(entry + " lacks a reason");
    }
    for (String id : page.assertions()) {
      if (claimed.contains(id)) {
        problems.add(entry + " lists " + id + ", which its test claims");
      } else if (!namedOn(page.page()).contains(id)) {
        problems.add(entry + " lists " + id + ", which the public page does not name");
      }
    }
    return problems;
  }

  private Set<String> namedOn(String page) {
    return pages.stream()
        .filter(known -> known.page().equals(page))
        .flatMap(known -> known.assertions().stream())
        .collect(Collectors.toSet());
  }

  private Set<String> untestedOf(String page) {
    return untested.stream()
        .filter(entry -> entry.page().equals(page))
        .flatMap(entry -> entry.assertions().stream())
        .collect(Collectors.toSet());
  }

  private static Set<String> publicOnly(Collection<String> ids) {
    return ids.stream().filter(id -> !id.startsWith("ia-")).collect(Collectors.toSet());
  }

  private static List<String> repeated(String file, Stream<String> names) {
    Set<String> seen = new HashSet<>();
    return names
        .filter(name -> !seen.add(name))
        .map(name -> file + " lists " + name + " twice")
        .toList();
  }
}
