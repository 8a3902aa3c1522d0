package org.ibassay.link.topology;

/// A topology file that cannot be understood; the message names the line and what is expected
/// there.
public final class TopologyException extends Exception {
  private static final long serialVersionUID = 1;

  /// @param line from 1; 0 where the file as a whole is wrong
  TopologyException(String file, int line, String complaint) {
    super((line == 0 ? file : file + ":" + line) + ": " + complaint);
  }
}
