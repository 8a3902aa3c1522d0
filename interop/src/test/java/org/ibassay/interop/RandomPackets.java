package org.ibassay.interop;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.ibassay.wire.Layout;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeDescription;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.cm.CmAttributes;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.management.ManagementClass;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Grh;
import org.ibassay.wire.packet.Icrc;
import org.ibassay.wire.packet.Lrh;
import org.ibassay.wire.packet.Vcrc;
import org.ibassay.wire.pm.PmAttributes;

/// Management packets (subnet, performance, communication) whose bits are random, except those that
/// determine the following header or attribute.
final class RandomPackets {
  private static final int EACH = 20;

  /// The offset of a layout in a packet.
  record Place(Layout layout, long at) {}

  /// A packet and its layouts.
  record Packet(MemorySegment bytes, List<Place> places, Set<String> without) {
    /// Whether tshark does not display this field here for a reason.
    boolean leavesOut(String field) {
      return without.contains(field);
    }
  }

  private static final Set<String> ONLY_DIRECTED =
      Set.of(
          "SMP.D",
          "SMP.HopPointer",
          "SMP.HopCount",
          "SMP.DrSLID",
          "SMP.DrDLID",
          "SMP.InitialPath",
          "SMP.ReturnPath");
  private static final Set<String> ONLY_LID_ROUTED =
      Set.of("MADHeader.Status", "MADHeader.ClassSpecific");

  private final Random random;
  private final List<Packet> packets = new ArrayList<>();

  private RandomPackets(Random random) {
    this.random = random;
  }

  static List<Packet> of(Random random) {
    RandomPackets all = new RandomPackets(random);
    List<Layout> traps =
        FieldOracles.traps().stream()
            .filter(trap -> !FieldOracles.lines("tshark", trap).isEmpty())
            .toList();
    for (int n = 0; n < EACH; n++) {
      for (Attribute attribute : Attribute.all()) {
        all.add(attribute, 0xFFFF, List.of());
      }
      for (Layout trap : traps) {
        int number = Integer.parseInt(trap.name().substring("Trap ".length()));
        all.add(Attribute.NOTICE, number, List.of(trap));
      }
      PmAttributes.all().forEach(one -> all.add(ManagementClass.PERFORMANCE, one));
      CmAttributes.all().forEach(one -> all.add(ManagementClass.COMMUNICATION, one));
    }
    return all.packets;
  }

  private void add(Attribute attribute, int trap, List<Layout> details) {
    boolean directed = random.nextBoolean();
    Frame frame = frame(0, directed ? Smp.DIRECTED_ROUTE : Smp.LID_ROUTED, attribute.id());
    MemorySegment in = frame.bytes;
    frame.places.add(new Place(Smp.LAYOUT, frame.mad));
    int data = frame.mad + Smp.DATA;
    frame.places.add(new Place(attribute.layout(), data));
    details.forEach(layout -> frame.places.add(new Place(layout, data)));
    if (attribute.equals(Attribute.NOTICE)) {
      Notice.IS_GENERIC.set(in, data, details.isEmpty() ? random.nextInt(2) : 1);
      Notice.TRAP_NUMBER_DEVICE_ID.set(in, data, trap);
    }
    if (attribute.equals(Attribute.NODE_DESCRIPTION)) {
      writeText(NodeDescription.NODE_STRING.slice(in, data));
    }
    end(frame, directed ? ONLY_LID_ROUTED : ONLY_DIRECTED);
  }

  private void add(int mgmtClass, GmpAttribute attribute) {
    Frame frame = frame(Gmp.QP, mgmtClass, attribute.id());
    int data = frame.mad + ManagementClass.data(mgmtClass, attribute.id());
    frame.places.add(new Place(attribute.layout(), data));
    end(frame, Set.of());
  }

  /// A packet under construction.
  private record Frame(MemorySegment bytes, List<Place> places, int mad) {}

  private Frame frame(int qp, int mgmtClass, int attribute) {
    boolean global = random.nextBoolean();
    int grh = Lrh.LAYOUT.bytes();
    int bth = grh + (global ? Grh.LAYOUT.bytes() : 0);
    int deth = bth + Bth.LAYOUT.bytes();
    int mad = deth + Deth.LAYOUT.bytes();
    int icrc = mad + Smp.BYTES_OF_MAD;
    byte[] bytes = new byte[icrc + 6];
    random.nextBytes(bytes);
    MemorySegment in = MemorySegment.ofArray(bytes);

    List<Place> places = new ArrayList<>();
    places.add(new Place(Lrh.LAYOUT, 0));
    Lrh.LNH.set(in, 0, global ? Lrh.LNH_GLOBAL : Lrh.LNH_LOCAL);
    Lrh.PKT_LEN.set(in, 0, (icrc + 4) / 4);
    if (global) {
      places.add(new Place(Grh.LAYOUT, grh));
      Grh.IP_VER.set(in, grh, 6);
      Grh.NXT_HDR.set(in, grh, Grh.NEXT_IS_BTH);
      Grh.PAY_LEN.set(in, grh, icrc + 4 - bth);
    }
    places.add(new Place(Bth.LAYOUT, bth));
    Bth.OP_CODE.set(in, bth, Bth.UD_SEND_ONLY);
    Bth.PAD.set(in, bth, 0);
    Bth.DEST_QP.set(in, bth, qp);
    places.add(new Place(Deth.LAYOUT, deth));
    places.add(new Place(MadHeader.LAYOUT, mad));
    MadHeader.MGMT_CLASS.set(in, mad, mgmtClass);
    MadHeader.METHOD.set(in, mad, random.nextBoolean() ? Method.SET : Method.GET_RESP);
    MadHeader.ATTRIBUTE_ID.set(in, mad, attribute);
    return new Frame(in, places, mad);
  }

  private void end(Frame frame, Set<String> without) {
    int icrc = frame.mad + Smp.BYTES_OF_MAD;
    ByteBuffer end = frame.bytes.asSlice(icrc).asByteBuffer();
    end.putInt(Icrc.of(frame.bytes, 0, icrc));
    end.putShort((short) Vcrc.of(frame.bytes, 0, icrc + 4));
    packets.add(new Packet(frame.bytes, frame.places, without));
  }

  /// Writes letters, sometimes followed by a zero and irrelevant bytes.
  private void writeText(MemorySegment text) {
    int length = random.nextInt((int) text.byteSize() + 1);
    for (int i = 0; i < text.byteSize(); i++) {
      text.set(ValueLayout.JAVA_BYTE, i, i == length ? 0 : (byte) ('a' + random.nextInt(26)));
    }
  }

  /// Writes a pcap file of ERF records of type 21 (link type 197).
  static void write(Path file, List<Packet> packets) throws IOException {
    ByteBuffer out = ByteBuffer.allocate(24 + packets.size() * 512);
    out.putInt(0xA1B2C3D4).putShort((short) 2).putShort((short) 4);
    out.putInt(0).putInt(0).putInt(65535).putInt(197);
    for (Packet packet : packets) {
      int wire = (int) packet.bytes().byteSize();
      // The record's length includes its own 16 bytes and is a multiple of eight.
      int record = (16 + wire + 7) / 8 * 8;
      out.putInt(0).putInt(0).putInt(record).putInt(record);
      int start = out.position();
      out.putLong(0).put((byte) 21).put((byte) 0x04);
      out.putShort((short) record).putShort((short) 0).putShort((short) wire);
      out.put(packet.bytes().asByteBuffer());
      out.position(start + record);
    }
    Files.write(file, Arrays.copyOf(out.array(), out.position()));
  }
}
