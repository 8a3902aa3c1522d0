/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The ibassay authors */

/*
 * A target for libFuzzer: the agent with simulated verbs, which are fast and sometimes fail. An input is a
 * tester's data; it arrives in pieces. agent/fuzz builds and runs this. With REPLAY defined, it is a program that
 * reads one input from its standard input and writes the answers; allocations then succeed as requested.
 *
 * Verbs are simulated just enough for each command to be executed completely: what an adapter does with a work
 * request does not concern the agent.
 */

#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>

/* Zeroing more memory would only take time. */
static int fuzzed_memalign(void **memory, size_t alignment, size_t bytes) {
#ifndef REPLAY
    if (bytes > 1 << 16)
        return ENOMEM;
#endif
    return posix_memalign(memory, alignment, bytes);
}

#define main agent_main
#define read fuzzed_read
#define write fuzzed_write
#define poll fuzzed_poll
#define posix_memalign fuzzed_memalign
#define fcntl fuzzed_fcntl
#include "ibassay-agent.c"
#undef main

/* --- the tester */

static const unsigned char *input;
static size_t left;
static size_t pieces;

ssize_t fuzzed_read(int fd, void *to, size_t most) {
    /* Sizes of pieces that end within lines, and single bytes. */
    static const size_t sizes[] = {4096, 1, 7, 61, 16384, 3};
    size_t count = sizes[pieces++ % (sizeof(sizes) / sizeof(*sizes))];

    (void)fd;
    if (count > most)
        count = most;
    if (count > left)
        count = left;
    memcpy(to, input, count);
    input += count;
    left -= count;
    return (ssize_t)count;
}

ssize_t fuzzed_write(int fd, const void *bytes, size_t count) {
    const char *answer = bytes;

    (void)fd;
    /* One line of printable ASCII, whatever the request. */
    if (!count || answer[count - 1] != '\n' || count > LINE_BYTES)
        abort();
    for (size_t i = 0; i + 1 < count; i++)
        if (answer[i] < ' ' || answer[i] > '~')
            abort();
#ifdef REPLAY
    fwrite(bytes, 1, count, stdout);
#endif
    return (ssize_t)count;
}

int fuzzed_poll(struct pollfd *fds, nfds_t count, int timeout) {
    (void)count;
    (void)timeout;
    fds[0].revents = POLLIN;
    fds[1].revents = fds[2].revents = 0;
    return 1;
}

int fuzzed_fcntl(int fd, int command, ...) {
    (void)fd;
    (void)command;
    return 0;
}

/* --- verbs */

static unsigned int calls;
static uint32_t next_qpn;

/* Every 24th call fails; in a replay none. */
static bool is_refused(void) {
#ifdef REPLAY
    return false;
#endif
    if (++calls % 24)
        return false;
    errno = ENOMEM;
    return true;
}

static int any_receive(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad) {
    (void)qp;
    *bad = wr;
    return is_refused() ? ENOMEM : 0;
}

static int any_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad) {
    (void)qp;
    *bad = wr;
    return is_refused() ? ENOMEM : 0;
}

static int any_completions(struct ibv_cq *cq, int most, struct ibv_wc *wc) {
    (void)cq;
    if (is_refused())
        return -1;
    memset(wc, 0xff, (size_t)most * sizeof(*wc));
    for (int i = 0; i < most; i++)
        wc[i].status = (enum ibv_wc_status)((calls + (unsigned int)i) % (IBV_WC_GENERAL_ERR + 4));
    return most;
}

static int any_notification(struct ibv_cq *cq, int solicited_only) {
    (void)cq;
    (void)solicited_only;
    return is_refused() ? ENOMEM : 0;
}

static struct ibv_mw *any_window(struct ibv_pd *pd, enum ibv_mw_type type) {
    struct ibv_mw *made = is_refused() ? NULL : calloc(1, sizeof(*made));

    if (made) {
        made->context = pd->context;
        made->type = type;
    }
    return made;
}

static int no_window(struct ibv_mw *mw) {
    free(mw);
    return 0;
}

static int any_bind(struct ibv_qp *qp, struct ibv_mw *mw, struct ibv_mw_bind *bind) {
    (void)qp;
    (void)bind;
    mw->rkey++;
    return is_refused() ? EINVAL : 0;
}

static int any_shared_receive(struct ibv_srq *srq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad) {
    (void)srq;
    *bad = wr;
    return is_refused() ? ENOMEM : 0;
}

static struct ibv_device fake_device = {.name = "fuzz0"};
static struct ibv_device *fake_list[] = {&fake_device, NULL};
static struct ibv_context fake_context = {
    .device = &fake_device,
    .ops = {.post_recv = any_receive,
            .post_send = any_send,
            .poll_cq = any_completions,
            .req_notify_cq = any_notification,
            .alloc_mw = any_window,
            .dealloc_mw = no_window,
            .bind_mw = any_bind,
            .post_srq_recv = any_shared_receive}};

struct ibv_device **ibv_get_device_list(int *count) {
    *count = 1;
    return is_refused() ? NULL : fake_list;
}
void ibv_free_device_list(struct ibv_device **list) { (void)list; }
const char *ibv_get_device_name(struct ibv_device *which) { return which->name; }
struct ibv_context *ibv_open_device(struct ibv_device *which) {
    (void)which;
    return is_refused() ? NULL : &fake_context;
}
int ibv_close_device(struct ibv_context *context) {
    (void)context;
    return 0;
}

int ibv_query_device(struct ibv_context *context, struct ibv_device_attr *attr) {
    (void)context;
    memset(attr, 0, sizeof(*attr));
    memset(attr->fw_ver, 0x80 + (int)(calls & 0x7f), sizeof(attr->fw_ver) - 1);
    return is_refused() ? EIO : 0;
}

#undef ibv_query_port
int ibv_query_port(struct ibv_context *context, uint8_t port, struct _compat_ibv_port_attr *compat) {
    struct ibv_port_attr attr = {.state = IBV_PORT_ACTIVE,
                                 .max_mtu = IBV_MTU_4096,
                                 .active_mtu = IBV_MTU_1024,
                                 .gid_tbl_len = 300};

    (void)context;
    (void)port;
    memcpy(compat, &attr, offsetof(struct ibv_port_attr, port_cap_flags2));
    return is_refused() ? EIO : 0;
}

int ibv_query_gid(struct ibv_context *context, uint8_t port, int index, union ibv_gid *gid) {
    (void)context;
    (void)port;
    memset(gid, index, sizeof(*gid));
    if (!is_refused())
        return 0;
    errno = EIO;
    return -1;
}

int _ibv_query_gid_ex(struct ibv_context *context, uint32_t port, uint32_t index, struct ibv_gid_entry *entry,
                      uint32_t flags, size_t bytes) {
    (void)context;
    (void)port;
    (void)flags;
    memset(entry, (int)index, bytes);
    entry->gid_type = index % 5;
    entry->ndev_ifindex = 0;
    return is_refused() ? EIO : 0;
}

#define MADE(type)                                                                                                   \
    type *made = is_refused() ? NULL : calloc(1, sizeof(type));                                                      \
    if (!made)                                                                                                       \
        return NULL;                                                                                                 \
    made->context = &fake_context

struct ibv_pd *ibv_alloc_pd(struct ibv_context *context) {
    static struct ibv_pd pd = {.context = &fake_context};

    (void)context;
    return is_refused() ? NULL : &pd;
}

#undef ibv_reg_mr
struct ibv_mr *ibv_reg_mr(struct ibv_pd *pd, void *memory, size_t length, int access) {
    MADE(struct ibv_mr);

    (void)pd;
    (void)access;
    made->addr = memory;
    made->length = length;
    return made;
}

struct ibv_mr *ibv_reg_mr_iova2(struct ibv_pd *pd, void *memory, size_t length, uint64_t iova, unsigned int access) {
    (void)iova;
    return ibv_reg_mr(pd, memory, length, (int)access);
}

int ibv_dereg_mr(struct ibv_mr *mr) {
    free(mr);
    return 0;
}

struct ibv_cq *ibv_create_cq(struct ibv_context *context, int depth, void *cookie, struct ibv_comp_channel *channel,
                             int vector) {
    MADE(struct ibv_cq);

    (void)context;
    (void)depth;
    (void)cookie;
    (void)channel;
    (void)vector;
    return made;
}

int ibv_destroy_cq(struct ibv_cq *cq) {
    free(cq);
    return 0;
}

struct ibv_qp *ibv_create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *attr) {
    MADE(struct ibv_qp);

    (void)pd;
    made->qp_type = attr->qp_type;
    made->qp_num = next_qpn++;
    return made;
}

int ibv_destroy_qp(struct ibv_qp *qp) {
    free(qp);
    return 0;
}

int ibv_modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask) {
    (void)qp;
    (void)attr;
    (void)mask;
    return is_refused() ? EINVAL : 0;
}

int ibv_query_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask, struct ibv_qp_init_attr *init) {
    (void)qp;
    (void)mask;
    (void)init;
    memset(attr, 0, sizeof(*attr));
    attr->qp_state = calls % 9;
    attr->path_mtu = IBV_MTU_1024;
    return is_refused() ? EINVAL : 0;
}

struct ibv_comp_channel *ibv_create_comp_channel(struct ibv_context *context) {
    MADE(struct ibv_comp_channel);

    (void)context;
    return made;
}

int ibv_destroy_comp_channel(struct ibv_comp_channel *channel) {
    free(channel);
    return 0;
}

int ibv_get_cq_event(struct ibv_comp_channel *channel, struct ibv_cq **cq, void **cookie) {
    (void)channel;
    (void)cq;
    (void)cookie;
    return ++calls % 3 ? -1 : 0;
}

void ibv_ack_cq_events(struct ibv_cq *cq, unsigned int count) {
    (void)cq;
    (void)count;
}

struct ibv_srq *ibv_create_srq(struct ibv_pd *pd, struct ibv_srq_init_attr *attr) {
    MADE(struct ibv_srq);

    (void)attr;
    made->context = pd->context;
    return made;
}

int ibv_destroy_srq(struct ibv_srq *srq) {
    free(srq);
    return 0;
}

int ibv_modify_srq(struct ibv_srq *srq, struct ibv_srq_attr *attr, int mask) {
    (void)srq;
    (void)attr;
    (void)mask;
    return is_refused() ? EINVAL : 0;
}

int ibv_get_async_event(struct ibv_context *context, struct ibv_async_event *event) {
    (void)context;
    event->event_type = IBV_EVENT_SRQ_LIMIT_REACHED;
    event->element.srq = session.shared[0].srq;
    return ++calls % 3 ? -1 : 0;
}

void ibv_ack_async_event(struct ibv_async_event *event) { (void)event; }

struct ibv_ah *ibv_create_ah(struct ibv_pd *pd, struct ibv_ah_attr *attr) {
    MADE(struct ibv_ah);

    (void)pd;
    (void)attr;
    return made;
}

int ibv_destroy_ah(struct ibv_ah *ah) {
    free(ah);
    return 0;
}

int ibv_attach_mcast(struct ibv_qp *qp, const union ibv_gid *gid, uint16_t lid) {
    (void)qp;
    (void)gid;
    (void)lid;
    return is_refused() ? EINVAL : 0;
}

int ibv_detach_mcast(struct ibv_qp *qp, const union ibv_gid *gid, uint16_t lid) {
    return ibv_attach_mcast(qp, gid, lid);
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t count);

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t count) {
    input = bytes;
    left = count;
    pieces = calls = next_qpn = 0;
    serve(0, 1, -1);
    device.context = NULL;
    device.pd = NULL;
    device.other = NULL;
    return 0;
}

#ifdef REPLAY
int main(void) {
    static unsigned char bytes[1 << 20];

    return LLVMFuzzerTestOneInput(bytes, fread(bytes, 1, sizeof(bytes), stdin));
}
#endif
