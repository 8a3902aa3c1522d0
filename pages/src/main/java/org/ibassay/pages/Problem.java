package org.ibassay.pages;

/// What is wrong with a page.
///
/// @param line in the source file
/// @param message what stands there, and what was expected
record Problem(int line, String message) {}
