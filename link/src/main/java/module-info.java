/// Links: how packets reach a device under test and return.
module org.ibassay.link {
  requires transitive org.ibassay.wire;
  requires static transitive org.jspecify;

  exports org.ibassay.link;
  exports org.ibassay.link.capture;
  exports org.ibassay.link.dut;
  exports org.ibassay.link.impaired;
  exports org.ibassay.link.mad;
  exports org.ibassay.link.packet;
  exports org.ibassay.link.rmpp;
  exports org.ibassay.link.roce;
  exports org.ibassay.link.sa;
  exports org.ibassay.link.testing;
  exports org.ibassay.link.topology;
  exports org.ibassay.link.umad;
  exports org.ibassay.link.upper;

  uses org.ibassay.link.dut.DutDriver;

  provides org.ibassay.link.dut.DutDriver with
      org.ibassay.link.roce.RoceDriver,
      org.ibassay.link.umad.UmadDriver;
}
