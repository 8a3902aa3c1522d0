package org.ibassay.link.topology;

/// A cabled port of a node.
///
/// @param guid PortGUID; 0 where the file does not say
/// @param peer id of the node at the other end
/// @param peerPort its port
/// @param widths LinkWidthEnabled; 0 for all that the port supports
/// @param speeds LinkSpeedEnabled; 0 for all that the port supports
/// @param rate what the link runs at, as `ibnetdiscover` notes it: `4xQDR`; empty where the file
///   does not say
/// @param line where the file says so
public record TopologyPort(
    int number,
    long guid,
    String peer,
    int peerPort,
    int widths,
    int speeds,
    String rate,
    int line) {}
