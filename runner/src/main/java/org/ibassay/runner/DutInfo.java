package org.ibassay.runner;

import java.util.List;
import org.ibassay.suite.DutKind;
import org.jspecify.annotations.Nullable;

/// The attributes of a DUT.
///
/// @param uri as the user wrote it
/// @param node what it is
/// @param link the link to the main tester port, or null when there is none for MADs
/// @param unreached ports that no tester port is cabled to, as ranges; empty when there are none
/// @param trouble why the DUT could not be identified or is not to be tested, or null
/// @param notes what a reader of its verdicts should know: its link, its M_Key, who runs its subnet
public record DutInfo(
    String uri,
    Node node,
    @Nullable Link link,
    String unreached,
    @Nullable Trouble trouble,
    List<String> notes) {

  /// The node that it is.
  ///
  /// @param kind from NodeInfo:NodeType; null when the DUT could not be identified
  /// @param roles beside the kind: `sm`
  /// @param guid NodeInfo:NodeGUID; 0 when unknown
  /// @param description NodeDescription
  /// @param ports NodeInfo:NumPorts
  public record Node(
      @Nullable DutKind kind, List<String> roles, long guid, String description, int ports) {
    /// Keeps a copy.
    public Node {
      roles = List.copyOf(roles);
    }

    static Node unidentified(long guid) {
      return new Node(null, List.of(), guid, "", 0);
    }
  }

  /// The link between tester and DUT, as the DUT's port sees it.
  ///
  /// @param hops links on the way; 1 for a cable straight to the DUT, 0 when addressed by LID
  /// @param width e.g. `4X`
  /// @param speed e.g. `HDR`
  /// @param mtu NeighborMTU, in bytes; 0 for a code without a meaning
  public record Link(int hops, String width, String speed, int mtu) {}

  /// Why a DUT could not be identified, or is not to be tested.
  ///
  /// @param verdict `inconclusive` when it is the DUT's doing, `error` when the tester's
  /// @param text for the user
  public record Trouble(Verdict verdict, String text) {}

  /// Keeps a copy.
  public DutInfo {
    notes = List.copyOf(notes);
  }

  /// Without trouble, and without notes.
  public DutInfo(String uri, Node node, @Nullable Link link, String unreached) {
    this(uri, node, link, unreached, null, List.of());
  }

  /// [Node#kind].
  public @Nullable DutKind kind() {
    return node.kind;
  }

  /// [Node#guid].
  public long nodeGuid() {
    return node.guid;
  }

  /// The same DUT, which is not to be tested.
  DutInfo troubled(Verdict verdict, String why) {
    Trouble refusal = new Trouble(verdict, "DUT " + uri + ": " + why);
    return new DutInfo(uri, node, link, unreached, refusal, notes);
  }

  /// A DUT of which nothing is known but perhaps its node GUID.
  static DutInfo unidentified(String uri, long nodeGuid, Verdict verdict, String why) {
    return new DutInfo(
        uri, Node.unidentified(nodeGuid), null, "", new Trouble(verdict, why), List.of());
  }
}
