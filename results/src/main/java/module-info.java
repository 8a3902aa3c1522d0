/// What becomes of results after a run.
module org.ibassay.results {
  requires transitive org.ibassay.runner;
  requires static transitive org.jspecify;

  exports org.ibassay.results.pack;
}
