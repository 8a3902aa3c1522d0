/// The compliance tests, one class a test.
module org.ibassay.suite {
  requires transitive org.ibassay.link;
  requires static transitive org.jspecify;
  requires tools.jackson.databind;

  exports org.ibassay.suite;
  exports org.ibassay.suite.coverage;
  exports org.ibassay.suite.testing;
}
