package org.ibassay.device.sa;

import java.util.List;
import java.util.function.ObjIntConsumer;
import org.ibassay.device.sm.EndPort;

/// The parts of subnet administration other than the handlers of its attributes.
///
/// @param rules how it departs from what the handlers do
/// @param wrongMethods what becomes of methods that it lacks
/// @param requests how requests in segments are received
/// @param services where registered services are kept
/// @param groups what becomes of multicast groups
/// @param hasGroups whether it has any
/// @param forwarding is told of all members of an MLID's groups whenever they change
/// @param reports how subscriptions are kept and events reported
/// @param hasReports whether it has subscriptions
/// @param reportTries how often a Report is sent to who does not answer it
public record SaParts(
    SaRules rules,
    WrongMethods wrongMethods,
    RequestWays requests,
    ServiceStore services,
    GroupRules groups,
    boolean hasGroups,
    ObjIntConsumer<List<EndPort>> forwarding,
    ReportRules reports,
    boolean hasReports,
    int reportTries) {}
