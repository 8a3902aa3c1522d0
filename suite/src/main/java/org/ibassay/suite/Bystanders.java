package org.ibassay.suite;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.MadStatus;
import org.jspecify.annotations.Nullable;

/// Attributes that a Set of another attribute must not change: those of other ports, and other
/// attributes of the port itself.
public final class Bystanders {
  private final MadExchange mads;
  private final VolatileFields moving;
  private final List<HeldAttribute> all = new ArrayList<>();
  private boolean isAnyUnread;

  /// @param moving fields of these attributes that change without a Set
  public Bystanders(MadExchange mads, VolatileFields moving) {
    this.mads = mads;
    this.moving = moving;
  }

  /// Reads an attribute that is monitored from now on, if the DUT answers the Get.
  public void watch(Attribute attribute, long modifier) throws TestException {
    mads.send(MadPacketSpec.subnGet(attribute).attributeModifier(modifier));
    watch(attribute, modifier, mads.receiveIfAny());
  }

  /// Monitors an attribute from now on.
  ///
  /// @param read the response to a Get of it, if any
  public void watch(Attribute attribute, long modifier, @Nullable MadPacketSpec read) {
    if (read != null && read.status() == MadStatus.OK) {
      HeldAttribute bystander = new HeldAttribute(mads, attribute, modifier, set -> set);
      bystander.keep(read);
      all.add(bystander);
    } else {
      isAnyUnread = true;
    }
  }

  /// Verifies that each attribute is unchanged since it was last read.
  ///
  /// @param step step of the checks
  public boolean verifyUntouched(String step) throws TestException {
    mads.steps().step(step);
    if (all.isEmpty() && isAnyUnread) {
      mads.steps()
          .inconclusive("no response to a Get of an attribute that the Set must not change");
    } else if (all.isEmpty()) {
      mads.steps().notApplicable("the DUT has only one port");
    }
    boolean[] untouched = {true};
    for (HeldAttribute bystander : all) {
      mads.steps()
          .at(
              "Get of " + bystander.attribute().name(),
              bystander.modifier(),
              () -> untouched[0] &= isUntouched(bystander));
    }
    return untouched[0];
  }

  private boolean isUntouched(HeldAttribute bystander) throws TestException {
    MadChecks checks = mads.checks();
    mads.send(bystander.get());
    @Nullable MadPacketSpec read = mads.receiveIfAny();
    if (read == null) {
      mads.steps().inconclusive("no response to a Get of " + bystander.attribute().name());
      return true;
    }
    if (!TestCase.all(
        checks.verifyEcho(read, bystander.get()), checks.verifyStatusCode(read, MadStatus.OK))) {
      return false;
    }
    boolean untouched = true;
    for (Field field : bystander.attribute().layout().fields()) {
      untouched &= moving.verifyKept(checks, read, bystander.held(), field);
    }
    bystander.keep(read);
    return untouched;
  }
}
