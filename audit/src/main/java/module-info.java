/// Judges the reliable connections in a capture, as far as it shows them.
module org.ibassay.audit {
  requires transitive org.ibassay.link;
  requires static transitive org.jspecify;

  exports org.ibassay.audit;
}
