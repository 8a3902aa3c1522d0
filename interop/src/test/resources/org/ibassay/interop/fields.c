/*
 * Reads MADs of 256 bytes from standard input and writes for each a line of hexadecimal numbers: a library's values of
 * the expressions listed by CFieldsTest. With OPENSM it uses OpenSM's structures, otherwise libibmad's field table: one
 * program cannot include both headers.
 */
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef OPENSM

#include <iba/ib_types.h>

#define CAPABLE(bit) ((((ib_port_info_t *)p)->capability_mask & (bit)) != 0)
#define DETAILS(trap) (((ib_mad_notice_attr_t *)p)->data_details.ntc_##trap)
#define LOG (((ib_cong_log_t *)l)->log_details)
#define SW_EVENT LOG.log_sw.entry_list[i]
#define CA_EVENT LOG.log_ca.log_event[i]

#else

#include <infiniband/mad.h>

/* A field of up to 64 bits: the library writes the lower four bytes or all eight (of a little-endian machine). */
static uint64_t F(uint8_t *in, int id)
{
	uint64_t value = 0;

	mad_decode_field(in, id, &value);
	return value;
}

/* Whether libibmad prints that name for a bit of CapabilityMask2. */
static int named(uint8_t *port_info, const char *name)
{
	char text[4096] = "";
	uint32_t mask = mad_get_field(port_info, 0, IB_PORT_CAPMASK2_F);

	mad_dump_portcapmask2(text, sizeof text, &mask, sizeof mask);
	for (char *line = strtok(text, "\t\n"); line; line = strtok(NULL, "\t\n"))
		if (strcmp(line, name) == 0)
			return 1;
	return 0;
}

#define CAPABLE2(name) named(p, name)

#endif

#define EACH(count, expression)                                                                                        \
	for (int i = 0; i < (count); i++)                                                                              \
		printf("%" PRIx64 " ", (uint64_t)(expression));

int main(void)
{
	uint8_t m[256];

	while (fread(m, sizeof m, 1, stdin) == 1) {
		uint8_t *p = m + 64;
		uint8_t *l = m + 32;

		(void)p;
		(void)l;
#include "expressions.inc"
		printf("\n");
	}
	return 0;
}
