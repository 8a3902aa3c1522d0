package org.ibassay.results.pack;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An entry of a pack.
///
/// @param name in the zip file, with the directory of the device where it is about one of many
/// @param file what it is
record PackEntry(String name, PackFile file) {
  private static final Pattern FORM =
      Pattern.compile("(duts/[A-Za-z0-9][A-Za-z0-9_.-]{0,99}/)?([A-Za-z0-9.-]+)");

  /// Captures of a run over a fabric that was resumed.
  private static final Pattern MORE_TRACES = Pattern.compile("trace-[1-9][0-9]{0,5}\\.pcapng");

  /// A file of the whole run.
  static PackEntry of(PackFile file) {
    return new PackEntry(file.text(), file);
  }

  /// A file of one device of many.
  ///
  /// @param folder of the device, `duts/NAME`
  static PackEntry of(String folder, PackFile file) {
    return new PackEntry(folder + "/" + file.text(), file);
  }

  /// The entry of that name; none where no pack has it.
  static Optional<PackEntry> of(String name) {
    Matcher form = FORM.matcher(name);
    if (!form.matches()) {
      return Optional.empty();
    }
    if (form.group(1) == null && MORE_TRACES.matcher(name).matches()) {
      return Optional.of(new PackEntry(name, PackFile.TRACE));
    }
    return PackFile.of(form.group(2))
        .filter(file -> form.group(1) == null || file.isOfDevice())
        .map(file -> new PackEntry(name, file));
  }

  /// The directory of the device, or empty.
  String folder() {
    int end = name.lastIndexOf('/');
    return end < 0 ? "" : name.substring(0, end);
  }
}
