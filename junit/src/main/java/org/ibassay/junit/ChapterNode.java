package org.ibassay.junit;

import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;

/// The tests of a package on one device; this suite has a package per chapter of the specification.
final class ChapterNode extends AbstractTestDescriptor {
  static final String SEGMENT = "chapter";

  ChapterNode(UniqueId id, String packageName) {
    super(id, name(packageName));
  }

  private static String name(String packageName) {
    String last = packageName.substring(packageName.lastIndexOf('.') + 1);
    return packageName.startsWith("org.ibassay.suite.c")
        ? "chapter " + last.substring(1)
        : packageName;
  }

  @Override
  public Type getType() {
    return Type.CONTAINER;
  }
}
