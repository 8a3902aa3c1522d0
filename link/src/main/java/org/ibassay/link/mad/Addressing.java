package org.ibassay.link.mad;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;

/// Writes a route into a MAD.
final class Addressing {
  private static final int INITIAL_PATH = 128;
  private static final int PATHS_BYTES = 128;

  private Addressing() {}

  /// Sets the routing fields.
  ///
  /// @return the destination LID of the MAD
  static int apply(Route to, MemorySegment mad) {
    boolean smp = isSmp((int) MadHeader.MGMT_CLASS.get(mad, 0));
    return switch (to) {
      case Route.Directed(List<Integer> ports) -> {
        if (!smp) {
          throw new IllegalArgumentException("only SMPs have directed routes");
        }
        yield direct(ports, mad);
      }
      case Route.Lid(int lid) -> {
        if (smp) {
          MadHeader.MGMT_CLASS.set(mad, 0, Smp.LID_ROUTED);
          MadHeader.CLASS_SPECIFIC.set(mad, 0, 0);
        }
        yield lid;
      }
    };
  }

  private static int direct(List<Integer> ports, MemorySegment mad) {
    MadHeader.MGMT_CLASS.set(mad, 0, Smp.DIRECTED_ROUTE);
    Smp.DIRECTION.set(mad, 0, 0);
    Smp.HOP_POINTER.set(mad, 0, 0);
    Smp.HOP_COUNT.set(mad, 0, ports.size());
    Smp.DR_SLID.set(mad, 0, Smp.PERMISSIVE_LID);
    Smp.DR_DLID.set(mad, 0, Smp.PERMISSIVE_LID);
    mad.asSlice(INITIAL_PATH, PATHS_BYTES).fill((byte) 0);
    for (int hop = 0; hop < ports.size(); hop++) {
      Smp.INITIAL_PATH.set(mad, 0, hop + 1, ports.get(hop));
    }
    return Smp.PERMISSIVE_LID;
  }

  /// Returns the QP for MADs of a class.
  static int destQp(int mgmtClass) {
    return isSmp(mgmtClass) ? 0 : 1;
  }

  static boolean isSmp(int mgmtClass) {
    return mgmtClass == Smp.LID_ROUTED || mgmtClass == Smp.DIRECTED_ROUTE;
  }
}
