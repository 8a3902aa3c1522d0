/*
 * Accepts connections by RDMA CM, as any server does, as long as the guest runs: cm-server PORT
 *
 * It waits for a device, accepts all connection requests, posts nothing, and destroys each connection when it ends.
 * Stock servers exit when a connection is rejected or lost, which happens in most tests of communication management.
 */
#include <rdma/rdma_cma.h>

#include <arpa/inet.h>
#include <infiniband/verbs.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { DEPTH = 16, BACKLOG = 64, RNR_RETRIES = 7, POLL_MICROS = 100000 };

static void fail(const char *what)
{
	perror(what);
	exit(1);
}

static void accept_connection(struct rdma_cm_event *event)
{
	struct ibv_qp_init_attr attributes = {
		.cap = { .max_send_wr = DEPTH, .max_recv_wr = DEPTH, .max_send_sge = 1, .max_recv_sge = 1 },
		.qp_type = IBV_QPT_RC,
	};
	struct rdma_conn_param parameters = {
		.responder_resources = event->param.conn.responder_resources,
		.initiator_depth = event->param.conn.initiator_depth,
		.rnr_retry_count = RNR_RETRIES,
	};
	if (rdma_create_qp(event->id, NULL, &attributes) || rdma_accept(event->id, &parameters)) {
		perror("cm-server: accept");
		rdma_reject(event->id, NULL, 0);
	}
}

/* An event must be acknowledged before its connection can be destroyed. */
static struct rdma_cm_id *ended(struct rdma_cm_event *event)
{
	switch (event->event) {
	case RDMA_CM_EVENT_CONNECT_REQUEST:
		accept_connection(event);
		return NULL;
	case RDMA_CM_EVENT_DISCONNECTED:
		rdma_disconnect(event->id);
		return event->id;
	case RDMA_CM_EVENT_REJECTED:
	case RDMA_CM_EVENT_UNREACHABLE:
	case RDMA_CM_EVENT_CONNECT_ERROR:
		return event->id;
	default:
		return NULL;
	}
}

/* librdmacm finds no device of a statically linked provider until verbs have listed the devices. */
static int devices(void)
{
	int count = 0;
	struct ibv_device **list = ibv_get_device_list(&count);

	if (list)
		ibv_free_device_list(list);
	return count;
}

int main(int count, char **arguments)
{
	struct sockaddr_in6 any = { .sin6_family = AF_INET6, .sin6_addr = in6addr_any };
	struct rdma_event_channel *channel;
	struct rdma_cm_id *listening;
	struct rdma_cm_event *event;

	if (count != 2) {
		fprintf(stderr, "usage: cm-server PORT\n");
		return 2;
	}
	while (!devices())
		usleep(POLL_MICROS);
	channel = rdma_create_event_channel();
	any.sin6_port = htons((uint16_t)atoi(arguments[1]));
	if (!channel || rdma_create_id(channel, &listening, NULL, RDMA_PS_TCP))
		fail("cm-server: create");
	if (rdma_bind_addr(listening, (struct sockaddr *)&any) || rdma_listen(listening, BACKLOG))
		fail("cm-server: listen");
	printf("cm-server listens at %s\n", arguments[1]);
	fflush(stdout);
	while (!rdma_get_cm_event(channel, &event)) {
		struct rdma_cm_id *id = ended(event);
		rdma_ack_cm_event(event);
		if (id) {
			if (id->qp)
				rdma_destroy_qp(id);
			rdma_destroy_id(id);
		}
	}
	fail("cm-server: events");
}
