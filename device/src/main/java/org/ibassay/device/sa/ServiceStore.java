package org.ibassay.device.sa;

import java.lang.foreign.MemorySegment;
import java.util.List;

/// Stores registered services: the seam of ServiceRecord.
public interface ServiceStore {
  /// A lease that never expires.
  long NEVER = Long.MAX_VALUE;

  /// A registered service.
  ///
  /// @param record with the length of its table
  /// @param end expiration of its lease by the fabric's clock, in nanoseconds; or [#NEVER]
  record Service(MemorySegment record, long end) {}

  /// Stores a service.
  void add(Service service);

  /// Removes a service.
  void remove(Service service);

  /// Returns the services whose lease has not expired.
  List<Service> at(long now);

  /// A deviation from another store: methods that it does not override are unchanged.
  class Overlay implements ServiceStore {
    private final ServiceStore store;

    /// @param store the store that it deviates from
    public Overlay(ServiceStore store) {
      this.store = store;
    }

    @Override
    public void add(Service service) {
      store.add(service);
    }

    @Override
    public void remove(Service service) {
      store.remove(service);
    }

    @Override
    public List<Service> at(long now) {
      return store.at(now);
    }
  }
}
