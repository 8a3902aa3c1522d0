/** Simulated devices under test, deterministic and in virtual time. */
module org.ibassay.device {
  requires org.ibassay.link;
  requires static transitive org.jspecify;
}
