package org.ibassay.suite.coverage;

import java.util.List;

/// Assertions of a public page that no test of that name checks, and the reason.
///
/// @param page class of the public page; a test may check its other assertions
/// @param subject subject of the page, in our words
/// @param assertions assertions that are not checked
/// @param reason why they are not checked
public record UntestedPage(String page, String subject, List<String> assertions, String reason) {}
