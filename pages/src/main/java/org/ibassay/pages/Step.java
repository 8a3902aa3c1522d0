package org.ibassay.pages;

import java.util.List;

/// A step of a page.
///
/// @param id e.g. `10`, `25.3`, `I2`
/// @param text in Markdown, without its assertions
/// @param assertions assertions at its end
/// @param page simple name of the class on whose page it is
/// @param line in the source file
record Step(String id, String text, List<String> assertions, String page, int line) {}
