package org.ibassay.device.rc;

import java.nio.ByteBuffer;
import java.util.List;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.link.upper.UpperTester.Queue;

/// The stock program `rping -s` on the host of a simulated adapter, with one connection: reads the
/// memory that the peer's message describes, sends a message, writes what it has read to the memory
/// that the next message describes, as a string, and sends a message again.
final class RpingProgram {
  private static final int BUFFER_BYTES = 65_535;
  private static final int MESSAGE_BYTES = 16;
  private static final int MOST_POLLED = 16;
  private static final long READ = 1;
  private static final long WRITE = 2;
  private static final long MESSAGE = 3;

  private final QueuePair qp;
  private final Region buffer;
  private final Region received;
  private final Region sent;
  private boolean hasRead;

  private RpingProgram(QueuePair qp) {
    this.qp = qp;
    this.buffer = qp.memory().register(BUFFER_BYTES, AccessRights.ALL, false);
    this.received = qp.memory().register(MESSAGE_BYTES, AccessRights.LOCAL, false);
    this.sent = qp.memory().register(MESSAGE_BYTES, AccessRights.LOCAL, false);
  }

  /// Starts the program with an accepted connection, if that is what runs on the host.
  ///
  /// @return the QP
  static QueuePair on(QueuePair qp) {
    if (qp.device().variant().is(SimParameter.PROGRAM)) {
      new RpingProgram(qp).start();
    }
    return qp;
  }

  private void start() {
    postReceive();
    qp.onCompletion(() -> qp.fabric().after(qp.device().responseNanos(), this::poll));
  }

  private void postReceive() {
    qp.postReceive(new PostedReceive(MESSAGE, part(received, MESSAGE_BYTES)));
  }

  private static Buffer part(Region region, int bytes) {
    return new MemoryRegion(region.id(), region.address(), region.size(), region.rkey())
        .slice(0, bytes);
  }

  private void poll() {
    qp.poll(Queue.SEND, MOST_POLLED).forEach(this::ended);
    List<Completion> messages = qp.poll(Queue.RECEIVE, MOST_POLLED);
    for (Completion message : messages) {
      if (message.status() == Status.SUCCESS && message.bytes() == MESSAGE_BYTES) {
        ByteBuffer description = ByteBuffer.wrap(received.read(received.address(), MESSAGE_BYTES));
        postReceive();
        take(description.getLong(), description.getInt(), description.getInt());
      }
    }
  }

  private void take(long address, int rkey, int bytes) {
    if (hasRead) {
      qp.post(new SendRequest.Write(WRITE, part(buffer, stringBytes()), address, rkey), false);
    } else if (bytes <= BUFFER_BYTES) {
      qp.post(new SendRequest.Read(READ, part(buffer, bytes), address, rkey), false);
    }
    hasRead = !hasRead;
  }

  private int stringBytes() {
    byte[] data = buffer.read(buffer.address(), BUFFER_BYTES);
    int length = 0;
    while (length < data.length - 1 && data[length] != 0) {
      length++;
    }
    return length + 1;
  }

  private void ended(Completion completion) {
    if (completion.status() == Status.SUCCESS && completion.id() != MESSAGE) {
      qp.post(new SendRequest.Send(MESSAGE, part(sent, MESSAGE_BYTES)), false);
    }
  }
}
