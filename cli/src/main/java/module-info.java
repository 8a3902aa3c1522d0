/// The command line; the only module that depends on all others.
module org.ibassay.cli {
  requires info.picocli;
  requires org.ibassay.audit;
  requires org.ibassay.decode;
  requires org.ibassay.device;
  requires org.ibassay.qualify;
  requires org.ibassay.results;
  requires transitive org.ibassay.runner;
  requires static transitive org.jspecify;

  opens org.ibassay.cli to
      info.picocli;
}
