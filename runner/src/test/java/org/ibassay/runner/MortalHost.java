package org.ibassay.runner;

import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.ibassay.wire.net.Arp;
import org.ibassay.wire.net.Ethernet;

/// A host that is found by ARP, has an agent, and dies of a frame: after that it answers no ARP
/// request and its agent is gone, until a file is created.
final class MortalHost implements AutoCloseable {
  static final int MARKER_AT = 20;

  private static final long MAC = 0x0200_0000_0002L;
  private static final long ADDRESS = 0xC000_0202L;
  private static final String ATTRIBUTES =
      "ok name=fake0 firmware=1 node-guid=0x0000000000000001 vendor=0 part=0 atomics=none"
          + " reads-as-target=1 reads-as-initiator=1 max-message=65536 active-mtu=1024"
          + " max-mtu=1024 ack-delay=15 active=1 byte-order=little"
          + " gids=0:00000000000000000000ffffc0000202:roce-v2";

  private final ServerSocket stream = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  private final ServerSocket agent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  private final Path revival;
  private final int fatal;
  private final boolean hangsUp;
  private volatile boolean isDead;
  private final AtomicInteger deaths = new AtomicInteger();
  private volatile Socket session = new Socket();

  /// @param revival that file
  /// @param fatal byte, at [#MARKER_AT], of the frame that it dies of
  /// @param hangsUp whether it closes its end of the stream when it dies, as a simulator does
  MortalHost(Path revival, int fatal, boolean hangsUp) throws IOException {
    this.revival = revival;
    this.fatal = fatal;
    this.hangsUp = hangsUp;
    Thread.ofPlatform().daemon().start(this::receive);
    Thread.ofPlatform().daemon().start(this::serve);
  }

  String uri() {
    return "roce:192.0.2.2?from=192.0.2.1&via=stream:127.0.0.1:%d&agent=127.0.0.1:%d"
        .formatted(stream.getLocalPort(), agent.getLocalPort());
  }

  /// Number of times that it died.
  int deaths() {
    return deaths.get();
  }

  private boolean isDead() throws IOException {
    if (Files.deleteIfExists(revival)) {
      isDead = false;
    }
    return isDead;
  }

  private void receive() {
    while (!stream.isClosed()) {
      serveFrames();
    }
  }

  private void serveFrames() {
    try (Socket tester = stream.accept()) {
      DataInputStream in = new DataInputStream(tester.getInputStream());
      DataOutputStream out = new DataOutputStream(tester.getOutputStream());
      while (true) {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        MemorySegment frame = MemorySegment.ofArray(bytes);
        if (isDead()) {
          continue;
        }
        if (Ethernet.TYPE.get(frame, 0) == Ethernet.ARP) {
          answer(frame);
          out.writeInt(bytes.length);
          out.write(frame.toArray(ValueLayout.JAVA_BYTE));
        } else if (bytes[MARKER_AT] == fatal) {
          isDead = true;
          deaths.incrementAndGet();
          session.close();
          if (hangsUp) {
            return;
          }
        }
      }
    } catch (IOException e) {
      // the tester has closed the stream
    }
  }

  private static void answer(MemorySegment frame) {
    int arp = Ethernet.LAYOUT.bytes();
    long asker = Arp.SENDER_MAC.get(frame, arp);
    Ethernet.DESTINATION.set(frame, 0, asker);
    Arp.OPERATION.set(frame, arp, Arp.REPLY);
    Arp.TARGET_MAC.set(frame, arp, asker);
    Arp.TARGET_IP.set(frame, arp, Arp.SENDER_IP.get(frame, arp));
    Arp.SENDER_MAC.set(frame, arp, MAC);
    Arp.SENDER_IP.set(frame, arp, ADDRESS);
  }

  private void serve() {
    while (true) {
      try (Socket tester = agent.accept()) {
        session = tester;
        if (!isDead()) {
          talk(tester);
        }
      } catch (IOException e) {
        if (agent.isClosed()) {
          return;
        }
      }
    }
  }

  private static void talk(Socket tester) throws IOException {
    BufferedReader in =
        new BufferedReader(
            new InputStreamReader(tester.getInputStream(), StandardCharsets.US_ASCII));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String answer =
          line.startsWith("hello ") ? "ok" + line.substring(5) + " device=fake0 connects=0" : "ok";
      pause();
      if (!line.isEmpty()) {
        String said = (line.equals("attributes") ? ATTRIBUTES : answer) + "\n";
        tester.getOutputStream().write(said.getBytes(StandardCharsets.US_ASCII));
      }
    }
  }

  /// Frames that were sent earlier are received earlier.
  private static void pause() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    try {
      stream.close();
      agent.close();
      session.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
