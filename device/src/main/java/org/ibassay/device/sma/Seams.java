package org.ibassay.device.sma;

import java.util.function.UnaryOperator;
import org.ibassay.device.rc.RcSeams;
import org.ibassay.device.sa.SaRules;
import org.ibassay.device.sa.ServiceStore;
import org.ibassay.device.sm.SmRules;
import org.ibassay.device.variant.Variant;
import org.ibassay.wire.attribute.Attribute;

/// Where a node can be made to depart from the specification. Each seam takes the conforming part
/// and hands back what stands in its place; departures at one seam are laid one over the other.
public final class Seams {
  private final long seed;
  private final RcSeams rc = new RcSeams();
  private UnaryOperator<Variant> variant = UnaryOperator.identity();
  private UnaryOperator<MKeyRules> mKey = UnaryOperator.identity();
  private UnaryOperator<PortInfoRules> portInfo = UnaryOperator.identity();
  private UnaryOperator<MulticastCells> multicast = UnaryOperator.identity();
  private UnaryOperator<Replies> replies = UnaryOperator.identity();
  private UnaryOperator<SmRules> management = UnaryOperator.identity();
  private UnaryOperator<SaRules> administration = UnaryOperator.identity();
  private UnaryOperator<ServiceStore> services = UnaryOperator.identity();
  private HandlerDeparture handlers = (attribute, handler) -> handler;

  /// Replaces the handler of an attribute.
  @FunctionalInterface
  public interface HandlerDeparture {
    /// @param handler the one so far
    AttributeHandler apply(Attribute attribute, AttributeHandler handler);
  }

  /// A node that conforms.
  ///
  /// @param seed of what a departure makes up at random
  public Seams(long seed) {
    this.seed = seed;
  }

  /// Of what a departure makes up at random.
  public long seed() {
    return seed;
  }

  /// What the node is and declares.
  public void variant(UnaryOperator<Variant> departure) {
    variant = over(variant, departure);
  }

  /// The M_Key check and the lease.
  public void mKey(UnaryOperator<MKeyRules> departure) {
    mKey = over(mKey, departure);
  }

  /// What a Set(PortInfo) may bring.
  public void portInfo(UnaryOperator<PortInfoRules> departure) {
    portInfo = over(portInfo, departure);
  }

  /// The multicast forwarding table.
  public void multicast(UnaryOperator<MulticastCells> departure) {
    multicast = over(multicast, departure);
  }

  /// What is round every request: whether it is heard, the response's last form, its time.
  public void replies(UnaryOperator<Replies> departure) {
    replies = over(replies, departure);
  }

  /// What a subnet manager sets.
  public void management(UnaryOperator<SmRules> departure) {
    management = over(management, departure);
  }

  /// What is round every request to subnet administration.
  public void administration(UnaryOperator<SaRules> departure) {
    administration = over(administration, departure);
  }

  /// Where subnet administration keeps registered services.
  public void services(UnaryOperator<ServiceStore> departure) {
    services = over(services, departure);
  }

  /// Reliable connections.
  public RcSeams rc() {
    return rc;
  }

  /// An attribute as a whole.
  public void handlers(HandlerDeparture departure) {
    HandlerDeparture before = handlers;
    handlers = (attribute, handler) -> departure.apply(attribute, before.apply(attribute, handler));
  }

  Variant of(Variant conforming) {
    return variant.apply(conforming);
  }

  MKeyRules of(MKeyRules conforming) {
    return mKey.apply(conforming);
  }

  PortInfoRules of(PortInfoRules conforming) {
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

  private static <T> UnaryOperator<T> over(UnaryOperator<T> before, UnaryOperator<T> departure) {
    return part -> departure.apply(before.apply(part));
  }
}
