package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.ALL;
import static org.ibassay.device.variant.NodeKind.WITH_END_PORTS;
import static org.ibassay.device.variant.SimParameter.GUID_CAP;
import static org.ibassay.wire.attribute.Attribute.GUID_INFO;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.TableBytes;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.attribute.GuidInfo;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;

/// Deviations in GUIDInfo.
final class GuidInfoDeviations {
  private static final int GUID_BYTES = 8;
  private static final int BLOCK = 64;
  private static final TableFamily FAMILY =
      new TableFamily("guidinfo", GUID_INFO, ALL, GUID_BYTES, Map.of(GUID_CAP, 20L));

  private GuidInfoDeviations() {}

  static List<DeviationSpec> all() {
    List<DeviationSpec> all = new ArrayList<>(FAMILY.all());
    all.addAll(
        List.of(
            FAMILY.of(
                "own-guid-writable",
                "stores GUID 0 of block 0",
                GuidInfoDeviations::makeOwnGuidWritable),
            FAMILY.kept(
                "own-guid-low-byte-writable",
                "stores the last byte of GUID 0 with that of GUID 1",
                OddTables.copied(at -> at == 15, _ -> 7)),
            FAMILY.kept(
                "guid-8-aliases-guid-0",
                "writes GUID 0 of block 1 into GUID 0 of block 0, too",
                OddTables.copied(at -> at >= BLOCK && at < BLOCK + GUID_BYTES, at -> at - BLOCK)),
            FAMILY.kept(
                "high-half-not-stored",
                "keeps the high 32 bits of each GUID",
                OddTables.kept(at -> at % GUID_BYTES < 4)),
            FAMILY.kept(
                "first-byte-not-stored",
                "keeps the first byte of each GUID but the port's own",
                OddTables.kept(at -> at % GUID_BYTES == 0)),
            FAMILY.kept(
                "bytes-reversed-in-words",
                "stores each GUID with its halves exchanged",
                OddTables.misplaced((at, _) -> at < GUID_BYTES ? at : at ^ 4)),
            FAMILY.kept(
                "zero-not-stored",
                "does not overwrite bytes with 0",
                bytes ->
                    new TableBytes.Overlay(bytes) {
                      @Override
                      public void put(int at, byte value) {
                        if (value != 0) {
                          super.put(at, value);
                        }
                      }
                    }),
            FAMILY
                .kept(
                    "blocks-modulo-4",
                    "has memory for blocks 0 to 3 only, and uses it again and again",
                    OddTables.aliased((at, _) -> at % (4 * BLOCK)))
                .on(GUID_CAP, 128),
            FAMILY
                .kept(
                    "block-31-not-stored",
                    "keeps the GUIDs of block 31",
                    OddTables.kept(at -> at / BLOCK == 31))
                .on(GUID_CAP, 255),
            FAMILY
                .of(
                    "block-32-lands-in-block-0",
                    "rejects the Set of block 32, and stores it in block 0",
                    OddTables.landing(GUID_INFO, t -> t.modifier() == 32, _ -> 0))
                .on(GUID_CAP, 20),
            FAMILY
                .of(
                    "block-8-bits",
                    "mistakes block 256 for block 0, and so on",
                    TableEdits.readdresses(GUID_INFO, _ -> true, m -> m & 0xFF))
                .on(GUID_CAP, 20),
            FAMILY.of(
                "block-256-lands-in-block-0",
                "rejects the Set of block 256, and stores it in block 0",
                OddTables.landing(GUID_INFO, t -> t.modifier() == 256, _ -> 0)),
            FAMILY.of(
                "block-32-ok",
                "answers requests for block 32 with code 0",
                Edits.codes(GUID_INFO, (t, code) -> t.modifier() == 32 ? 0 : code)),
            of(
                "shared-by-ports",
                "keeps the GUIDs of all ports in one memory, but for the ports' own",
                WITH_END_PORTS,
                GuidInfoDeviations::share),
            FAMILY.of(
                "own-guid-is-node-guid",
                "shows a GUID instead of the port's own that is one greater",
                Edits.responses(
                    t -> Edits.isOf(GUID_INFO, t) && t.modifier() == 0,
                    t -> t.answer(GuidInfo.GUID, 0, t.answered(GuidInfo.GUID) + 1))),
            declared("declared-more", "declares one GUID more than it has", 1),
            declared("declared-less", "declares one GUID less than it has", -1),
            FAMILY.of(
                "set-changes-cap",
                "declares one GUID more after the first Set",
                Edits.changedBySets(
                    GUID_INFO,
                    PORT_INFO,
                    t -> t.answer(PortInfo.GUID_CAP, t.answered(PortInfo.GUID_CAP) + 1))),
            FAMILY.of(
                "set-changes-port-guid",
                "shows another NodeInfo:PortGUID after the first Set",
                Edits.changedBySets(
                    GUID_INFO,
                    NODE_INFO,
                    t -> t.answer(NodeInfo.PORT_GUID, t.answered(NodeInfo.PORT_GUID) + 1))),
            of(
                "port-guid-0",
                "has no NodeInfo:PortGUID",
                ALL,
                Edits.responses(
                    t -> Edits.isOf(NODE_INFO, t), t -> t.answer(NodeInfo.PORT_GUID, 0)))));
    return all;
  }

  private static DeviationSpec of(
      String name, String summary, Set<NodeKind> kinds, Consumer<Seams> effect) {
    return DeviationSpec.of("guidinfo." + name, summary, kinds, effect).on(GUID_CAP, 20);
  }

  private static DeviationSpec declared(String name, String summary, int more) {
    return FAMILY.of(
        name,
        summary,
        Edits.responses(
            t -> Edits.isOf(PORT_INFO, t),
            t -> t.answer(PortInfo.GUID_CAP, t.answered(PortInfo.GUID_CAP) + more)));
  }

  /// A Set of block 0 is stored from its first byte on.
  private static void makeOwnGuidWritable(Seams seams) {
    List<TableBytes> tables = new ArrayList<>();
    OddTables.table(
            GUID_INFO,
            bytes -> {
              tables.add(bytes);
              return bytes;
            })
        .accept(seams);
    Edits.sets(
            GUID_INFO,
            (t, handler) -> {
              if (t.modifier() == 0) {
                TableBytes own = tables.get(Math.max(0, t.port() - 1) % tables.size());
                for (int i = 0; i < GUID_BYTES; i++) {
                  long guid = t.asked(GuidInfo.GUID);
                  own.put(i, (byte) (guid >>> (8 * (GUID_BYTES - 1 - i))));
                }
              }
              return handler.set(t);
            })
        .accept(seams);
  }

  private static void share(Seams seams) {
    List<TableBytes> first = new ArrayList<>();
    OddTables.table(
            GUID_INFO,
            bytes -> {
              if (first.isEmpty()) {
                first.add(bytes);
              }
              return new TableBytes.Overlay(bytes) {
                @Override
                public byte get(int at) {
                  return at < GUID_BYTES ? super.get(at) : first.getFirst().get(at);
                }

                @Override
                public void put(int at, byte value) {
                  first.getFirst().put(at, value);
                }
              };
            })
        .accept(seams);
  }
}
