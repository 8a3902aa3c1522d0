package org.ibassay.pages;

/// An error in a page.
///
/// @param line in the source file
/// @param message what was found, and what was expected
record Problem(int line, String message) {}
