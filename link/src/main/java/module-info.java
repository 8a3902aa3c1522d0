/// How packets travel to a device under test and back.
module org.ibassay.link {
  requires transitive org.ibassay.wire;
  requires static transitive org.jspecify;

  exports org.ibassay.link;
  exports org.ibassay.link.capture;

  uses org.ibassay.link.DutDriver;
}
