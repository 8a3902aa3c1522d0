/// Selects, runs and judges tests, and writes reports.
module org.ibassay.runner {
  requires transitive org.ibassay.suite;
  requires java.xml;
  requires org.ibassay.decode;
  requires tools.jackson.databind;
  requires tools.jackson.dataformat.toml;
  requires static transitive org.jspecify;

  exports org.ibassay.runner;
  exports org.ibassay.runner.cause;
  exports org.ibassay.runner.diff;
  exports org.ibassay.runner.fabric;
  exports org.ibassay.runner.html;
  exports org.ibassay.runner.ics;
  exports org.ibassay.runner.lab;
  exports org.ibassay.runner.merge;
  exports org.ibassay.runner.report;

  uses org.ibassay.link.dut.DutDriver;
}
