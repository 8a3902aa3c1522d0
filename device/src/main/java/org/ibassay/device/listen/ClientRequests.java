package org.ibassay.device.listen;

import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Outstanding requests of clients. A client receives only responses to its requests: the wrapper
/// of the clients crashes on a MAD of a class that it did not register.
final class ClientRequests {
  /// The limit of outstanding requests; above it, the oldest is forgotten.
  static final int CAPACITY = 256;

  private static final class WaitingRequest {
    final MadDatagram request;
    int client;
    boolean atClient;

    WaitingRequest(MadDatagram request) {
      this.request = request;
    }
  }

  private final List<WaitingRequest> waiting = new ArrayList<>(CAPACITY);
  private final List<WaitingRequest> idle = new ArrayList<>(CAPACITY);

  ClientRequests(SegmentAllocator memory) {
    for (int i = 0; i < CAPACITY; i++) {
      idle.add(new WaitingRequest(new MadDatagram(memory.allocate(MadDatagram.BYTES, 8))));
    }
  }

  void add(int client, MadDatagram request) {
    WaitingRequest slot = idle.isEmpty() ? waiting.removeFirst() : idle.removeLast();
    slot.client = client;
    slot.atClient = false;
    slot.request.copyOf(request);
    waiting.add(slot);
  }

  /// Records that a request has reached another client, which has no timeout.
  void atClient(long transactionId) {
    int index = indexOf(transactionId);
    if (index >= 0) {
      waiting.get(index).atClient = true;
    }
  }

  /// Whether a response with that TransactionID, including the client's number, is awaited.
  boolean isWaiting(long transactionId) {
    return indexOf(transactionId) >= 0;
  }

  /// Removes a request that is answered now.
  void remove(long transactionId) {
    int index = indexOf(transactionId);
    if (index >= 0) {
      idle.add(waiting.remove(index));
    }
  }

  /// Removes the requests of a client that is gone.
  void removeAllOf(int client) {
    for (int i = waiting.size() - 1; i >= 0; i--) {
      if (waiting.get(i).client == client) {
        idle.add(waiting.remove(i));
      }
    }
  }

  /// Removes the oldest request that is not at a client.
  ///
  /// @return the request, valid until another is added; null if there is none
  @Nullable MadDatagram takeLost() {
    for (int i = 0; i < waiting.size(); i++) {
      if (!waiting.get(i).atClient) {
        WaitingRequest lost = waiting.remove(i);
        idle.add(lost);
        return lost.request;
      }
    }
    return null;
  }

  private int indexOf(long transactionId) {
    for (int i = 0; i < waiting.size(); i++) {
      if (waiting.get(i).request.transactionId() == transactionId) {
        return i;
      }
    }
    return -1;
  }
}
