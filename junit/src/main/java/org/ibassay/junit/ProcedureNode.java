package org.ibassay.junit;

import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.MethodSource;

/// The procedure of a test, whose outcome is that of the test. Surefire counts only tests within a
/// class.
final class ProcedureNode extends AbstractTestDescriptor {
  static final String SEGMENT = "procedure";

  /// The method of each test that runs it.
  static final String METHOD = "execute";

  ProcedureNode(UniqueId test, String className, String title) {
    super(test.append(SEGMENT, METHOD), title, source(className));
  }

  private static TestSource source(String className) {
    return MethodSource.from(className, METHOD);
  }

  @Override
  public Type getType() {
    return Type.TEST;
  }
}
