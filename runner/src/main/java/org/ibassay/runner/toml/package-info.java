/// Reads users' TOML files: errors name the line, the key and what was expected.
@NullMarked
package org.ibassay.runner.toml;

import org.jspecify.annotations.NullMarked;
