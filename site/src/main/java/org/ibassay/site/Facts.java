package org.ibassay.site;

/// The figures of the suite.
///
/// @param assertions that are verified
/// @param untested assertions that are known and not verified
/// @param variants conforming devices that every test was tried on
/// @param survivors deviations that no test notices
public record Facts(
    int tests, long assertions, long untested, int variants, int deviations, long survivors) {

  static Facts of(Specification specification) {
    Coverage coverage = specification.coverage();
    Deviations deviations = specification.deviations();
    return new Facts(
        specification.suite().pages().size(),
        coverage.verified(),
        coverage.untested(),
        specification.qualified().variants().size(),
        deviations.count(),
        deviations.survivors());
  }
}
