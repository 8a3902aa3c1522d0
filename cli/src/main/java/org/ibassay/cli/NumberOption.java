package org.ibassay.cli;

import java.util.List;
import java.util.stream.Stream;
import org.ibassay.link.mad.MadPort;
import org.ibassay.runner.UsageException;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/// Options whose value is a number, with their ranges.
enum NumberOption {
  WINDOW("--window", 1, MadPort.CAPACITY),
  TIMEOUT("--timeout", 1, 60_000),
  RETRIES("--retries", 0, 100),
  REPEAT("--repeat", 1, 10_000),
  SAMPLE("--sample", 1, 1_000_000),
  JOBS("--jobs", 1, 1000),
  LAST("--last", 1, 1_000_000),
  PAIRS("--pairs", 0, 1_000_000);

  private final String option;
  private final int low;
  private final int high;

  NumberOption(String option, int low, int high) {
    this.option = option;
    this.low = low;
    this.high = high;
  }

  /// Returns a value that is in the range.
  ///
  /// @throws UsageException if it is not
  int within(int value) throws UsageException {
    if (value < low || value > high) {
      throw new UsageException(option + " " + value + ": " + range());
    }
    return value;
  }

  private String range() {
    return "expected a number from " + low + " to " + high;
  }

  /// Makes all commands reject what is no number with [#complaint].
  static void convert(CommandLine line) {
    line.registerConverter(int.class, whole(Integer::valueOf))
        .registerConverter(Integer.class, whole(Integer::valueOf))
        .registerConverter(long.class, whole(Long::valueOf));
  }

  private static <N extends Number> ITypeConverter<N> whole(ITypeConverter<N> parser) {
    return text -> {
      try {
        return parser.convert(text);
      } catch (NumberFormatException e) {
        throw new TypeConversionException("expected a whole number");
      }
    };
  }

  /// Says which values are allowed instead; empty if not the value of an option is wrong.
  static String complaint(ParameterException e) {
    ArgSpec at = e.getArgSpec();
    if (!(at instanceof OptionSpec option)
        || !(e.getCause() instanceof TypeConversionException why)) {
      return "";
    }
    List<String> names = List.of(option.names());
    String expected =
        Stream.of(values())
            .filter(known -> names.contains(known.option))
            .map(NumberOption::range)
            .findFirst()
            .orElse(String.valueOf(why.getMessage()));
    return option.longestName() + " " + e.getValue() + ": " + expected;
  }
}
