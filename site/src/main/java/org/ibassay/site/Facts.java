package org.ibassay.site;

/// The figures of the suite.
///
/// @param assertions that are verified
/// @param untested assertions that are known and not verified
/// @param checks made in the runs over conforming devices
/// @param survivors deviations that no test notices
public record Facts(
    int tests, long assertions, long untested, String checks, int deviations, long survivors) {

  static Facts of(Specification specification) {
    Coverage coverage = specification.coverage();
    Deviations deviations = specification.deviations();
    long checks = coverage.rows().stream().mapToLong(Coverage.Row::checks).sum();
    return new Facts(
        specification.suite().pages().size(),
        coverage.verified(),
        coverage.untested(),
        "%.1f million".formatted(checks / 1e6),
        deviations.count(),
        deviations.survivors());
  }
}
