package org.ibassay.runner;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.ibassay.link.LinkException;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.upper.DeviceAttributes;
import org.ibassay.link.upper.UpperTesterException;
import org.ibassay.runner.state.Smps;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.jspecify.annotations.Nullable;

/// Reads from a device what can be claimed. Each attribute is read once, when it is first needed.
public final class ClaimAnswers {
  private final Dut dut;
  private final Map<Attribute, Smps.@Nullable Answer> read = new HashMap<>();
  private @Nullable DeviceAttributes device;
  private boolean isAgentAsked;

  /// @param dut an open device
  public ClaimAnswers(Dut dut) {
    this.dut = dut;
  }

  /// Returns the device's value; empty if it cannot be read or the device does not respond.
  public OptionalLong value(Claim claim) throws LinkException, InterruptedException {
    return switch (claim.source()) {
      case NODE_INFO -> field(claim, Attribute.NODE_INFO);
      case SWITCH_INFO -> field(claim, Attribute.SWITCH_INFO);
      case CAPABILITY_MASK, PORT_INFO -> field(claim, Attribute.PORT_INFO);
      case CAPABILITY_MASK2 -> {
        Smps.Answer portInfo = answer(Attribute.PORT_INFO);
        boolean isReserved =
            portInfo != null && portInfo.get(PortInfo.IS_CAPABILITY_MASK2_SUPPORTED) == 0;
        yield isReserved ? OptionalLong.of(0) : field(claim, Attribute.PORT_INFO);
      }
      case AGENT -> agent(claim);
    };
  }

  private OptionalLong field(Claim claim, Attribute attribute)
      throws LinkException, InterruptedException {
    Field field = claim.field();
    Smps.Answer answer = answer(attribute);
    return answer == null || field == null
        ? OptionalLong.empty()
        : OptionalLong.of(answer.get(field));
  }

  private Smps.@Nullable Answer answer(Attribute attribute)
      throws LinkException, InterruptedException {
    if (dut.madPorts().isEmpty()) {
      return null;
    }
    if (!read.containsKey(attribute)) {
      Smps smps = new Smps(dut.madPorts().getFirst(), "whether claims are true");
      Smps.Answer answer = smps.get(attribute, 0, 0);
      read.put(attribute, answer != null && answer.isOk() ? answer : null);
    }
    return read.get(attribute);
  }

  private OptionalLong agent(Claim claim) throws LinkException, InterruptedException {
    if (!isAgentAsked && dut.upperTester().isPresent()) {
      isAgentAsked = true;
      try {
        device = dut.upperTester().get().attributes();
      } catch (UpperTesterException e) {
        device = null;
      }
    }
    DeviceAttributes attributes = device;
    return attributes == null || claim.reported() == null
        ? OptionalLong.empty()
        : OptionalLong.of(claim.reported().applyAsLong(attributes));
  }
}
