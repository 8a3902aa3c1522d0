/// Displays the packets of a capture, and filters them.
module org.ibassay.decode {
  requires transitive org.ibassay.link;
  requires static transitive org.jspecify;

  exports org.ibassay.decode;
}
