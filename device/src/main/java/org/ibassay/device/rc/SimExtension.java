package org.ibassay.device.rc;

import java.util.HashMap;
import java.util.Map;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.ExtendedVerbs;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.MemoryWindow;
import org.ibassay.link.upper.Qp;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.link.upper.RcQp;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.SharedReceives;
import org.ibassay.link.upper.UcQp;
import org.ibassay.link.upper.UdQp;
import org.ibassay.link.upper.UpperTesterException;
import org.ibassay.link.upper.WindowBinding;
import org.jspecify.annotations.Nullable;

/// The extended verbs of a simulated channel adapter's upper tester.
final class SimExtension implements ExtendedVerbs {
  private static final int ENOENT = 2;
  private static final int ENOMEM = 12;
  private static final int EINVAL = 22;
  private static final int EOPNOTSUPP = 95;

  private final SimUpperTester upper;
  private final ChannelAdapter adapter;
  private final Map<Integer, ReceiveQueue> shared = new HashMap<>();
  private int opened;

  SimExtension(SimUpperTester upper, ChannelAdapter adapter) {
    this.upper = upper;
    this.adapter = adapter;
  }

  @Override
  public MemoryRegion registerElsewhere(long bytes, AccessRights rights)
      throws UpperTesterException {
    return upper.register(bytes, rights, true);
  }

  private void serves(SimParameter option) throws UpperTesterException {
    upper.takeTime();
    if (!adapter.variant().is(option)) {
      throw UpperTesterException.refused(EOPNOTSUPP, "not served: " + option);
    }
  }

  @Override
  public MemoryWindow allocateWindow(int type) throws UpperTesterException {
    serves(SimParameter.WINDOWS);
    Window window = adapter.memory().windows().allocate(type);
    return new MemoryWindow(window.id(), type, window.rkey());
  }

  @Override
  public MemoryWindow bind(RcQp qp, long id, MemoryWindow window, WindowBinding to)
      throws UpperTesterException {
    upper.takeTime();
    Region region = found("region", to.region().id(), adapter.memory().withId(to.region().id()));
    Grant grant = new Grant(region, region.address() + to.at(), to.bytes(), to.rights(), 0, true);
    return window.withKey(upper.find(qp).windowWork().bind(id, find(window), grant));
  }

  @Override
  public void invalidate(RcQp qp, long id, int rkey) throws UpperTesterException {
    upper.takeTime();
    upper.find(qp).windowWork().invalidateLocally(id, rkey);
  }

  @Override
  public void free(MemoryWindow window) throws UpperTesterException {
    upper.takeTime();
    adapter.memory().windows().free(find(window));
  }

  private Window find(MemoryWindow window) throws UpperTesterException {
    return found("window", window.id(), adapter.memory().windows().withId(window.id()));
  }

  @Override
  public void modify(Qp qp, State state) throws UpperTesterException {
    upper.takeTime();
    boolean isDone =
        switch (qp) {
          case RcQp rc -> upper.find(rc).modify(state);
          case UcQp uc -> upper.find(uc).modify(state);
          case UdQp ud -> upper.find(ud).modify(state);
        };
    if (!isDone) {
      throw UpperTesterException.refused(EINVAL, "modify: to " + state);
    }
  }

  @Override
  public SharedReceives openShared(int depth) throws UpperTesterException {
    serves(SimParameter.SHARED_RECEIVES);
    shared.put(++opened, ReceiveQueue.shared(adapter.seams().windows, depth));
    return new SharedReceives(opened);
  }

  @Override
  public RcQp open(RcSettings settings, SharedReceives receives) throws UpperTesterException {
    return upper.open(settings, find(receives));
  }

  @Override
  public void postReceive(SharedReceives receives, long id, Buffer into)
      throws UpperTesterException {
    upper.takeTime();
    ReceiveQueue queue = find(receives);
    if (queue.size() >= queue.depth()) {
      throw UpperTesterException.refused(ENOMEM, "post receive: the queue is full");
    }
    queue.post(new PostedReceive(id, into));
  }

  @Override
  public void setLimit(SharedReceives receives, int limit) throws UpperTesterException {
    upper.takeTime();
    find(receives).setLimit(limit);
  }

  @Override
  public int limitEvents(SharedReceives receives) throws UpperTesterException {
    upper.takeTime();
    return find(receives).takeEvents();
  }

  @Override
  public void close(SharedReceives receives) throws UpperTesterException {
    upper.takeTime();
    find(receives);
    shared.remove(receives.id());
  }

  private ReceiveQueue find(SharedReceives receives) throws UpperTesterException {
    return found("shared receive queue", receives.id(), shared.get(receives.id()));
  }

  private static <T> T found(String what, int id, @Nullable T found) throws UpperTesterException {
    if (found == null) {
      throw UpperTesterException.refused(ENOENT, "there is no %s %d".formatted(what, id));
    }
    return found;
  }

  void clear() {
    shared.clear();
  }
}
