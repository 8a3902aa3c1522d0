/// Measures the quality of the tests themselves, on simulated devices.
module org.ibassay.qualify {
  requires transitive org.ibassay.device;
  requires transitive org.ibassay.runner;
  requires static transitive org.jspecify;

  exports org.ibassay.qualify;
}
