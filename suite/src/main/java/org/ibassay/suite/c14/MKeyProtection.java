package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.PORT_INFO;

import java.util.List;
import java.util.Set;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.suite.MadExchange;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;
import org.jspecify.annotations.Nullable;

/// The M_Key that a test gives the port of the DUT that it talks to: how it is installed, how
/// PortInfo is read beside it, how it is taken away.
final class MKeyProtection {
  /// What belongs to it.
  private static final List<Field> SET_UP =
      List.of(
          PortInfo.M_KEY,
          PortInfo.M_KEY_PROTECT_BITS,
          PortInfo.M_KEY_LEASE_PERIOD,
          PortInfo.M_KEY_VIOLATIONS);

  /// What moves without a Set.
  private static final Set<Field> MAY_MOVE =
      Set.of(
          PortInfo.M_KEY_VIOLATIONS,
          PortInfo.P_KEY_VIOLATIONS,
          PortInfo.Q_KEY_VIOLATIONS,
          PortInfo.PORT_STATE,
          PortInfo.PORT_PHYSICAL_STATE);

  private final MadExchange mads;
  private final int retries;
  private final boolean isLossless;
  private final long key;

  /// @param key that the DUT is given: M_KEY_DUT, or 0 for none
  MKeyProtection(MadExchange mads, MadPort port, long key) {
    this.mads = mads;
    this.retries = port.timing().retries();
    this.isLossless = port.isLossless();
    this.key = key;
  }

  /// What belongs to the protection of a port.
  static List<Field> fields() {
    return SET_UP;
  }

  /// Reads PortInfo with the key; where it is the right one, that stops the lease timer.
  MadPacketSpec read() throws TestException {
    mads.send(MadPacketSpec.subnGet(PORT_INFO).mKey(key));
    return mads.receiveOk();
  }

  /// A response is due to what was sent last. Where packets can get lost, it is sent once more
  /// before that is judged.
  ///
  /// @param way that it was sent
  /// @return the response; null, after a failure, where there is none though the DUT answers who
  ///   has the key
  /// @throws TestException where the DUT does not answer at all
  @Nullable MadPacketSpec verifyAnswered(MadPacketSpec request, Route way) throws TestException {
    MadPacketSpec response = mads.receiveIfAny();
    if (response == null) {
      read();
      if (!isLossless) {
        mads.send(request, way);
        response = mads.receiveIfAny();
      }
    }
    return verifyThere(response, request);
  }

  private @Nullable MadPacketSpec verifyThere(
      @Nullable MadPacketSpec response, MadPacketSpec request) {
    mads.steps()
        .checks()
        .verify(
            response == null ? 0 : response.frame(),
            response != null,
            () -> "a response to " + request,
            () -> "none, though the DUT answers who has the M_Key");
    return response;
  }

  /// The read-write components of PortInfo are as they were, but for those that move without a Set.
  ///
  /// @param changed components that are to be different
  boolean verifyUnchanged(MadPacketSpec before, MadPacketSpec after, Field... changed) {
    List<Field> leftOut = List.of(changed);
    boolean unchanged = true;
    for (Field field : PortInfo.LAYOUT.fields()) {
      if (field.access() == Access.RW && !MAY_MOVE.contains(field) && !leftOut.contains(field)) {
        unchanged &= mads.checks().verifyData(after, field, 0, before.data(field));
      }
    }
    return unchanged;
  }

  /// A Set of PortInfo with the key: all as it was read, but for what may not be written back.
  MadPacketSpec setOf(MadPacketSpec portInfo) {
    MadPacketSpec set = MadPacketSpec.subnSet(PORT_INFO).dataOf(portInfo).mKey(key);
    return PortInfoWrites.makeWritable(set);
  }

  /// Sends a Set that may change the key. Such a Set cannot be repeated with the old key once it
  /// was taken: so each try carries the key that the DUT shows then and, in case it hides its key
  /// from who has it, each second one the test's own.
  ///
  /// @param send step at which it is sent
  /// @param receive step at which its answer is received
  /// @return the answer, or null when it was lost but the Set was taken
  @Nullable MadPacketSpec install(MadPacketSpec set, String send, String receive)
      throws TestException {
    for (int tries = 0; tries <= retries; tries++) {
      mads.steps().step(send);
      long shown = read().data(PortInfo.M_KEY);
      mads.sendOnce(set.mKey(shown == 0 && tries % 2 == 1 ? key : shown), mads.toDut());
      mads.steps().step(receive);
      MadPacketSpec response = mads.receiveIfAny();
      if (response != null || isStored(set, read())) {
        return response;
      }
    }
    throw new TestException(
        TestException.Cause.DUT,
        "step %s: no answer to the Set that installs M_Key 0x%016X"
            .formatted(receive, set.data(PortInfo.M_KEY)));
  }

  private static boolean isStored(MadPacketSpec set, MadPacketSpec held) {
    return SET_UP.stream().allMatch(field -> held.data(field) == set.data(field));
  }

  /// Sets M_Key, M_KeyProtectBits and M_KeyViolations to 0.
  void remove() throws TestException {
    MadPacketSpec set = setOf(read());
    set.setData(PortInfo.M_KEY, 0);
    set.setData(PortInfo.M_KEY_PROTECT_BITS, 0);
    set.setData(PortInfo.M_KEY_VIOLATIONS, 0);
    mads.send(set);
    mads.receive();
  }
}
