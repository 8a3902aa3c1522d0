package org.ibassay.link.umad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.ibassay.link.LinkException;
import org.junit.jupiter.api.Test;

/// Messages about ports that cannot be used.
class UmadPortTest {
  private static UmadPort port(int state, int physicalState, String linkLayer) {
    return new UmadPort("mlx5_0", 1, 0, 0, state, physicalState, 100, 0x1234, linkLayer);
  }

  @Test
  void portThatIsUpPasses() {
    assertThatCode(() -> port(2, 5, "InfiniBand").check()).doesNotThrowAnyException();
    assertThatCode(() -> port(4, 5, "InfiniBand").check()).doesNotThrowAnyException();
  }

  @Test
  void portThatIsDownIsNamed() {
    assertThatThrownBy(() -> port(1, 2, "InfiniBand").check())
        .isInstanceOf(LinkException.class)
        .hasMessageStartingWith("port mlx5_0/1 is down (PortPhysicalState 2)");
  }

  @Test
  void ethernetHasNoManagementDatagrams() {
    assertThatThrownBy(() -> port(4, 5, "Ethernet").check())
        .isInstanceOf(LinkException.class)
        .hasMessage("port mlx5_0/1 has no management datagrams: its link layer is Ethernet");
  }

  @Test
  void deviceFileThatMayNotBeOpenedIsNamed() {
    assertThat(port(4, 5, "InfiniBand").notOpened(13, "/dev/infiniband/umad0"))
        .hasMessage(
            "port mlx5_0/1: cannot open /dev/infiniband/umad0: "
                + Libibumad.errorText(13)
                + "; run as root, or give your user read and write access to it");
    assertThat(port(4, 5, "InfiniBand").notOpened(2, "/dev/infiniband/umad0"))
        .hasMessage("port mlx5_0/1: cannot open /dev/infiniband/umad0: " + Libibumad.errorText(2));
  }

  @Test
  void moduleThatIsNotLoadedIsNamed() {
    assertThat(port(4, 5, "InfiniBand").notOpened(2, ""))
        .hasMessage("port mlx5_0/1 has no umad device: load the kernel module ib_umad");
  }

  @Test
  void libraryThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> Libibumad.require("libibumad-of-nowhere.so.3"))
        .isInstanceOf(LinkException.class)
        .hasMessageStartingWith("libibumad-of-nowhere.so.3 is not on this machine; install");
  }

  @Test
  void neighborHasAUri() {
    assertThat(port(4, 5, "InfiniBand").neighborUri()).isEqualTo("umad:mlx5_0/1?path=0,1");
  }
}
