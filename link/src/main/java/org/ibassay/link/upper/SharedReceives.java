package org.ibassay.link.upper;

/// A shared receive queue of the DUT (10.2.9), used by QPs that are opened with it.
///
/// @param id the upper tester's id
public record SharedReceives(int id) {}
