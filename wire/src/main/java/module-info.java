/// Layouts and values of everything on the wire. Depends on no other module.
module org.ibassay.wire {
  requires static transitive org.jspecify;

  exports org.ibassay.wire;
  exports org.ibassay.wire.attribute;
  exports org.ibassay.wire.bm;
  exports org.ibassay.wire.cc;
  exports org.ibassay.wire.cm;
  exports org.ibassay.wire.dm;
  exports org.ibassay.wire.mad;
  exports org.ibassay.wire.management;
  exports org.ibassay.wire.net;
  exports org.ibassay.wire.packet;
  exports org.ibassay.wire.pm;
  exports org.ibassay.wire.sa;
  exports org.ibassay.wire.snmp;
}
