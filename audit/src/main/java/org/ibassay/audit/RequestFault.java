package org.ibassay.audit;

/// A fault because of which a responder must not acknowledge a request.
enum RequestFault {
  NOT_FULL(Rule.REFUSED, "a First or Middle that is not full", true),
  LAST_EMPTY(Rule.REFUSED, "an empty Last", false),
  TOO_LONG(Rule.REFUSED, "more than a path MTU", true),
  DMA_LENGTH(Rule.REFUSED, "other than RETH:DMALen bytes", true),
  FIRST_MISSING(Rule.REFUSED, "a message without its First", true),
  LAST_MISSING(Rule.REFUSED, "a request within another's message", true),
  MISALIGNED(Rule.REFUSED, "an atomic at no multiple of 8", false),
  OVER_LIMIT(Rule.LENGTH_LIMIT, "more than 2^31 bytes", false),
  RESERVED(Rule.RESERVED_OP_CODE, "a reserved OpCode", false),
  /// ICRC, TVer, or an OpCode of another service.
  INVALID_HEADER(Rule.DROPPED, "a packet that is to be dropped", false);

  final Rule rule;
  final String text;

  /// Whether it depends on earlier packets.
  final boolean isRelative;

  RequestFault(Rule rule, String text, boolean isRelative) {
    this.rule = rule;
    this.text = text;
    this.isRelative = isRelative;
  }
}
