package org.ibassay.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ibassay.runner.UsageException;

/// The value of an option that is a number of bytes: `512M`.
///
/// @param option name of the option
/// @param text as given
record ByteSize(String option, String text) {
  private static final Pattern SIZE = Pattern.compile("(\\d{1,9})([KMG]?)");

  /// @throws UsageException if the text is not a size
  long bytes() throws UsageException {
    Matcher size = SIZE.matcher(text);
    if (!size.matches()) {
      throw new UsageException(
          "%s %s: expected a number of bytes, e.g. 512M or 2G".formatted(option, text));
    }
    return Long.parseLong(size.group(1)) << (10 * " KMG".indexOf(size.group(2)));
  }
}
