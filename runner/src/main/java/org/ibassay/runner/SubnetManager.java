package org.ibassay.runner;

/// A subnet manager that answered.
///
/// @param guid SMInfo:GUID
/// @param lid where it answered
record SubnetManager(long guid, int lid) {
  @Override
  public String toString() {
    return "subnet manager 0x%016x at LID %d".formatted(guid, lid);
  }
}
