package org.ibassay.site;

/// The figures of the suite.
///
/// @param assertions that are verified
/// @param untested assertions that are known and not verified
/// @param variants conforming devices that every test was tried on
/// @param failed deviations that some test fails, on every kind of device that has them
/// @param doubtful deviations that are noticed, but failed by no test on some kind of device
/// @param survivors deviations that no test notices
public record SuiteFigures(
    int tests,
    long assertions,
    long untested,
    int variants,
    int deviations,
    long failed,
    long doubtful,
    long survivors) {

  static SuiteFigures of(Specification specification) {
    Coverage coverage = specification.coverage();
    Deviations deviations = specification.deviations();
    long doubtful = deviations.doubtful().size();
    return new SuiteFigures(
        specification.suite().pages().size(),
        coverage.verified(),
        coverage.untested(),
        specification.qualified().variants().size(),
        deviations.count(),
        deviations.count() - doubtful - deviations.survivors(),
        doubtful,
        deviations.survivors());
  }
}
