package org.ibassay.wire.bm;

import static org.ibassay.wire.Form.BYTES;
import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibassay.wire.Access;
import org.ibassay.wire.Layout;
import org.ibassay.wire.mad.GmpAttribute;

/// The attributes of baseboard management, without those common to all classes. The IDs are those
/// of libibmad and Intel's IbAccess.
///
/// Those from WriteVPD on are commands. All have one layout, which is that of IbAccess (ib_bm.h);
/// the parameters depend on the command. AttributeModifier: 0 request, 1 response.
public final class BmAttributes {
  private static final int FIRST_COMMAND = 0x0020;
  private static final List<String> COMMANDS =
      List.of(
          "WriteVPD",
          "ReadVPD",
          "ResetIBML",
          "SetModulePMControl",
          "GetModulePMControl",
          "SetUnitPMControl",
          "GetUnitPMControl",
          "SetIOCPMControl",
          "GetIOCPMControl",
          "SetModuleState",
          "SetModuleAttention",
          "GetModuleStatus",
          "IB2IBML",
          "IB2CME",
          "IB2MME",
          "OEM");

  private static final List<GmpAttribute> ALL =
      Stream.concat(
              Stream.of(BKeyInfo.ATTRIBUTE),
              IntStream.range(0, COMMANDS.size())
                  .mapToObj(i -> new GmpAttribute(FIRST_COMMAND + i, command(COMMANDS.get(i)))))
          .toList();

  private BmAttributes() {}

  /// Returns all of them.
  public static List<GmpAttribute> all() {
    return ALL;
  }

  private static Layout command(String name) {
    Layout.Table t = Layout.table(name, "16.2.3", 192);
    t.rw("Sequence", 0, 16, DECIMAL);
    t.rw("SourceDevice", 16, 8, HEX);
    t.rw("ParamCount", 24, 8, DECIMAL);
    t.repeated("Parameters", 32, 8, 188, 8, Access.RW, BYTES);
    return t.build();
  }
}
