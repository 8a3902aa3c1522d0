package org.ibassay.suite.coverage;

import java.util.List;

/// A public test page of the InfiniBand Test Specification 1.0.38 and the assertions that it names.
///
/// @param page the class that the page describes, which is also the name of its test here
/// @param section as printed; that of its family if the page prints none
/// @param assertions all ids that the page names, in its list or at a step, spelled as there
public record PublicPage(String page, String section, List<String> assertions) {}
