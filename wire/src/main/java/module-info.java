/** Layouts and values of everything on the wire; knows no other module. */
module org.ibassay.wire {
  requires static org.jspecify;
}
