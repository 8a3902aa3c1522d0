package org.ibassay.device.listen;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;

/// Connects and disconnects clients, and answers their questions about their adapter: ibsim's
/// `struct sim_ctl`, in host byte order, answered in place with the same type, or with type 0 for
/// an error.
final class Control {
  static final int BYTES = 80;

  static final int MAGIC_AT = 0;
  static final int CLIENT_AT = 4;
  static final int TYPE_AT = 8;
  static final int DATA_AT = 16;
  static final int DATA_BYTES = 64;

  static final int MAGIC = 0xDEADBEEF;

  static final int ERROR = 0;
  static final int CONNECT = 1;
  static final int DISCONNECT = 2;
  static final int GET_PORT = 3;
  static final int GET_VENDOR = 4;
  static final int GET_GID = 5;
  static final int GET_GUID = 6;
  static final int GET_NODE_INFO = 7;
  static final int GET_PORT_INFO = 8;
  static final int SET_IS_SM = 9;
  static final int GET_P_KEYS = 10;

  /// Offsets in the data of [#CONNECT]: the process id, in the answer the client's number; whether
  /// the client wants to be the subnet manager; the node that it wants, in the answer the node that
  /// it is assigned to.
  static final int WHO = DATA_AT;

  static final int WANTS_SM = DATA_AT + 8;
  static final int HOST = DATA_AT + 12;
  static final int HOST_BYTES = 32;

  private final String name;
  private final Adapters adapters;
  private final List<Client> clients;

  /// @param name of the server: prefix of the names of clients' sockets
  Control(String name, Adapters adapters, List<Client> clients) {
    this.name = name;
    this.adapters = adapters;
    this.clients = clients;
  }

  /// Executes a request, and replaces it by its answer.
  ///
  /// @param request [#BYTES] long
  /// @return whether there is an answer; false if the request does not follow this protocol
  boolean carryOut(MemorySegment request) {
    if (request.get(JAVA_INT, MAGIC_AT) != MAGIC) {
      return false;
    }
    MemorySegment data = request.asSlice(DATA_AT, DATA_BYTES);
    int type = request.get(JAVA_INT, TYPE_AT);
    boolean done;
    if (type == CONNECT) {
      done = connect(request);
    } else {
      int number = request.get(JAVA_INT, CLIENT_AT);
      boolean known = number >= 0 && number < clients.size() && clients.get(number).isAttached();
      done = known && carryOut(type, clients.get(number), data);
    }
    if (!done) {
      request.set(JAVA_INT, TYPE_AT, ERROR);
    }
    return true;
  }

  private boolean carryOut(int type, Client client, MemorySegment data) {
    Adapter adapter = client.adapter();
    switch (type) {
      case DISCONNECT -> adapter.forget(client);
      case GET_PORT -> port(adapter, data);
      case GET_VENDOR -> vendor(adapter, data);
      case GET_GID -> gid(adapter, data);
      case GET_GUID -> data.copyFrom(NodeInfo.PORT_GUID.slice(nodeInfo(adapter), 0));
      case GET_NODE_INFO -> data.copyFrom(nodeInfo(adapter));
      case GET_PORT_INFO -> data.copyFrom(portInfo(adapter));
      case SET_IS_SM -> adapter.makeSm(client, data.get(JAVA_INT, 0) != 0);
      case GET_P_KEYS -> data.copyFrom(adapter.ask(Attribute.P_KEY_TABLE, 0));
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean connect(MemorySegment request) {
    clients.stream()
        .filter(c -> c.isAttached() && !c.isAlive())
        .forEach(c -> c.adapter().forget(c));
    String host = text(request.asSlice(HOST, HOST_BYTES));
    boolean wantsSm = request.get(JAVA_INT, WANTS_SM) != 0;
    Adapter adapter = adapters.of(host).orElse(null);
    if (adapter == null || (wantsSm && adapter.subnetManager() != null)) {
      return false;
    }
    Client client = clients.stream().filter(c -> !c.isAttached()).findFirst().orElse(null);
    if (client == null || !client.attach(name + ":in" + request.get(JAVA_INT, WHO), adapter)) {
      return false;
    }
    adapter.makeSm(client, wantsSm);
    request.set(JAVA_INT, WHO, client.number());
    // Programs report an error if the answer has another name than the one requested.
    byte[] at = (host.isEmpty() ? adapter.name() : host).getBytes(StandardCharsets.UTF_8);
    request.asSlice(HOST, HOST_BYTES).fill((byte) 0);
    MemorySegment.copy(at, 0, request, JAVA_BYTE, HOST, Math.min(at.length, HOST_BYTES));
    return true;
  }

  /// `struct sim_port`.
  private static void port(Adapter adapter, MemorySegment data) {
    MemorySegment info = portInfo(adapter);
    data.set(JAVA_SHORT, 0, (short) PortInfo.LID.get(info, 0));
    data.set(JAVA_BYTE, 2, (byte) PortInfo.PORT_STATE.get(info, 0));
  }

  /// `struct sim_vendor`.
  private static void vendor(Adapter adapter, MemorySegment data) {
    MemorySegment info = nodeInfo(adapter);
    data.set(JAVA_INT, 0, (int) NodeInfo.VENDOR_ID.get(info, 0));
    data.set(JAVA_INT, 4, (int) NodeInfo.DEVICE_ID.get(info, 0));
    data.set(JAVA_INT, 8, (int) NodeInfo.REVISION.get(info, 0));
    data.set(JAVA_LONG, 16, 1); // firmware version
  }

  private static void gid(Adapter adapter, MemorySegment data) {
    MemorySegment.copy(PortInfo.GID_PREFIX.slice(portInfo(adapter), 0), 0, data, 0, 8);
    MemorySegment.copy(NodeInfo.PORT_GUID.slice(nodeInfo(adapter), 0), 0, data, 8, 8);
  }

  private static MemorySegment nodeInfo(Adapter adapter) {
    return adapter.ask(Attribute.NODE_INFO, 0);
  }

  /// Requested with the extended speeds, from which clients compute the port's rate.
  private static MemorySegment portInfo(Adapter adapter) {
    return adapter.ask(Attribute.PORT_INFO, PortInfo.SM_SUPPORTS_EXTENDED_SPEEDS & 0xFFFF_FFFFL);
  }

  /// Returns a C string in a field of fixed length, which may lack the terminating zero.
  private static String text(MemorySegment field) {
    byte[] bytes = field.toArray(JAVA_BYTE);
    int length = 0;
    while (length < bytes.length && bytes[length] != 0) {
      length++;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }
}
