/// Judges connections, datagrams and communication management in a capture.
module org.ibassay.audit {
  requires transitive org.ibassay.link;
  requires static transitive org.jspecify;

  exports org.ibassay.audit;
}
