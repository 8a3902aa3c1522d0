/// The compliance tests, one class a test.
module org.ibassay.suite {
  requires transitive org.ibassay.link;
  requires static transitive org.jspecify;

  exports org.ibassay.suite;
}
