package org.ibassay.device.sma;

import java.util.function.UnaryOperator;
import org.ibassay.device.rc.RcSeams;
import org.ibassay.device.sa.SaRules;
import org.ibassay.device.sa.ServiceStore;
import org.ibassay.device.sm.SmRules;
import org.ibassay.device.variant.Variant;
import org.ibassay.wire.attribute.Attribute;

/// Where a node can be made to depart from the specification. Each seam takes the conforming part
/// and hands back what stands in its place; deviations at one seam are laid one over the other.
public final class Seams {
  private final long seed;
  private final RcSeams rc = new RcSeams();
  private UnaryOperator<Variant> variant = UnaryOperator.identity();
  private UnaryOperator<MKeyRules> mKey = UnaryOperator.identity();
  private UnaryOperator<PortInfoChecks> portInfo = UnaryOperator.identity();
  private UnaryOperator<MulticastCells> multicast = UnaryOperator.identity();
  private UnaryOperator<Replies> replies = UnaryOperator.identity();
  private UnaryOperator<SmRules> management = UnaryOperator.identity();
  private UnaryOperator<SaRules> administration = UnaryOperator.identity();
  private UnaryOperator<ServiceStore> services = UnaryOperator.identity();
  private HandlerDeviation handlers = (attribute, handler) -> handler;

  /// Replaces the handler of an attribute.
  @FunctionalInterface
  public interface HandlerDeviation {
    /// @param handler the one so far
    AttributeHandler apply(Attribute attribute, AttributeHandler handler);
  }

  /// A node that conforms.
  ///
  /// @param seed of what a deviation makes up at random
  public Seams(long seed) {
    this.seed = seed;
  }

  /// Of what a deviation makes up at random.
  public long seed() {
    return seed;
  }

  /// What the node is and declares.
  public void variant(UnaryOperator<Variant> deviation) {
    variant = over(variant, deviation);
  }

  /// The M_Key check and the lease.
  public void mKey(UnaryOperator<MKeyRules> deviation) {
    mKey = over(mKey, deviation);
  }

  /// What a Set(PortInfo) may bring.
  public void portInfo(UnaryOperator<PortInfoChecks> deviation) {
    portInfo = over(portInfo, deviation);
  }

  /// The multicast forwarding table.
  public void multicast(UnaryOperator<MulticastCells> deviation) {
    multicast = over(multicast, deviation);
  }

  /// What is round every request: whether it is heard, the response's last form, its time.
  public void replies(UnaryOperator<Replies> deviation) {
    replies = over(replies, deviation);
  }

  /// What a subnet manager sets.
  public void management(UnaryOperator<SmRules> deviation) {
    management = over(management, deviation);
  }

  /// What is round every request to subnet administration.
  public void administration(UnaryOperator<SaRules> deviation) {
    administration = over(administration, deviation);
  }

  /// Where subnet administration keeps registered services.
  public void services(UnaryOperator<ServiceStore> deviation) {
    services = over(services, deviation);
  }

  /// Reliable connections.
  public RcSeams rc() {
    return rc;
  }

  /// An attribute as a whole.
  public void handlers(HandlerDeviation deviation) {
    HandlerDeviation before = handlers;
    handlers = (attribute, handler) -> deviation.apply(attribute, before.apply(attribute, handler));
  }

  Variant of(Variant conforming) {
    return variant.apply(conforming);
  }

  MKeyRules of(MKeyRules conforming) {
    return mKey.apply(conforming);
  }

  PortInfoChecks of(PortInfoChecks conforming) {
    return portInfo.apply(conforming);
  }

  MulticastCells of(MulticastCells conforming) {
    return multicast.apply(conforming);
  }

  Replies of(Replies conforming) {
    return replies.apply(conforming);
  }

  /// The subnet manager's part.
  public SmRules of(SmRules conforming) {
    return management.apply(conforming);
  }

  /// Subnet administration's part.
  public SaRules of(SaRules conforming) {
    return administration.apply(conforming);
  }

  /// The services' part.
  public ServiceStore of(ServiceStore conforming) {
    return services.apply(conforming);
  }

  AttributeHandler of(Attribute attribute, AttributeHandler conforming) {
    return handlers.apply(attribute, conforming);
  }

  private static <T> UnaryOperator<T> over(UnaryOperator<T> before, UnaryOperator<T> deviation) {
    return part -> deviation.apply(before.apply(part));
  }
}
