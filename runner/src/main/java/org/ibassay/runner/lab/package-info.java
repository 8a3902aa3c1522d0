/// Labs: the devices, their settings, and which of them must not be tested concurrently.
@NullMarked
package org.ibassay.runner.lab;

import org.jspecify.annotations.NullMarked;
