package org.ibassay.link.topology;

/// A cabled port of a node.
///
/// @param guid PortGUID; 0 if the file does not specify it
/// @param peer id of the node at the other end
/// @param peerPort its port
/// @param widths LinkWidthEnabled; 0 for all that the port supports
/// @param speeds LinkSpeedEnabled; 0 for all that the port supports
/// @param rate width and speed of the link in the notation of `ibnetdiscover`, e.g. `4xQDR`; empty
///   if the file does not specify it
/// @param line its line of the file
public record TopologyPort(
    int number,
    long guid,
    String peer,
    int peerPort,
    int widths,
    int speeds,
    String rate,
    int line) {}
