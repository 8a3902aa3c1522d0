package org.ibassay.decode;

import java.util.List;

/// A packet of a capture taken apart: what `ibassay decode -V` shows of it, as data.
///
/// @param summary what it is, and the first thing that is wrong with it
/// @param isMad whether it is a management datagram, without the headers round it
/// @param sections its headers and attributes, then what was checked of it
/// @param hex the bytes that the sections count from
public record PacketTree(String summary, boolean isMad, List<PacketSection> sections, String hex) {}
