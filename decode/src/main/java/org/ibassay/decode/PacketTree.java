package org.ibassay.decode;

import java.util.List;

/// A dissected packet of a capture: what `ibassay decode -V` displays of it, as data.
///
/// @param summary kind of packet, and its first defect
/// @param isMad whether it is a management datagram without outer headers
/// @param sections its headers and attributes, followed by the results of checks
/// @param hex the bytes to which the offsets of sections refer
public record PacketTree(String summary, boolean isMad, List<PacketSection> sections, String hex) {}
