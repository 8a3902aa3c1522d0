/// Simulated devices under test, deterministic and in virtual time.
module org.ibassay.device {
  requires transitive org.ibassay.link;
  requires static transitive org.jspecify;

  exports org.ibassay.device;
  exports org.ibassay.device.variant;

  uses org.ibassay.device.OwnDeviations;

  provides org.ibassay.link.dut.DutDriver with
      org.ibassay.device.SimDriver;
}
