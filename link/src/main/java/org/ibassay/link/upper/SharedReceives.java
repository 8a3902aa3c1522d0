package org.ibassay.link.upper;

/// A shared receive queue of the DUT (10.2.9): QPs that are opened with it have no receives of
/// their own.
///
/// @param id the upper tester's name for it
public record SharedReceives(int id) {}
