package org.ibassay.device.rc;

import org.ibassay.link.upper.Buffer;

/// A posted receive.
record PostedReceive(long id, Buffer into) {}
