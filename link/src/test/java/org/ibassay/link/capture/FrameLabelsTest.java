package org.ibassay.link.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.ibassay.link.Label;
import org.ibassay.link.capture.Tap.Direction;
import org.ibassay.wire.packet.LinkType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FrameLabelsTest {
  @TempDir Path directory = Path.of("");

  @Test
  void everyFrameKeepsItsLabel() throws Exception {
    Label first = Label.of("T1", "3");
    Label second = Label.of("address resolution");
    PcapNgWriter writer = new PcapNgWriter(directory.resolve("trace.pcapng"));
    try (writer) {
      for (Label label : new Label[] {first, first, second, first}) {
        MemorySegment packet = MemorySegment.ofArray(new byte[60]);
        writer.packet(Direction.SENT, LinkType.ETHERNET, packet, 60, 7, label);
      }
    }
    FrameLabels labels = writer.summary().labels();
    assertThat(labels.of(0)).isSameAs(Label.NONE);
    assertThat(labels.of(1)).isSameAs(first);
    assertThat(labels.of(2)).isSameAs(first);
    assertThat(labels.of(3)).isSameAs(second);
    assertThat(labels.of(4)).isSameAs(first);
    assertThat(first.stepOf("T1")).isEqualTo("3");
    assertThat(first.stepOf("T2")).isEmpty();
    assertThat(second.stepOf("T1")).isEmpty();
  }
}
