package org.ibassay.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.ibassay.audit.BadCaptures.Capture;
import org.ibassay.audit.LegalNetworks.Network;
import org.ibassay.audit.Wire.Frame;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// No findings for legal traffic, in any kind of capture: several connections at a time between
/// conforming hosts, links that lose packets, reused QPs, other services between the same QPs; and
/// captures with duplicate, late or truncated packets.
final class LegalTrafficTest {
  private static final int SEEDS = Integer.getInteger("ibassay.seeds", 7);

  static Stream<Arguments> networks() {
    return LegalNetworks.all();
  }

  static Stream<Arguments> captures() {
    List<Arguments> all = new ArrayList<>();
    for (Arguments network : networks().toList()) {
      for (Arguments capture : BadCaptures.all()) {
        all.add(
            Arguments.of(network.get()[0], network.get()[1], capture.get()[0], capture.get()[1]));
      }
    }
    return all.stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("networks")
  void aWholeCaptureIsClean(String name, Network network) {
    for (int seed = 0; seed < SEEDS; seed++) {
      List<Frame> all = network.apply(new SplittableRandom(seed), 0.0);
      assertThat(Wire.audit(all, true).findings()).as("%s, seed %d", name, seed).isEmpty();
    }
  }

  @ParameterizedTest(name = "{0}, {2}")
  @MethodSource("captures")
  void anyCaptureIsClean(String name, Network network, String how, Capture capture) {
    for (int seed = 0; seed < SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      double loss = random.nextBoolean() ? 0 : 0.05 * random.nextDouble();
      List<Frame> all = capture.apply(random, network.apply(random, loss));
      assertThat(Wire.audit(all, false).findings())
          .as("%s, %s, seed %d", name, how, seed)
          .isEmpty();
    }
  }
}
