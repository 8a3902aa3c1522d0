package org.ibassay.junit;

import org.ibassay.runner.UsageException;
import org.junit.platform.commons.JUnitException;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.EngineDescriptor;
import org.junit.platform.engine.support.discovery.EngineDiscoveryRequestResolver;

/// Runs classes with `@Td` on the JUnit Platform, like "ibassay run". For configuration parameters
/// see [RunSettings].
///
/// The tree is device under test, chapter, test, procedure. A test that
/// - passes is successful;
/// - fails has failed, with every failed assertion, step, and expected and received value;
/// - is inconclusive or in error has failed, too: aborted tests leave a build green, but an
///   undecided test must never look like a pass. The same holds if the device was not restored;
/// - does not apply is aborted, with the reason. If no test of a device passed and none failed, the
///   device itself fails.
///
/// Each test reports its verdict and counts as an entry, each device its capture as a file.
public final class IbassayEngine implements TestEngine {
  /// The id used in unique ids, and by Gradle and Surefire to select engines.
  public static final String ID = "ibassay";

  /// For `ServiceLoader`.
  public IbassayEngine() {}

  @Override
  public String getId() {
    return ID;
  }

  @Override
  public TestDescriptor discover(EngineDiscoveryRequest request, UniqueId uniqueId) {
    RunSettings settings = settings(request);
    EngineDescriptor root = new SettledEngine(uniqueId, settings);
    EngineDiscoveryRequestResolver.<EngineDescriptor>builder()
        .addClassContainerSelectorResolver(TdResolver::isTest)
        .addSelectorResolver(context -> new TdResolver(settings, context.getClassNameFilter()))
        .build()
        .resolve(request, root);
    return root;
  }

  @Override
  public void execute(ExecutionRequest request) {
    SettledEngine root = (SettledEngine) request.getRootTestDescriptor();
    EngineExecutionListener listener = request.getEngineExecutionListener();
    listener.executionStarted(root);
    for (TestDescriptor dut : root.getChildren()) {
      new DutExecution((DutNode) dut, root.settings, request).execute();
    }
    listener.executionFinished(root, TestExecutionResult.successful());
  }

  private static RunSettings settings(EngineDiscoveryRequest request) {
    try {
      return RunSettings.of(request.getConfigurationParameters());
    } catch (UsageException e) {
      throw new JUnitException(String.valueOf(e.getMessage()), e);
    }
  }

  /// The root of the tree.
  private static final class SettledEngine extends EngineDescriptor {
    private final RunSettings settings;

    SettledEngine(UniqueId id, RunSettings settings) {
      super(id, ID);
      this.settings = settings;
    }
  }
}
