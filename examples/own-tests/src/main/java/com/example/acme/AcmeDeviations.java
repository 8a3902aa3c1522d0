package com.example.acme;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.device.OwnDeviation;
import org.ibassay.device.OwnDeviations;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;

/// The deviations that our tests must notice.
public final class AcmeDeviations implements OwnDeviations {
  /// Called by `ServiceLoader`.
  public AcmeDeviations() {}

  @Override
  public List<OwnDeviation> all() {
    return List.of(
        new OwnDeviation(
            "acme.revision-moves",
            "changes Revision in every tenth NodeInfo response",
            NodeKind.ALL,
            RevisionMoves::new));
  }

  /// The fault of one device, which counts its responses.
  private static final class RevisionMoves implements OwnDeviation.Fault {
    private int responses;

    @Override
    public void edit(MemorySegment request, MemorySegment response) {
      if (MadHeader.ATTRIBUTE_ID.get(request, 0) == Attribute.NODE_INFO.id()
          && ++responses % 10 == 0) {
        long revision = NodeInfo.REVISION.get(response, Smp.DATA);
        NodeInfo.REVISION.set(response, Smp.DATA, revision ^ 1);
      }
    }
  }
}
