/// Shows the packets of a capture, and selects them.
module org.ibassay.decode {
  requires transitive org.ibassay.link;
  requires static transitive org.jspecify;

  exports org.ibassay.decode;
}
