/// What becomes of results after a run.
module org.ibassay.results {
  requires java.sql;
  requires org.xerial.sqlitejdbc;
  requires transitive org.ibassay.runner;
  requires static transitive org.jspecify;

  exports org.ibassay.results.pack;
  exports org.ibassay.results.store;
}
