package org.ibassay.device.sma;

import static org.ibassay.device.variant.SimParameter.EXTERNAL_ABSENT;
import static org.ibassay.device.variant.SimParameter.ILLEGAL_SET;
import static org.ibassay.device.variant.SimParameter.LID_LMC_ALIGNMENT;
import static org.ibassay.device.variant.SimParameter.LIFETIME_ABOVE_19;
import static org.ibassay.device.variant.SimParameter.OTHER_PORT_SET;
import static org.ibassay.device.variant.SimParameter.PORT_NUMBER_HIGH_BITS;
import static org.ibassay.device.variant.SimParameter.RO_FIELD_SET;
import static org.ibassay.wire.attribute.PortInfo.CLIENT_REREGISTER;
import static org.ibassay.wire.attribute.PortInfo.DIAG_CODE;
import static org.ibassay.wire.attribute.PortInfo.HOQ_LIFE;
import static org.ibassay.wire.attribute.PortInfo.IS_CLIENT_REREGISTRATION_SUPPORTED;
import static org.ibassay.wire.attribute.PortInfo.LID;
import static org.ibassay.wire.attribute.PortInfo.LINK_ROUND_TRIP_LATENCY;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_EXT_ACTIVE;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_EXT_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_EXT_SUPPORTED;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_SUPPORTED;
import static org.ibassay.wire.attribute.PortInfo.LINK_WIDTH_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LINK_WIDTH_SUPPORTED;
import static org.ibassay.wire.attribute.PortInfo.LOCAL_PORT_NUM;
import static org.ibassay.wire.attribute.PortInfo.MAX_CREDIT_HINT;
import static org.ibassay.wire.attribute.PortInfo.M_KEY;
import static org.ibassay.wire.attribute.PortInfo.PORT_PHYSICAL_STATE;
import static org.ibassay.wire.attribute.PortInfo.PORT_STATE;
import static org.ibassay.wire.attribute.PortInfo.SM_SUPPORTS_EXTENDED_SPEEDS;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Set;
import org.ibassay.device.fabric.PhysicalState;
import org.ibassay.device.sma.PortInfoChecks.Ruling;
import org.ibassay.device.variant.Variant;
import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.mad.MadStatus;
import org.jspecify.annotations.Nullable;

/// PortInfo (14.2.5.6).
final class PortInfoHandler implements AttributeHandler {
  /// Shown only if requested; OpenSM repeats its request with the bit set if
  /// IsExtendedSpeedsSupported is set.
  private static final List<Field> EXTENDED_SPEEDS =
      List.of(LINK_SPEED_EXT_ACTIVE, LINK_SPEED_EXT_SUPPORTED, LINK_SPEED_EXT_ENABLED);

  private static final Set<Field> MEASURED =
      Set.of(DIAG_CODE, MAX_CREDIT_HINT, LINK_ROUND_TRIP_LATENCY);

  private static final int PORT_NUMBER = 0xFF;
  private static final int ALIGNED = 1; // of the words of a parameter
  private static final int LONGEST = 19; // of HOQLife; all above mean infinite

  private final Ports ports;
  private final PortInfoChecks rules;
  private final PortInfoEffects effects;
  private final Variant variant;

  /// @param variant the end node's response to a Set for a port other than the receiving one, which
  ///   changes nothing in any case, and what external ports of a switch show of port 0
  PortInfoHandler(Ports ports, PortInfoChecks rules, PortInfoEffects effects, Variant variant) {
    this.ports = ports;
    this.rules = rules;
    this.effects = effects;
    this.variant = variant;
  }

  @Override
  public int get(Transaction t) {
    Port port = meant(t);
    if (port == null) {
      t.clearAnswer();
      return MadStatus.INVALID_FIELD;
    }
    show(t, port);
    return MadStatus.OK;
  }

  @Override
  public int set(Transaction t) {
    Port port = meant(t);
    if (port == null) {
      t.clearAnswer();
      return MadStatus.INVALID_FIELD;
    }
    MemorySegment before = MemorySegment.ofArray(port.info().toArray(ValueLayout.JAVA_BYTE));
    boolean isOther = port.role() == PortRole.END && port.number() != t.port();
    int code = isOther ? otherPortCode() : store(t, port);
    PortInfoEffects.Done done = new PortInfoEffects.Done(t, port, before, ports.all(), code);
    effects.stored(done);
    show(t, port);
    if (!isOther && code == MadStatus.OK && echoesReregistration(port)) {
      t.answer(CLIENT_REREGISTER, t.asked(CLIENT_REREGISTER)); // o14-12.2.1, as in Linux's qib
    }
    effects.answered(done);
    return code;
  }

  /// A Set for another port of an end node changes nothing.
  private int otherPortCode() {
    return variant.is(OTHER_PORT_SET) ? MadStatus.INVALID_FIELD : MadStatus.OK;
  }

  /// @return status code of the response
  private int store(Transaction t, Port port) {
    boolean refused = isRefused(t, port) || (variant.is(RO_FIELD_SET) && isReadOnlySet(t, port));
    boolean keepsLegal = !refused || variant.is(ILLEGAL_SET);
    for (Field field : port.role().settable()) {
      Ruling ruling = rules.rule(t, port, field, t.asked(field));
      if (ruling == Ruling.STORE_AND_REFUSE || (ruling == Ruling.STORE && keepsLegal)) {
        store(t, port, field, t.asked(field));
      }
    }
    return refused ? MadStatus.INVALID_FIELD : MadStatus.OK;
  }

  private static boolean echoesReregistration(Port port) {
    return port.role().settable().contains(CLIENT_REREGISTER) && hasReregistration(port);
  }

  /// The port of the AttributeModifier: 0 is the receiving port of an end node, and port 0 of a
  /// switch.
  private @Nullable Port meant(Transaction t) {
    int mask = variant.is(PORT_NUMBER_HIGH_BITS) ? PORT_NUMBER : ~SM_SUPPORTS_EXTENDED_SPEEDS;
    int number = t.modifier() & mask;
    return number == 0 && !ports.areSwitch() ? ports.of(t.port()) : ports.of(number);
  }

  /// An illegal value in one field rejects the whole Set, so that it changes nothing (C14-24.1.1).
  private boolean isRefused(Transaction t, Port port) {
    boolean refused = false;
    for (Field field : port.role().settable()) {
      Ruling ruling = rules.rule(t, port, field, t.asked(field));
      refused |= ruling == Ruling.REFUSE || ruling == Ruling.STORE_AND_REFUSE;
    }
    return refused;
  }

  /// Whether a Set carries another value of a read-only component than a Get shows. Measured ones
  /// may have changed since the requester read them.
  private boolean isReadOnlySet(Transaction t, Port port) {
    show(t, port);
    return PortInfo.LAYOUT.fields().stream()
        .filter(field -> field.access() == Access.RO && !MEASURED.contains(field))
        .anyMatch(field -> t.asked(field) != t.answered(field));
  }

  private void store(Transaction t, Port port, Field field, long value) {
    if (field.equals(PORT_STATE) && value == PortState.DOWN) {
      takeDown(t, port);
    } else if (field.equals(PORT_PHYSICAL_STATE) && value <= PhysicalState.DISABLED.code()) {
      takeDown(t, port);
    } else if (field.equals(LINK_WIDTH_ENABLED) && value == 255) {
      port.put(field, port.value(LINK_WIDTH_SUPPORTED));
    } else if (field.equals(LINK_SPEED_ENABLED) && value == 15) {
      port.put(field, port.value(LINK_SPEED_SUPPORTED));
    } else if (field.equals(LINK_SPEED_EXT_ENABLED) && value == 31) {
      port.put(field, port.value(LINK_SPEED_EXT_SUPPORTED));
    } else if (field.equals(HOQ_LIFE) && value > LONGEST && variant.is(LIFETIME_ABOVE_19)) {
      port.put(field, field.max());
    } else if (field.equals(LID) && variant.number(LID_LMC_ALIGNMENT) == ALIGNED) {
      port.put(field, value & ~ConformingPortInfo.lowBits(t, port));
    } else if (!field.equals(CLIENT_REREGISTER) || !hasReregistration(port)) {
      port.put(field, value);
    }
  }

  /// ClientReregister is a request to the port's software, and is not stored.
  private static boolean hasReregistration(Port port) {
    return port.value(IS_CLIENT_REREGISTRATION_SUPPORTED) == 1;
  }

  /// Takes the link down after the response was sent. Any PortPhysicalState, and PortState Down,
  /// takes the link down; if the Set specifies no physical state, LinkDownDefaultState applies.
  private static void takeDown(Transaction t, Port port) {
    int asked = (int) t.asked(PORT_PHYSICAL_STATE);
    PhysicalState then = asked == 0 ? port.downDefault() : PhysicalState.of(asked);
    t.afterwards(() -> port.takeDown(then));
  }

  private void show(Transaction t, Port port) {
    t.answer(port.info());
    t.answer(LOCAL_PORT_NUM, t.port());
    Port absent = variant.is(EXTERNAL_ABSENT) ? ports.of(0) : null;
    for (Field field : port.role().absent()) {
      t.answer(field, absent == null ? 0 : absent.value(field));
    }
    if (!ports.showsKey(t, port)) {
      t.answer(M_KEY, 0);
    }
    if ((t.modifier() & SM_SUPPORTS_EXTENDED_SPEEDS) == 0) {
      EXTENDED_SPEEDS.forEach(field -> t.answer(field, 0));
    }
  }
}
