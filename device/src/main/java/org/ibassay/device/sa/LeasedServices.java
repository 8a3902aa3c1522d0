package org.ibassay.device.sa;

import java.util.ArrayList;
import java.util.List;

/// Services until their leases expire, in the order of registration.
final class LeasedServices implements ServiceStore {
  private final List<Service> services = new ArrayList<>();

  @Override
  public void add(Service service) {
    services.add(service);
  }

  @Override
  public void remove(Service service) {
    services.remove(service);
  }

  @Override
  public List<Service> at(long now) {
    services.removeIf(service -> service.end() <= now);
    return List.copyOf(services);
  }
}
