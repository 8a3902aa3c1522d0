package org.ibassay.device.sa;

import java.lang.foreign.MemorySegment;
import java.util.List;

/// Where registered services are kept: the seam of ServiceRecord.
public interface ServiceStore {
  /// A lease without an end.
  long NEVER = Long.MAX_VALUE;

  /// A registered service.
  ///
  /// @param record as long as its table
  /// @param end when its lease ends, by the fabric's clock, in nanoseconds; [#NEVER]
  record Service(MemorySegment record, long end) {}

  /// Keeps a service.
  void add(Service service);

  /// Forgets a service.
  void remove(Service service);

  /// The services whose lease has not ended.
  List<Service> at(long now);

  /// A deviation over another store: what it does not override holds as before.
  class Overlay implements ServiceStore {
    private final ServiceStore store;

    /// @param store what holds but for what is overridden
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
