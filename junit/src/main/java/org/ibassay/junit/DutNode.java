package org.ibassay.junit;

import java.util.List;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;

/// A device under test, with chapters and tests as descendants.
final class DutNode extends AbstractTestDescriptor {
  static final String SEGMENT = "dut";

  private final String uri;

  DutNode(UniqueId id, String uri) {
    super(id, uri);
    this.uri = uri;
  }

  String uri() {
    return uri;
  }

  List<TdNode> tests() {
    return getChildren().stream()
        .flatMap(chapter -> chapter.getChildren().stream())
        .map(TdNode.class::cast)
        .toList();
  }

  @Override
  public Type getType() {
    return Type.CONTAINER;
  }
}
