package org.ibassay.peers;

import static org.junit.jupiter.api.extension.ConditionEvaluationResult.disabled;
import static org.junit.jupiter.api.extension.ConditionEvaluationResult.enabled;

import java.util.List;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/// Decides whether the peers named by [RequiresPeer] are installed.
final class PeerCondition implements ExecutionCondition {
  private final Peers peers;
  private final boolean required;

  PeerCondition() {
    this(Peers.ofThisMachine(), Peers.areRequired());
  }

  PeerCondition(Peers peers, boolean required) {
    this.peers = peers;
    this.required = required;
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return AnnotationSupport.findAnnotation(context.getElement(), RequiresPeer.class)
        .map(needs -> evaluate(List.of(needs.value())))
        .orElseGet(() -> enabled("needs no peer"));
  }

  ConditionEvaluationResult evaluate(List<String> names) {
    List<String> missing = names.stream().filter(name -> peers.find(name).isEmpty()).toList();
    if (missing.isEmpty()) {
      return enabled("found " + String.join(", ", names));
    }
    String reason = "not on this machine: " + String.join(", ", missing);
    if (required) {
      throw new IllegalStateException(reason + "; IBASSAY_INTEROP=required requires every peer");
    }
    return disabled(reason);
  }
}
