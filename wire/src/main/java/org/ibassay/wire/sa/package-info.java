/// Subnet administration: headers, attributes with the numbering of their components, requests, and
/// the encodings that records use.
@NullMarked
package org.ibassay.wire.sa;

import org.jspecify.annotations.NullMarked;
