package org.ibassay.junit;

import org.ibassay.suite.Page;
import org.ibassay.suite.TestCase;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;

/// A test on one device: a class with one procedure.
final class TdNode extends AbstractTestDescriptor {
  static final String SEGMENT = "test";

  private final Class<? extends TestCase> test;
  private final Page page;

  TdNode(UniqueId id, Class<? extends TestCase> test, Page page) {
    super(id, page.id(), ClassSource.from(test));
    this.test = test;
    this.page = page;
    addChild(new ProcedureNode(id, test.getName(), page.title()));
  }

  /// What is reported as the test.
  TestDescriptor procedure() {
    return getChildren().iterator().next();
  }

  Class<? extends TestCase> test() {
    return test;
  }

  Page page() {
    return page;
  }

  @Override
  public Type getType() {
    return Type.CONTAINER;
  }
}
