package org.ibassay.site;

/// The figures of the suite.
///
/// @param assertions number of verified assertions
/// @param untested number of known assertions that are not verified
/// @param variants number of conforming devices on which every test was tried
/// @param failed number of deviations that a test fails on every kind of device that has them
/// @param doubtful number of deviations that are noticed, but that no test fails on some kind of
///   device
/// @param survivors number of deviations that no test notices
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
