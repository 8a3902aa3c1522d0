package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.SWITCH;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.PortInfo.CLIENT_REREGISTER;
import static org.ibassay.wire.attribute.PortInfo.GID_PREFIX;
import static org.ibassay.wire.attribute.PortInfo.GUID_CAP;
import static org.ibassay.wire.attribute.PortInfo.HOQ_LIFE;
import static org.ibassay.wire.attribute.PortInfo.INIT_TYPE_REPLY;
import static org.ibassay.wire.attribute.PortInfo.LID;
import static org.ibassay.wire.attribute.PortInfo.LMC;
import static org.ibassay.wire.attribute.PortInfo.LOCAL_PORT_NUM;
import static org.ibassay.wire.attribute.PortInfo.MASTER_SM_LID;
import static org.ibassay.wire.attribute.PortInfo.MASTER_SM_SL;
import static org.ibassay.wire.attribute.PortInfo.MTU_CAP;
import static org.ibassay.wire.attribute.PortInfo.M_KEY;
import static org.ibassay.wire.attribute.PortInfo.M_KEY_LEASE_PERIOD;
import static org.ibassay.wire.attribute.PortInfo.M_KEY_PROTECT_BITS;
import static org.ibassay.wire.attribute.PortInfo.M_KEY_VIOLATIONS;
import static org.ibassay.wire.attribute.PortInfo.NEIGHBOR_MTU;
import static org.ibassay.wire.attribute.PortInfo.Q_KEY_VIOLATIONS;
import static org.ibassay.wire.attribute.PortInfo.SUBNET_TIME_OUT;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import org.ibassay.device.sma.PortInfoChecks.Ruling;
import org.ibassay.device.sma.PortInfoEffects.Done;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;

/// Deviations in PortInfo of a switch's port 0, and in the handling of its Sets.
final class Port0Deviations {
  private static final int NUMBER = 0x7FFF_FFFF;

  private Port0Deviations() {}

  static List<DeviationSpec> all() {
    List<DeviationSpec> all = new ArrayList<>();
    all.addAll(ofStored());
    all.addAll(ofEnhanced());
    all.addAll(ofFixed());
    all.addAll(ofRequests());
    all.addAll(ofReadOnly());
    return all;
  }

  private static List<DeviationSpec> ofStored() {
    return List.of(
        of("lid-not-stored", "does not store LID", taken(done -> PortInfoEdits.keep(done, LID))),
        of(
            "lid-answered-only",
            "answers a Set of LID as if it were stored",
            PortInfoEdits.answered(done -> {
              if (isTaken(done)) {
                PortInfoEdits.keep(done, LID);
              }
            })),
        of("lid-even", "stores LID without its lowest bit", storing(LID, lid -> lid & ~1L)),
        of(
            "lid-is-sm-lid",
            "stores LID in MasterSMLID, too",
            taken(done -> done.port().put(MASTER_SM_LID, done.t().asked(LID)))),
        of("sm-lid-15-bits", "stores 15 bits of MasterSMLID", storing(MASTER_SM_LID, to(0x7FFF))),
        of("sm-sl-3-bits", "stores 3 bits of MasterSMSL", storing(MASTER_SM_SL, to(7))),
        of(
            "prefix-lower-half",
            "stores the lower 32 bits of GidPrefix only",
            storing(GID_PREFIX, to(0xFFFF_FFFFL))),
        of(
            "prefix-reversed",
            "reverses GidPrefix when it changes",
            taken(done -> {
              if (PortInfoEdits.isChanged(done, GID_PREFIX)) {
                done.port().put(GID_PREFIX, Long.reverseBytes(done.t().asked(GID_PREFIX)));
              }
            })),
        of(
            "lease-8-bits",
            "stores 8 bits of M_KeyLeasePeriod",
            storing(M_KEY_LEASE_PERIOD, to(0xFF))),
        of(
            "timeout-refused",
            "rejects SubnetTimeOut above 18",
            PortInfoDeviations.rules((_, port, field, asked, right) ->
                port.number() == 0 && field.equals(SUBNET_TIME_OUT) && asked > 18
                    ? Ruling.REFUSE
                    : right)),
        of(
                "reply-not-stored",
                "does not store InitTypeReply",
                taken(done -> PortInfoEdits.keep(done, INIT_TYPE_REPLY)))
            .on(SimParameter.REINIT, 1),
        of(
            "lid-clears-sm-sl",
            "sets MasterSMSL to 0 when LID changes",
            taken(done -> {
              if (PortInfoEdits.isChanged(done, LID)) {
                done.port().put(MASTER_SM_SL, 0);
              }
            })),
        of(
            "timeout-to-port-1",
            "stores SubnetTimeOut in HOQLife of port 1, too",
            taken(done -> done.all().get(1).put(HOQ_LIFE, done.t().asked(SUBNET_TIME_OUT)))));
  }

  private static List<DeviationSpec> ofEnhanced() {
    return List.of(
        of("lmc-2-bits", "stores 2 bits of LMC", storing(LMC, to(3)))
            .on(SimParameter.ENHANCED_PORT0, 1),
        of(
                "mtu-not-stored",
                "does not store NeighborMTU",
                taken(done -> PortInfoEdits.keep(done, NEIGHBOR_MTU)))
            .on(SimParameter.ENHANCED_PORT0, 1));
  }

  private static List<DeviationSpec> ofFixed() {
    return List.of(
        of("lmc-shown", "shows LMC 1", showing(LMC, 1)),
        of("lmc-stored", "stores LMC", storing(LMC, lmc -> lmc)),
        of("lmc-4-stored", "stores the highest bit of LMC", storing(LMC, to(4))),
        of("lmc-answered", "answers a Set with LMC 1", answering(LMC)),
        of("key-answered", "answers a Set with M_Key 1", answering(M_KEY)),
        of(
            "protect-shown",
            "shows M_KeyProtectBits 1 after a Set",
            Edits.changedBySets(
                PORT_INFO,
                PORT_INFO,
                t -> {
                  if (Edits.isGet(t) && isPort0(t)) {
                    t.answer(M_KEY_PROTECT_BITS, 1);
                  }
                })),
        of(
            "protect-answered",
            "answers a Set with M_KeyProtectBits 1",
            answering(M_KEY_PROTECT_BITS)),
        of("local-port-0", "shows LocalPortNum 0", showing(LOCAL_PORT_NUM, 0)));
  }

  private static List<DeviationSpec> ofRequests() {
    return List.of(
        of(
                "keeps-m-key-violations",
                "does not clear M_KeyViolations",
                taken(done -> PortInfoEdits.keep(done, M_KEY_VIOLATIONS)))
            .on(SimParameter.VIOLATIONS, 3),
        of(
            "q-key-violations-answered",
            "answers a Set with Q_KeyViolations 1",
            answering(Q_KEY_VIOLATIONS)),
        of(
            "keeps-reregister",
            "keeps ClientReregister 1",
            taken(done -> done.port().put(CLIENT_REREGISTER, done.t().asked(CLIENT_REREGISTER)))));
  }

  private static List<DeviationSpec> ofReadOnly() {
    return List.of(
        of("mtu-cap-stored", "stores MTUCap, which is read-only", storing(MTU_CAP, mtu -> mtu)),
        of(
            "guid-cap-echoed",
            "answers a Set with its GUIDCap, which it does not store",
            PortInfoEdits.answered(done -> {
              if (isTaken(done)) {
                done.t().answer(GUID_CAP, done.t().asked(GUID_CAP));
              }
            })),
        of(
            "guid-cap-answered",
            "answers each Set with GUIDCap 1 higher",
            PortInfoEdits.answered(done -> {
              if (isTaken(done)) {
                done.t().answer(GUID_CAP, done.port().value(GUID_CAP) + 1);
              }
            })));
  }

  private static LongUnaryOperator to(long mask) {
    return value -> value & mask;
  }

  private static Consumer<Seams> storing(Field field, LongUnaryOperator wrong) {
    return taken(done -> done.port().put(field, wrong.applyAsLong(done.t().asked(field))));
  }

  private static Consumer<Seams> showing(Field field, long value) {
    return Edits.responses(
        t -> Edits.isOf(PORT_INFO, t) && isPort0(t), t -> t.answer(field, value));
  }

  /// A component is 1 in the response to a Set.
  private static Consumer<Seams> answering(Field field) {
    return Edits.responses(
        t -> Edits.isOf(PORT_INFO, t) && Edits.isSet(t) && isPort0(t), t -> t.answer(field, 1));
  }

  private static Consumer<Seams> taken(Consumer<Done> more) {
    return PortInfoEdits.stored(done -> {
      if (isTaken(done)) {
        more.accept(done);
      }
    });
  }

  private static boolean isTaken(Done done) {
    return done.code() == OK && done.port().number() == 0;
  }

  private static boolean isPort0(Transaction t) {
    return (t.modifier() & NUMBER) == 0;
  }

  private static DeviationSpec of(String name, String summary, Consumer<Seams> effect) {
    return DeviationSpec.of(
        "port0." + name, summary + " (PortInfo of port 0)", Set.of(SWITCH), effect);
  }
}
