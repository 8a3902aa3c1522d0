package org.ibassay.link.roce;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;

/// A simulator at the other end of `lockstep:`, scripted by a test.
final class FakeSimulator implements AutoCloseable {
  private final ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  private Socket tester = new Socket();

  /// A header from the tester, with its frame.
  ///
  /// @param nanos simulated time
  /// @param frame its bytes; none if it permits to simulate up to that time
  record Heard(long nanos, ByteBuffer frame) {}

  FakeSimulator() throws IOException {}

  int port() {
    return server.getLocalPort();
  }

  FakeSimulator accept() throws IOException {
    tester = server.accept();
    return this;
  }

  void frame(long nanos, byte[] bytes) throws IOException {
    DataOutputStream out = new DataOutputStream(tester.getOutputStream());
    out.writeInt(bytes.length);
    out.writeLong(nanos);
    out.write(bytes);
  }

  void reaches(long nanos) throws IOException {
    frame(nanos, new byte[0]);
  }

  Heard hears() throws IOException {
    DataInputStream in = new DataInputStream(tester.getInputStream());
    byte[] bytes = new byte[in.readInt()];
    long nanos = in.readLong();
    in.readFully(bytes);
    return new Heard(nanos, ByteBuffer.wrap(bytes));
  }

  boolean hearsMore() throws IOException {
    return tester.getInputStream().available() > 0;
  }

  @Override
  public void close() throws IOException {
    tester.close();
    server.close();
  }
}
