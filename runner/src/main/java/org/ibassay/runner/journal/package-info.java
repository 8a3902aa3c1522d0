/// State that a test is about to change in a device, written to disk beforehand, so that a later
/// process can put it back.
///
/// A device's journal is a text file, `NODEGUID/journal` in the state folder, one record a line,
/// for nobody but its owner to read:
///
/// ```
/// 8 hex digits, a blank, the record's text
/// ```
///
/// The digits are the CRC-32 (that of zlib and Ethernet) of the text in UTF-8. In a text a
/// backslash is written `\\`, a line feed `\n`, a carriage return `\r`. The records of version 1:
///
/// | record | says |
/// |---|---|
/// | `ibassay-journal 1` | the version of the format |
/// | `process PID since TIME` | which run |
/// | `patience TIMEOUT-NS RETRIES WINDOW` | how that run waits for answers |
/// | `node GUID` | the device |
/// | `dut URI` | how to reach it |
/// | `test ID` | a test is about to begin |
/// | `key M_KEY` | a key that it will set |
/// | `was CHANGE via PORT key M_KEY modifier MODIFIER data 64 BYTES` | an attribute before the
/// test, read through the tester port of that index |
/// | `end` | nothing but that all of the test's records stand before it |
/// | `lost TEXT` | what a test has changed and no Set can put back, in words |
/// | `back` | every test before it is over and has put back what a Set can |
///
/// A test's records are written in one go and flushed before its `initialize()`. While the file
/// says that something was, the journal is open; when it is back, the records go, but for those
/// that say what is lost: they stay until `ibassay restore` has told it or the next run begins. The
/// run holds a lock on the file, so that a journal whose process is dead can be distinguished from
/// one whose process runs.
///
/// A record that is torn or does not match its CRC is left out, and told. A torn last one was not
/// flushed, so its test never began, and nothing is lost. A damaged one elsewhere keeps the journal
/// open for a person to look at. Of two records of the same attribute the first one holds: it is
/// what was there before everything else.
@NullMarked
package org.ibassay.runner.journal;

import org.jspecify.annotations.NullMarked;
