/// The command line; the only module that knows every other.
module org.ibassay.cli {
  requires info.picocli;
  requires org.ibassay.device;
  requires org.ibassay.runner;
  requires static org.jspecify;

  opens org.ibassay.cli to
      info.picocli;
}
