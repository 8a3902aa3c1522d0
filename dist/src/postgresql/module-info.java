/// The PostgreSQL driver as a module of the runtime: its jar has no descriptor, and jlink takes no
/// automatic module. What it knows of OSGi, Windows' own authentication and Java beans is left out.
module org.postgresql.jdbc {
  requires java.logging;
  requires java.management;
  requires java.naming;
  requires java.security.jgss;
  requires java.transaction.xa;
  requires java.xml;
  requires transitive java.sql;

  provides java.sql.Driver with
      org.postgresql.Driver;
}
