package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.deviation;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.ibassay.device.sm.EndPort;
import org.ibassay.device.sm.SmRules;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.MulticastForwardingTable;

/// Deviations in the switch ports to which a subnet manager lets multicast groups be forwarded.
final class ForwardingDeviations {
  private static final Field MASK = MulticastForwardingTable.PORT_MASK;

  /// The port of a simulated switch to the tester, and that to the DUT.
  private static final int TO_TESTER = 1 << 1;

  private static final int BESIDE = 1 << 2;
  private static final int TO_DUT = 1 << 3;

  private ForwardingDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(
            members("not-set", "sets no multicast forwarding table", _ -> List.of()),
            members(
                "first-member-only",
                "forwards the packets of a group to its first member only",
                all -> all.stream().limit(1).toList()),
            mask("port-to-tester-lost", "leaves out the tester", mask -> mask & ~TO_TESTER),
            mask("port-to-dut-lost", "leaves out the DUT", mask -> mask & ~TO_DUT),
            mask("ports-one-up", "sets the bit of the port after each", mask -> mask << 1),
            mask(
                "bits-reversed",
                "counts ports from the most significant bit",
                mask -> Integer.reverse((int) mask) >>> 16),
            deviation(
                "forwarding.entry-next",
                "sets the entry after the group's",
                seams ->
                    seams.management.deviate(rules -> tables(rules, ForwardingDeviations::next))),
            mask(
                    "both-cables",
                    "sends the packets of a group by both cables between two switches",
                    mask -> mask == 0 ? 0 : mask | BESIDE)
                .on(SimParameter.SWITCHES, 2))
        .map(spec ->
            spec.given().containsKey(SimParameter.SWITCHES)
                ? spec
                : spec.on(SimParameter.SWITCHES, 1))
        .toList();
  }

  /// Edits a MulticastForwardingTable.
  private interface TableEdit {
    void accept(MemorySegment table);
  }

  /// Maps a PortMask to another.
  private interface MaskEdit {
    long of(long mask);
  }

  private static DeviationSpec mask(String name, String summary, MaskEdit edit) {
    return deviation(
        "forwarding." + name,
        summary,
        seams ->
            seams.management.deviate(rules ->
                tables(
                    rules,
                    table -> {
                      for (int i = 0; i < MASK.count(); i++) {
                        MASK.set(table, 0, i, edit.of(MASK.get(table, 0, i)) & MASK.max());
                      }
                    })));
  }

  private static void next(MemorySegment table) {
    for (int i = MASK.count() - 1; i > 0; i--) {
      MASK.set(table, 0, i, MASK.get(table, 0, i - 1));
    }
    MASK.set(table, 0, 0, 0);
  }

  private static SmRules tables(SmRules rules, TableEdit edit) {
    return new Overlay(rules) {
      @Override
      public void table(Attribute table, int modifier, MemorySegment data) {
        super.table(table, modifier, data);
        if (table.equals(Attribute.MULTICAST_FORWARDING_TABLE)) {
          edit.accept(data);
        }
      }
    };
  }

  private static DeviationSpec members(
      String name, String summary, UnaryOperator<List<EndPort>> edit) {
    return deviation(
        "forwarding." + name,
        summary,
        seams ->
            seams.management.deviate(rules ->
                new Overlay(rules) {
                  @Override
                  public List<EndPort> members(List<EndPort> members) {
                    return edit.apply(super.members(members));
                  }
                }));
  }

  /// The conforming rules, of which deviations override some methods.
  private static class Overlay implements SmRules {
    private final SmRules rules;

    Overlay(SmRules rules) {
      this.rules = rules;
    }

    @Override
    public void edit(boolean own, MemorySegment portInfo) {
      rules.edit(own, portInfo);
    }

    @Override
    public void table(Attribute table, int modifier, MemorySegment data) {
      rules.table(table, modifier, data);
    }

    @Override
    public List<EndPort> members(List<EndPort> members) {
      return rules.members(members);
    }
  }
}
