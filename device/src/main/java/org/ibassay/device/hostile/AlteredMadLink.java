package org.ibassay.device.hostile;

import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.Set;
import org.ibassay.link.Clock;
import org.ibassay.link.LinkException;
import org.ibassay.link.mad.MadLink;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.SaMethod;

/// Management datagrams of a device that alters one field of its responses.
public final class AlteredMadLink implements MadLink {
  private final MadLink link;
  private final Alteration.OfMad alteration;

  /// TransactionIDs of requests that are to change something.
  private final Set<Long> changes = new HashSet<>();

  /// @param alteration the alteration of its responses
  public AlteredMadLink(MadLink link, Alteration.OfMad alteration) {
    this.link = link;
    this.alteration = alteration;
  }

  @Override
  public Clock clock() {
    return link.clock();
  }

  @Override
  public boolean isSimulated() {
    return link.isSimulated();
  }

  @Override
  public boolean isLossless() {
    return link.isLossless();
  }

  @Override
  public long transactionBits() {
    return link.transactionBits();
  }

  @Override
  public void begin(String test) {
    link.begin(test);
    changes.clear();
  }

  @Override
  public void send(MemorySegment mad, int dlid, int destQp) throws LinkException {
    int method = (int) MadHeader.METHOD.get(mad, 0);
    if (method == Method.SET || method == SaMethod.DELETE) {
      changes.add(MadHeader.TRANSACTION_ID.get(mad, 0));
    }
    link.send(mad, dlid, destQp);
  }

  @Override
  public Arrival receive(MemorySegment into, long deadline) throws LinkException {
    Arrival arrival = link.receive(into, deadline);
    boolean isTesters =
        MadHeader.MGMT_CLASS.get(into, 0) == Smp.DIRECTED_ROUTE && Smp.HOP_COUNT.get(into, 0) == 0;
    if (arrival == Arrival.MAD && !isTesters) {
      boolean isChange = changes.contains(MadHeader.TRANSACTION_ID.get(into, 0));
      if (alteration.concerns(into, isChange)) {
        alteration.apply(into);
      }
    }
    return arrival;
  }

  @Override
  public int receivedBytes() {
    return link.receivedBytes();
  }

  @Override
  public boolean reportsLength() {
    return link.reportsLength();
  }

  @Override
  public boolean manage(boolean isSm) throws LinkException {
    return link.manage(isSm);
  }

  @Override
  public int sourceLid() {
    return link.sourceLid();
  }

  @Override
  public boolean hearsReports() {
    return link.hearsReports();
  }

  @Override
  public boolean showsSegments() {
    return link.showsSegments();
  }

  @Override
  public void close() {
    link.close();
  }
}
