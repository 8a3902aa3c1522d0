/// Processes results after a run: packs, stores, rejudgement.
module org.ibassay.results {
  requires transitive java.sql;
  requires transitive org.ibassay.runner;
  requires org.xerial.sqlitejdbc;
  requires static transitive org.jspecify;

  exports org.ibassay.results.pack;
  exports org.ibassay.results.rejudge;
  exports org.ibassay.results.site;
  exports org.ibassay.results.store;
}
