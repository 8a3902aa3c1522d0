package org.ibassay.link;

import java.util.List;

/// An open device under test: what the tester has to reach it.
public interface Dut extends AutoCloseable {
  /// The URI it was opened by.
  DutUri uri();

  /// The link's time.
  Clock clock();

  /// One for each tester port that is cabled to the DUT, the main one first; empty when the DUT has
  /// no port for management datagrams.
  List<MadPort> madPorts();

  @Override
  void close();
}
