package org.ibassay.link.topology;

/// An invalid topology file; the message names the line and what is expected there.
public final class TopologyException extends Exception {
  private static final long serialVersionUID = 1;

  /// @param line from 1; 0 if the error is in the file as a whole
  TopologyException(String file, int line, String complaint) {
    super((line == 0 ? file : file + ":" + line) + ": " + complaint);
  }
}
