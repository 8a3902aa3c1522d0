package org.ibassay.suite.audit;

/// What is wrong with a request, so that a responder must not acknowledge it.
enum Fault {
  NOT_FULL(Rule.REFUSED, "a First or Middle that is not full"),
  LAST_EMPTY(Rule.REFUSED, "an empty Last"),
  TOO_LONG(Rule.REFUSED, "more than a path MTU"),
  DMA_LENGTH(Rule.REFUSED, "other than RETH:DMALen bytes"),
  FIRST_MISSING(Rule.REFUSED, "a message without its First"),
  LAST_MISSING(Rule.REFUSED, "a request within another's message"),
  MISALIGNED(Rule.REFUSED, "an atomic at no multiple of 8"),
  OVER_LIMIT(Rule.LENGTH_LIMIT, "more than 2^31 bytes"),
  RESERVED(Rule.RESERVED_OP_CODE, "a reserved OpCode"),
  /// ICRC, TVer, a service that the connection does not have.
  INVALID_HEADER(Rule.DROPPED, "a packet that is to be dropped");

  final Rule rule;
  final String text;

  Fault(Rule rule, String text) {
    this.rule = rule;
    this.text = text;
  }
}
