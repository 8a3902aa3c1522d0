package org.ibassay.junit;

import org.ibassay.suite.Page;
import org.ibassay.suite.TestCase;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;

/// A test on one device.
final class TdNode extends AbstractTestDescriptor {
  static final String SEGMENT = "test";

  private final Class<? extends TestCase> test;
  private final Page page;

  TdNode(UniqueId id, Class<? extends TestCase> test, Page page) {
    super(id, page.id() + " " + page.title(), ClassSource.from(test));
    this.test = test;
    this.page = page;
  }

  Class<? extends TestCase> test() {
    return test;
  }

  Page page() {
    return page;
  }

  @Override
  public String getLegacyReportingName() {
    return page.id();
  }

  @Override
  public Type getType() {
    return Type.TEST;
  }
}
