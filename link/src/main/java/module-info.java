/** How packets travel to a device under test and back. */
module org.ibassay.link {
  requires transitive org.ibassay.wire;
  requires static org.jspecify;
}
