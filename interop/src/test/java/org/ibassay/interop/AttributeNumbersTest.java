package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ibassay.cli.Main;
import org.ibassay.link.Label;
import org.ibassay.link.capture.PcapNgWriter;
import org.ibassay.link.capture.Tap.Direction;
import org.ibassay.peers.RequiresPeer;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.management.ManagementClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every attribute with a number in libibmad or libibumad has a name in `ibassay decode`.
@RequiresPeer({"cc", "libibmad.so", "libibumad.so"})
class AttributeNumbersTest {
  /// Prefixes of the libraries' names, for each class.
  private static final Map<String, Integer> PREFIXES = new LinkedHashMap<>();

  static {
    PREFIXES.put("IB_ATTR_", Smp.LID_ROUTED);
    PREFIXES.put("UMAD_SM_ATTR_", Smp.LID_ROUTED);
    PREFIXES.put("IB_SA_ATTR_", Gmp.SUBNET_ADMINISTRATION);
    PREFIXES.put("UMAD_SA_ATTR_", Gmp.SUBNET_ADMINISTRATION);
    PREFIXES.put("IB_GSI_", ManagementClass.PERFORMANCE);
    PREFIXES.put("IB_BM_ATTR_", ManagementClass.BASEBOARD);
    PREFIXES.put("UMAD_CM_ATTR_", ManagementClass.COMMUNICATION);
    PREFIXES.put("IB_CC_ATTR_", ManagementClass.CONGESTION_CONTROL);
  }

  private static final Pattern NUMBER = Pattern.compile("\\b(\\w+)\\s*=\\s*(0x\\w+)");

  @TempDir private Path directory;

  @Test
  void everyNumberHasAName() throws Exception {
    Map<String, int[]> numbers = numbers();
    assertThat(numbers).hasSizeGreaterThan(100);
    Path file = directory.resolve("numbers.pcapng");
    try (PcapNgWriter out = new PcapNgWriter(file)) {
      for (int[] one : numbers.values()) {
        MemorySegment mad = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
        MadHeader.MGMT_CLASS.set(mad, 0, one[0]);
        MadHeader.METHOD.set(mad, 0, 1);
        MadHeader.ATTRIBUTE_ID.set(mad, 0, one[1]);
        int qp = one[0] == Smp.LID_ROUTED ? 0 : Gmp.QP;
        out.mad(Direction.SENT, mad, Smp.BYTES_OF_MAD, 3, qp, 0, Label.NONE);
      }
    }
    StringWriter lines = new StringWriter();
    StringWriter messages = new StringWriter();
    String[] decode = {"decode", file.toString()};
    assertThat(Main.run(decode, new PrintWriter(lines), new PrintWriter(messages)))
        .as(messages.toString())
        .isZero();
    List<String> names = List.copyOf(numbers.keySet());
    List<String> shown = lines.toString().lines().toList();
    assertThat(shown).hasSameSizeAs(names);
    Map<String, String> unnamed = new TreeMap<>();
    for (int i = 0; i < names.size(); i++) {
      if (shown.get(i).contains("(attribute 0x")) {
        unnamed.put(names.get(i), shown.get(i));
      }
    }
    assertThat(unnamed).isEmpty();
  }

  /// Returns class and number for each name of the libraries.
  private Map<String, int[]> numbers() throws IOException, InterruptedException {
    Path source = directory.resolve("all.c");
    Files.writeString(
        source,
        """
        #include <infiniband/mad.h>
        #include <infiniband/umad_sm.h>
        #include <infiniband/umad_sa.h>
        #include <infiniband/umad_cm.h>
        """);
    Process cc = new ProcessBuilder("cc", "-E", source.toString()).start();
    String text = new String(cc.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(cc.waitFor()).isZero();
    Map<String, int[]> numbers = new LinkedHashMap<>();
    Matcher matcher = NUMBER.matcher(text);
    while (matcher.find()) {
      PREFIXES.forEach((prefix, mgmtClass) -> {
        String name = matcher.group(1);
        if (name.startsWith(prefix) && !name.endsWith("_LAST") && !name.endsWith("_MASK")) {
          numbers.put(name, new int[] {mgmtClass, Integer.decode(matcher.group(2))});
        }
      });
    }
    return numbers;
  }
}
