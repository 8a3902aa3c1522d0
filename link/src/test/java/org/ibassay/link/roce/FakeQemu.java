package org.ibassay.link.roce;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/// The other end of a stream, as QEMU's `-netdev stream,server=on`.
final class FakeQemu implements AutoCloseable {
  private final ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  private Socket peer = new Socket();

  FakeQemu() throws IOException {}

  int port() {
    return server.getLocalPort();
  }

  /// Accepts the tester's connection.
  FakeQemu accept() throws IOException {
    peer = server.accept();
    return this;
  }

  void write(byte[] frame) throws IOException {
    DataOutputStream out = new DataOutputStream(peer.getOutputStream());
    out.writeInt(frame.length);
    out.write(frame);
  }

  void writeRaw(byte... bytes) throws IOException {
    peer.getOutputStream().write(bytes);
  }

  /// Returns the next frame that the tester sends.
  byte[] read() throws IOException {
    DataInputStream in = new DataInputStream(peer.getInputStream());
    byte[] frame = new byte[in.readInt()];
    in.readFully(frame);
    return frame;
  }

  void hangUp() throws IOException {
    peer.close();
  }

  @Override
  public void close() throws IOException {
    peer.close();
    server.close();
  }
}
