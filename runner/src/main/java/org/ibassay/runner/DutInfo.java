package org.ibassay.runner;

import java.util.List;
import org.ibassay.suite.DutKind;
import org.jspecify.annotations.Nullable;

/// The attributes of a DUT.
///
/// @param uri as the user wrote it
/// @param node the node
/// @param link the link to the main tester port, or null if there is none for MADs
/// @param unreached ports that are not cabled to the tester, as ranges; may be empty
/// @param trouble why the DUT could not be identified or must not be tested, or null
/// @param notes notes for the reader of its verdicts: its link, its M_Key, its subnet's manager
public record DutInfo(
    String uri,
    Node node,
    @Nullable Link link,
    String unreached,
    @Nullable Trouble trouble,
    List<String> notes) {

  /// The node.
  ///
  /// @param kind from NodeInfo:NodeType; null if the DUT could not be identified
  /// @param roles further roles: `sm`
  /// @param guid NodeInfo:NodeGUID; 0 if unknown
  /// @param description NodeDescription
  /// @param ports NodeInfo:NumPorts
  public record Node(
      @Nullable DutKind kind, List<String> roles, long guid, String description, int ports) {
    /// Copies the list.
    public Node {
      roles = List.copyOf(roles);
    }

    static Node unidentified(long guid) {
      return new Node(null, List.of(), guid, "", 0);
    }
  }

  /// The link between tester and DUT, as the DUT's port reports it.
  ///
  /// @param hops number of links on the route; 1 for a direct cable, 0 if addressed by LID
  /// @param width e.g. `4X`
  /// @param speed e.g. `HDR`
  /// @param mtu NeighborMTU, in bytes; 0 for an undefined code
  public record Link(int hops, String width, String speed, int mtu) {}

  /// Why a DUT could not be identified, or must not be tested.
  ///
  /// @param verdict `inconclusive` if the DUT is the cause, `error` if the tester is
  /// @param text for the user
  public record Trouble(Verdict verdict, String text) {}

  /// Copies the list.
  public DutInfo {
    notes = List.copyOf(notes);
  }

  /// A DUT without trouble and notes.
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

  /// Returns this DUT with a reason not to test it.
  DutInfo troubled(Verdict verdict, String why) {
    Trouble refusal = new Trouble(verdict, "DUT " + uri + ": " + why);
    return new DutInfo(uri, node, link, unreached, refusal, notes);
  }

  /// A DUT of which at most the node GUID is known.
  static DutInfo unidentified(String uri, long nodeGuid, Verdict verdict, String why) {
    return new DutInfo(
        uri, Node.unidentified(nodeGuid), null, "", new Trouble(verdict, why), List.of());
  }
}
