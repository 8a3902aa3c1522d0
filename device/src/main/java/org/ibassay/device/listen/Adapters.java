package org.ibassay.device.listen;

import java.lang.foreign.Arena;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The adapters of current and former clients. A node gets one for its first client.
final class Adapters {
  private final HostDirectory hosts;
  private final List<Client> clients;
  private final Arena arena;
  private final ClientRequests requests;
  private final Reassembly reassembly = new Reassembly();
  private final Map<String, Adapter> byHost = new LinkedHashMap<>();

  Adapters(HostDirectory hosts, List<Client> clients, Arena arena) {
    this.hosts = hosts;
    this.clients = clients;
    this.arena = arena;
    this.requests = new ClientRequests(arena);
  }

  /// Returns the adapter at a host.
  ///
  /// @param name name of the host, or empty
  Optional<Adapter> of(String name) {
    return hosts.find(name).map(host -> byHost.computeIfAbsent(host.name(), _ -> adapter(host)));
  }

  private Adapter adapter(Host host) {
    return new Adapter(host, clients, requests, reassembly, arena);
  }

  Collection<Adapter> all() {
    return byHost.values();
  }
}
