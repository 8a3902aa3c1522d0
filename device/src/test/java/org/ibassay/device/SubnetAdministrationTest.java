package org.ibassay.device;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.link.sa.SaAnswer;
import org.ibassay.wire.sa.ClassPortInfo;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.PathRecord;
import org.junit.jupiter.api.Test;

class SubnetAdministrationTest {
  @Test
  void givesClassPortInfo() {
    try (SaClient sa = SaClient.open("sim:sm")) {
      SaAnswer answer = sa.ask(SaClient.get(ClassPortInfo.ATTRIBUTE));
      assertThat(answer.status()).isZero();
      MemorySegment info = answer.data();
      assertThat(ClassPortInfo.BASE_VERSION.get(info, 0)).isEqualTo(1);
      assertThat(ClassPortInfo.CLASS_VERSION.get(info, 0)).isEqualTo(2);
    }
  }

  @Test
  void givesThePathToItself() {
    try (SaClient sa = SaClient.open("sim:sm")) {
      Gid tester = sa.tester().gid();
      SaAnswer answer =
          sa.ask(
              SaClient.get(PathRecord.ATTRIBUTE)
                  .with(PathRecord.SGID, tester)
                  .with(PathRecord.DGID, tester)
                  .with(PathRecord.NUMB_PATH, 1));
      assertThat(answer.status()).isZero();
      MemorySegment path = answer.data();
      assertThat(PathRecord.DLID.get(path, 0)).isEqualTo(sa.tester().lid());
      assertThat(PathRecord.SLID.get(path, 0)).isEqualTo(sa.tester().lid());
      assertThat(PathRecord.PACKET_LIFE_TIME.get(path, 0)).isZero();
    }
  }

  @Test
  void givesThePathsFromTheTester() {
    try (SaClient sa = SaClient.open("sim:sm")) {
      List<MemorySegment> paths =
          sa.table(
              SaClient.getTable(PathRecord.ATTRIBUTE)
                  .with(PathRecord.SGID, sa.tester().gid())
                  .with(PathRecord.NUMB_PATH, 1)
                  .with(PathRecord.P_KEY, 0xFFFF),
              PathRecord.ATTRIBUTE);
      assertThat(paths).hasSize(2);
    }
  }

  @Test
  void givesAllPathsInTwoSegments() {
    try (SaClient sa = SaClient.open("sim:sm")) {
      SaAnswer answer = sa.ask(SaClient.getTable(PathRecord.ATTRIBUTE));
      assertThat(requireNonNull(answer.transfer()).segments()).isEqualTo(2);
      assertThat(answer.records(PathRecord.ATTRIBUTE).records()).hasSize(4);
    }
  }
}
