package org.ibassay.suite.coverage;

import java.util.List;

/// Assertions of a public page that no test checks under that page's name, and why.
///
/// @param page the public page's class; it may have a test that checks its other assertions
/// @param subject of the page, in our words
/// @param assertions that are not checked
/// @param reason why not
public record UntestedPage(String page, String subject, List<String> assertions, String reason) {}
