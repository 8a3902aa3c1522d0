/* Prints the responses of ibsim's device at directed route 0,1 to requests that a conforming device
 * rejects: status code, and the values read back. Uses only libibumad and libibmad's field table, so
 * that it shares no code with the suite whose verdicts it confirms.
 *
 * Usage: non-conformances hca|switch
 */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <infiniband/mad.h>
#include <infiniband/umad.h>

enum { GET = 1, SET = 2, PORT_INFO = 0x15, MCAST_TABLE = 0x1b, NODE_INFO = 0x11 };

static int port_id, agent;
static uint8_t umad[64 + 256], *const mad = umad + 64;

/* Sends one SMP; the response's attribute replaces data. Returns the status code, or -1 without a response. */
static int smp(int method, int attribute, uint32_t modifier, uint8_t key, uint8_t data[64])
{
	static uint32_t transaction;
	int length = 256;

	memset(umad, 0, sizeof umad);
	umad_set_addr(umad, 0xffff, 0, 0, 0);
	mad[0] = 1;		/* BaseVersion */
	mad[1] = 0x81;		/* MgmtClass: directed route */
	mad[2] = 1;		/* ClassVersion */
	mad[3] = method;
	mad[7] = 1;		/* HopCount */
	*(uint32_t *)(mad + 12) = htonl(++transaction);
	mad[17] = attribute;
	*(uint32_t *)(mad + 20) = htonl(modifier);
	mad[31] = key;		/* the last byte of M_Key */
	memset(mad + 32, 0xff, 4);	/* DrSLID, DrDLID */
	memcpy(mad + 64, data, 64);
	mad[129] = 1;		/* InitialPath[1] */
	if (umad_send(port_id, agent, umad, 256, 200, 0) < 0)
		return -1;
	if (umad_recv(port_id, umad, &length, 1000) < 0 || umad_status(umad))
		return -1;
	memcpy(data, mad + 64, 64);
	return mad[5] >> 2 & 7;
}

/* Sets PortInfo to its current values, except for one field. */
static void set(int modifier, const char *name, int field, uint32_t value)
{
	uint8_t data[64] = { 0 };
	int code;

	smp(GET, PORT_INFO, modifier, 0, data);
	mad_set_field(data, 0, IB_PORT_STATE_F, 0);
	mad_set_field(data, 0, IB_PORT_PHYS_STATE_F, 0);
	mad_set_field(data, 0, field, value);
	code = smp(SET, PORT_INFO, modifier, 0, data);
	if (code < 0) {
		printf("%s %u: no response\n", name, value);
		return;
	}
	smp(GET, PORT_INFO, modifier, 0, data);
	printf("%s %u: code %d, reads %u\n", name, value, code, mad_get_field(data, 0, field));
}

static void m_key(void)
{
	uint8_t data[64] = { 0 };

	smp(GET, PORT_INFO, 0, 0, data);
	mad_set_field(data, 0, IB_PORT_STATE_F, 0);
	mad_set_field(data, 0, IB_PORT_PHYS_STATE_F, 0);
	mad_set_field64(data, 0, IB_PORT_MKEY_F, 0x77);
	mad_set_field(data, 0, IB_PORT_MKEY_PROT_BITS_F, 2);
	mad_set_field(data, 0, IB_PORT_MKEY_LEASE_F, 2);
	printf("M_Key 0x77, M_KeyProtectBits 2, M_KeyLeasePeriod 2: code %d\n",
	       smp(SET, PORT_INFO, 0, 0, data));
	memset(data, 0, sizeof data);
	printf("Get with another key: code %d", smp(GET, PORT_INFO, 0, 0x66, data));
	printf(", M_Key 0x%llx, M_KeyProtectBits %u, M_KeyLeasePeriod is 2: %s\n",
	       (unsigned long long)mad_get_field64(data, 0, IB_PORT_MKEY_F),
	       mad_get_field(data, 0, IB_PORT_MKEY_PROT_BITS_F),
	       mad_get_field(data, 0, IB_PORT_MKEY_LEASE_F) == 2 ? "yes" : "no");
}

static void hca(void)
{
	m_key();
	set(1, "LID", IB_PORT_LID_F, 0xc000);
	set(1, "LID", IB_PORT_LID_F, 0xfffe);
	set(1, "LID", IB_PORT_LID_F, 5);
	set(1, "LID", IB_PORT_LID_F, 0);
	set(1, "MasterSMLID", IB_PORT_SMLID_F, 0xc000);
	set(1, "MasterSMLID", IB_PORT_SMLID_F, 5);
	set(1, "MasterSMLID", IB_PORT_SMLID_F, 0);
	set(1, "LinkWidthEnabled", IB_PORT_LINK_WIDTH_ENABLED_F, 32);
	set(1, "LinkWidthEnabled", IB_PORT_LINK_WIDTH_ENABLED_F, 254);
	set(1, "PortState", IB_PORT_STATE_F, 4);
	set(1, "PortState", IB_PORT_STATE_F, 15);
	set(1, "PortPhysicalState", IB_PORT_PHYS_STATE_F, 8);
	set(1, "LID", IB_PORT_LID_F, 5);
}

static void multicast(int method, uint32_t modifier, int fill)
{
	uint8_t data[64];
	int code, i, nonzero = 0;

	memset(data, fill, sizeof data);
	code = smp(method, MCAST_TABLE, modifier, 0, data);
	for (i = 0; i < 64; i++)
		nonzero |= data[i];
	printf("%s MulticastForwardingTable 0x%08x: code %d, first entry 0x%02x%02x, %s\n",
	       method == GET ? "Get" : "Set", modifier, code, data[0], data[1],
	       nonzero ? "not all zero" : "all zero");
}

static void a_switch(void)
{
	m_key();
	multicast(SET, 0x00000000, 0xff);	/* ports 0-15 of a switch with 8 */
	multicast(GET, 0x00000000, 0);
	multicast(SET, 0x00000000, 0);
	multicast(SET, 0x10000000, 0xff);	/* ports that do not exist */
	multicast(GET, 0x10000000, 0);
	multicast(SET, 0x00000020, 0xff);	/* beyond the capacity of 1024 */
	multicast(GET, 0x00000020, 0);
}

int main(int count, char **arguments)
{
	if (umad_init() < 0 || (port_id = umad_open_port(NULL, 0)) < 0)
		return 3;
	agent = umad_register(port_id, 0x81, 1, 0, NULL);
	umad_register(port_id, 0x01, 1, 0, NULL);
	if (count > 1 && !strcmp(arguments[1], "switch"))
		a_switch();
	else
		hca();
	return 0;
}
