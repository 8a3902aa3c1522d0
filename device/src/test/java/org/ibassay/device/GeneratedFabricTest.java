package org.ibassay.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.ibassay.device.SmpClient.Mad;
import org.ibassay.device.shape.FatTreeShape;
import org.ibassay.device.shape.TorusShape;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.topology.FabricTopology;
import org.ibassay.link.topology.NodeType;
import org.ibassay.link.topology.TopologyNode;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Generated fabrics, with changes at some of their nodes.
class GeneratedFabricTest {

  @ParameterizedTest
  @CsvSource({"4,1,4,4,1", "4,2,4,8,6", "4,3,4,16,20", "6,3,2,18,21", "36,2,36,648,54"})
  void aFatTreeIsCabledFully(int ports, int levels, int pods, int hosts, int switches) {
    FatTreeShape shape = new FatTreeShape(ports, levels, pods);
    FabricTopology tree = shape.topology();
    assertThat(shape.hosts()).isEqualTo(hosts);
    assertThat(shape.switches()).isEqualTo(switches);
    assertThat(tree.nodes()).hasSize(hosts + switches);
    assertThat(tree.nodes()).filteredOn(node -> node.kind() == NodeType.CA).hasSize(hosts);
    leadsBack(tree);
    List<TopologyNode> top =
        tree.nodes().stream()
            .filter(node -> node.id().startsWith("switch-" + levels + "-"))
            .toList();
    assertThat(top).allMatch(node -> node.cabled().size() == pods);
    assertThat(tree.nodes())
        .filteredOn(node -> node.kind() == NodeType.SWITCH && !top.contains(node))
        .allMatch(node -> node.cabled().size() == ports);
    TopologyNode first = tree.byId("host-1");
    assertThat(tree.nodes())
        .filteredOn(node -> node.kind() == NodeType.CA)
        .allMatch(node -> tree.route(first, node).orElseThrow().size() <= 2 * levels);
  }

  @ParameterizedTest
  @CsvSource({"3,3,3,1,81,5", "2,2,1,2,4,6", "4,1,1,1,4,4"})
  void aTorusIsCabledFully(int x, int y, int z, int hosts, int cables, int diameter) {
    FabricTopology torus = new TorusShape(List.of(x, y, z), hosts).topology();
    leadsBack(torus);
    int ends =
        torus.nodes().stream()
            .filter(node -> node.kind() == NodeType.SWITCH)
            .mapToInt(node -> node.cabled().size() - hosts)
            .sum();
    assertThat(ends).isEqualTo(2 * cables);
    assertThat(torus.nodes())
        .allMatch(node -> torus.route(torus.byId("host-1"), node).orElseThrow().size() <= diameter);
  }

  private static void leadsBack(FabricTopology topology) {
    for (TopologyNode node : topology.nodes()) {
      node.cabled()
          .forEach((number, port) -> {
            var back = topology.byId(port.peer()).cabled().get(port.peerPort());
            assertThat(Objects.requireNonNull(back).peer()).isEqualTo(node.id());
            assertThat(back.peerPort()).isEqualTo(number);
          });
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "fat-tree=5; an even number of ports",
        "fat-tree=4&pods=5; pods=5: the top level's switches have 4 ports",
        "fat-tree=4&levels=1&pods=2; a tree of one level has none",
        "fat-tree=254&levels=4; a subnet has LIDs for 49151 at most",
        "torus=4x0; torus=4x0: expected XxYxZ",
        "torus=2x2x2x2; torus=2x2x2x2: expected XxYxZ",
        "torus=200x200x200; has 16000000 nodes",
      })
  void impossibleShapesAreRefused(String shape, String complaint) {
    assertThatThrownBy(() -> new SimDriver().parse(DutUri.parse("sim:fabric?" + shape)))
        .hasMessageContaining(complaint);
  }

  @Test
  void oneNodeIsSpecialAndNoOther() {
    String fabric = "sim:fabric?fat-tree=4&at=switch-2-1:vl-cap=1&at=host-3:guid-cap=3&dut=";
    Map<String, Long> vlCaps = new HashMap<>();
    for (String name : List.of("switch-2-1", "switch-2-2", "switch-1-1")) {
      try (SmpClient smps = SmpClient.open(fabric + name)) {
        vlCaps.put(name, smps.ask(SmpClient.get(Attribute.PORT_INFO, 1)).value(PortInfo.VL_CAP));
      }
    }
    assertThat(vlCaps).isEqualTo(Map.of("switch-2-1", 1L, "switch-2-2", 4L, "switch-1-1", 4L));
    try (SmpClient smps = SmpClient.open(fabric + "host-3")) {
      assertThat(smps.ask(SmpClient.get(Attribute.PORT_INFO, 1)).value(PortInfo.GUID_CAP))
          .isEqualTo(3);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "deviation=node.silent, false",
    "hostile=silent,        false",
    "hostile=garbage,       false",
    "hostile=wrong-transaction, false",
    "hostile-after=1&at=host-3:hostile=garbage, true",
    "resp-time-value=3,     true"
  })
  void aHostileNodeIsAsBadAsSaidAndLetsOthersBe(String how, boolean answers) {
    String fabric = "sim:fabric?fat-tree=4&at=host-3:" + how + "&dut=";
    try (SmpClient smps = SmpClient.open(fabric + "host-3")) {
      assertThat(isAnswered(smps)).isEqualTo(answers);
    }
    try (SmpClient smps = SmpClient.open(fabric + "host-4")) {
      assertThat(isAnswered(smps)).isTrue();
    }
  }

  private static boolean isAnswered(SmpClient smps) {
    Mad answer = smps.askIfAny(SmpClient.get(Attribute.NODE_INFO, 0));
    return answer != null && answer.value(NodeInfo.NODE_TYPE) == 1;
  }

  @Test
  void aLossyLinkLosesWhatTheSeedSays() {
    assertThat(lost("&seed=1")).isEqualTo(lost("&seed=1")).isBetween(60, 140);
    assertThat(lost("&seed=2")).isNotEqualTo(lost("&seed=1"));
  }

  private static int lost(String more) {
    int lost = 0;
    try (SmpClient smps =
        SmpClient.open("sim:fabric?fat-tree=4&dut=host-3&at=host-3[1]:loss=0.3" + more)) {
      for (int i = 0; i < 200; i++) {
        lost += isAnswered(smps) ? 0 : 1;
      }
    }
    return lost;
  }

  @Test
  void aLinkThatFlapsGoesDownAndComesUpAgain() {
    int up = 0;
    int down = 0;
    try (SmpClient smps = SmpClient.open("sim:fabric?fat-tree=4&dut=switch-1-1&at=host-2:flap=2")) {
      for (int i = 0; i < 100; i++) {
        Mad port = smps.ask(SmpClient.get(Attribute.PORT_INFO, 2));
        if (port.value(PortInfo.PORT_STATE) == PortState.DOWN) {
          down++;
        } else {
          up++;
        }
        smps.pass(0.25);
      }
    }
    assertThat(up).isGreaterThan(50);
    assertThat(down).isGreaterThan(5);
  }
}
