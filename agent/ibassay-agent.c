/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The ibassay authors */

/*
 * The agent on the host of a channel adapter under test: executes a tester's requests by the adapter's verbs.
 * PROTOCOL.md describes the protocol. Build it with rdma-core (32 or newer) and its headers:
 *
 *     cc -O2 -Wall -Wextra -Werror ibassay-agent.c -libverbs -o ibassay-agent
 *
 * With librdmacm, it can also make the host request connections:
 *
 *     cc -O2 -Wall -Wextra -Werror -DWITH_RDMACM ibassay-agent.c -lrdmacm -libverbs -o ibassay-agent
 *
 * One thread, one tester at a time, no state beyond the session. Invalid input is answered with an error, so
 * every limit is checked here, and nothing that a tester sends is trusted.
 */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <infiniband/verbs.h>
#include <inttypes.h>
#include <linux/netlink.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#ifdef WITH_RDMACM
#include <rdma/rdma_cma.h>
#endif
#include <rdma/rdma_netlink.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum {
    VERSION = 6,
    CONNECT_VERSION = 3, /* adds connections that the host requests */
    LIST_VERSION = 4,    /* adds fences, and lists of several pieces */
    EXTENDED_VERSION = 5, /* adds windows, shared receives and states */
    EVENTS_VERSION = 6,   /* adds events and immediate data of connections */
    LINE_BYTES = 16384, /* including the line feed */
    DATA_BYTES = 4096,  /* in one write or read */
    ARGUMENTS = 32,
    QPS = 64,
    REGIONS = 64,
    DEPTH = 1024,
    COMPLETIONS = 64,
    GIDS = 128,
    TOKEN_CHARS = 32,
    HANDLES = 16, /* of a UD QP */
    PIECES = 4,   /* of a work request */
    WINDOWS = 64,
    SHARED = 4,  /* shared receive queues */
    DOMAINS = 2, /* protection domains: QPs are in the first one */
    ALIGNMENT = 4096,
};

static const uint64_t REGION_BYTES = 1ull << 30;

/* Timeout for a tester to send hello, or to read an answer, while it keeps others out. */
#ifndef PATIENCE_SECONDS
#define PATIENCE_SECONDS 10
#endif

/* --- the state of a session */

struct region {
    struct ibv_mr *mr; /* null: free slot */
    unsigned char *memory;
    uint64_t bytes;
};

/* The destination of a QP's datagrams. */
struct handle {
    struct ibv_ah *ah; /* null: free slot */
    struct ibv_ah_attr attr;
};

#ifdef WITH_RDMACM
/* The state of a connection that the host requested. */
enum connection { CONNECTING, ESTABLISHED, REJECTED, UNREACHABLE, DISCONNECTED };
#endif

struct queue_pair {
    struct ibv_qp *qp; /* null: free slot */
    struct ibv_cq *sends;
    struct ibv_cq *receives;
    struct ibv_comp_channel *events; /* of receives; null: none can be requested */
    /* UD only. */
    struct handle handles[HANDLES];
    int interface; /* of its GID, for IP groups */
    int members;   /* a socket that is a member of these groups, plus 1; 0: none */
#ifdef WITH_RDMACM
    /* Only for a connection that the host requested. */
    struct rdma_cm_id *id;
    enum connection connection;
    int reason; /* of the peer's REJ */
#endif
};

struct window {
    struct ibv_mw *mw; /* null: free slot */
};

struct shared {
    struct ibv_srq *srq; /* null: free slot */
    unsigned int events; /* of its limit */
};

static struct {
    bool greeted;
    int version;
#ifdef WITH_RDMACM
    struct rdma_event_channel *connections; /* null: none requested yet */
#endif
    struct region regions[REGIONS];
    struct queue_pair qps[QPS];
    struct window windows[WINDOWS];
    struct shared shared[SHARED];
    uint64_t bytes; /* in all regions */
} session;

static struct {
    const char *wanted; /* null: the first one found */
    int port;
    struct ibv_context *context; /* null: not open yet */
    struct ibv_pd *pd;
    struct ibv_pd *other; /* null: not requested yet */
} device = {.port = 1};

/* --- a request and its answer */

struct argument {
    char *name;
    char *value;
    bool taken;
};

struct request {
    char *command;
    int opcode; /* for a request to a send queue: enum ibv_wr_opcode; for a QP to open: enum ibv_qp_type */
    struct argument arguments[ARGUMENTS];
    int count;
    bool refused;
    bool bye;
    /* Two more for the line feed, and the terminating zero of vsnprintf. */
    char answer[LINE_BYTES + 2];
    size_t length;
};

__attribute__((format(printf, 2, 3))) static void say(struct request *r, const char *format, ...) {
    va_list values;
    size_t room = LINE_BYTES - r->length;
    int written;

    va_start(values, format);
    written = vsnprintf(r->answer + r->length, room, format, values);
    va_end(values);
    if (written > 0)
        r->length += (size_t)written < room ? (size_t)written : room - 1;
}

/* Only the first error is reported: errors that follow from it would only confuse. */
__attribute__((format(printf, 3, 4))) static void refuse(struct request *r, int error, const char *format, ...) {
    char text[512];
    va_list values;

    if (r->refused)
        return;
    va_start(values, format);
    vsnprintf(text, sizeof(text), format, values);
    va_end(values);
    for (char *c = text; *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
    r->refused = true;
    r->length = 0;
    say(r, "no %d %s", error, text);
    if (error)
        say(r, ": %s", strerror(error));
}

static const char *text_of(struct request *r, const char *name) {
    for (int i = 0; i < r->count; i++) {
        if (!strcmp(r->arguments[i].name, name)) {
            r->arguments[i].taken = true;
            return r->arguments[i].value;
        }
    }
    refuse(r, 0, "%s needs %s=...", r->command, name);
    return "";
}

static bool has(const struct request *r, const char *name) {
    for (int i = 0; i < r->count; i++)
        if (!strcmp(r->arguments[i].name, name))
            return true;
    return false;
}

static bool parse_number(const char *text, uint64_t *number) {
    bool hex = text[0] == '0' && text[1] == 'x';
    const char *digits = hex ? text + 2 : text;

    /* strtoull also accepts signs, spaces and a second 0x. */
    if (!*digits || digits[strspn(digits, hex ? "0123456789abcdefABCDEF" : "0123456789")])
        return false;
    errno = 0;
    *number = strtoull(digits, NULL, hex ? 16 : 10);
    return !errno;
}

static uint64_t number_of(struct request *r, const char *name, uint64_t least, uint64_t most) {
    const char *text = text_of(r, name);
    uint64_t number;

    if (r->refused)
        return least;
    if (!parse_number(text, &number) || number < least || number > most) {
        refuse(r, 0, "%s=%.40s: expected a number from %" PRIu64 " to %" PRIu64, name, text, least, most);
        return least;
    }
    return number;
}

/* Whether the whole request is valid. Called before anything is changed. */
static bool is_clear(struct request *r) {
    for (int i = 0; i < r->count; i++)
        if (!r->arguments[i].taken)
            refuse(r, 0, "%s: unknown name %.40s", r->command, r->arguments[i].name);
    return !r->refused;
}

/* Returns the number of bytes read, or -1. */
static int parse_hex(const char *text, unsigned char *bytes, int room) {
    size_t length = strlen(text);

    if (length % 2 || length / 2 > (size_t)room || text[strspn(text, "0123456789abcdefABCDEF")])
        return -1;
    for (size_t i = 0; i < length / 2; i++)
        sscanf(text + 2 * i, "%2hhx", &bytes[i]);
    return (int)(length / 2);
}

static void say_hex(struct request *r, const unsigned char *bytes, size_t count) {
    static const char digits[] = "0123456789abcdef";

    for (size_t i = 0; i < count && r->length + 2 < LINE_BYTES; i++) {
        r->answer[r->length++] = digits[bytes[i] >> 4];
        r->answer[r->length++] = digits[bytes[i] & 15];
    }
}

static int mtu_bytes(enum ibv_mtu mtu) { return 128 << mtu; }

static enum ibv_mtu mtu_of(struct request *r) {
    uint64_t bytes = number_of(r, "mtu", 256, 4096);

    for (enum ibv_mtu mtu = IBV_MTU_256; mtu <= IBV_MTU_4096; mtu++)
        if ((uint64_t)mtu_bytes(mtu) == bytes)
            return mtu;
    refuse(r, 0, "mtu=%" PRIu64 ": expected 256, 512, 1024, 2048 or 4096", bytes);
    return IBV_MTU_256;
}

/* Only in verbs.h since rdma-core 45. */
static const int FLUSH_GLOBAL_ACCESS = 1 << 8;

/* FLUSH and windows are options that older testers do not know. */
static int access_of(struct request *r) {
    static const char letters[] = "lwrafb";
    static const int flags[] = {IBV_ACCESS_LOCAL_WRITE,   IBV_ACCESS_REMOTE_WRITE, IBV_ACCESS_REMOTE_READ,
                                IBV_ACCESS_REMOTE_ATOMIC, FLUSH_GLOBAL_ACCESS,     IBV_ACCESS_MW_BIND};
    int known = session.version < EXTENDED_VERSION ? 4 : 6;
    const char *text = text_of(r, "access");
    int access = 0;

    for (const char *c = text; *c && strcmp(text, "-"); c++)
        if (!memchr(letters, *c, (size_t)known))
            refuse(r, 0, "access=%.40s: expected letters out of %.*s, or -", text, known, letters);
    if (!*text)
        refuse(r, 0, "access=: expected letters out of %.*s, or -", known, letters);
    for (int i = 0; i < known; i++)
        access |= strchr(text, letters[i]) ? flags[i] : 0;
    return access;
}

/* --- the device */

/* Opened when it is first needed: an agent may be started before its device exists. */
static bool open_device(struct request *r) {
    struct ibv_device **list;
    int count = 0;

    if (r->refused)
        return false;
    if (device.context)
        return true;
    list = ibv_get_device_list(&count);
    for (int i = 0; list && i < count && !device.context; i++)
        if (!device.wanted || !strcmp(ibv_get_device_name(list[i]), device.wanted))
            device.context = ibv_open_device(list[i]);
    if (list)
        ibv_free_device_list(list);
    if (!device.context) {
        refuse(r, ENODEV, "cannot open %s: %d RDMA devices on this host",
               device.wanted ? device.wanted : "an RDMA device", count);
        return false;
    }
    device.pd = ibv_alloc_pd(device.context);
    if (!device.pd) {
        refuse(r, errno, "cannot create a protection domain");
        ibv_close_device(device.context);
        device.context = NULL;
        return false;
    }
    return true;
}

static const char *device_name(void) { return device.context ? ibv_get_device_name(device.context->device) : ""; }

static bool is_zero(const union ibv_gid *gid) { return !gid->global.interface_id && !gid->global.subnet_prefix; }

static void say_gids(struct request *r, int entries) {
    static const char *const types[] = {
        [IBV_GID_TYPE_IB] = "ib", [IBV_GID_TYPE_ROCE_V1] = "roce-v1", [IBV_GID_TYPE_ROCE_V2] = "roce-v2"};
    int listed = 0;

    say(r, " gids=");
    for (int i = 0; i < entries && listed < GIDS; i++) {
        struct ibv_gid_entry entry;

        /* An error is an empty entry. */
        if (ibv_query_gid_ex(device.context, device.port, i, &entry, 0) || is_zero(&entry.gid) ||
            entry.gid_type > IBV_GID_TYPE_ROCE_V2)
            continue;
        say(r, "%s%d:", listed++ ? "," : "", i);
        say_hex(r, entry.gid.raw, sizeof(entry.gid.raw));
        say(r, ":%s", types[entry.gid_type]);
    }
}

/* The kernel's values; only in verbs.h since rdma-core 45. */
static const uint64_t ATOMIC_WRITE_CAP = 1ull << 40;
static const uint64_t FLUSH_GLOBAL_CAP = 1ull << 38;

static void do_attributes(struct request *r) {
    struct ibv_device_attr_ex extended = {.comp_mask = 0};
    struct ibv_device_attr of_device;
    struct ibv_port_attr of_port;
    int error;

    if (!is_clear(r) || !open_device(r))
        return;
    error = ibv_query_device(device.context, &of_device);
    if (error) {
        refuse(r, error, "cannot query %s", device_name());
        return;
    }
    error = ibv_query_port(device.context, device.port, &of_port);
    if (error) {
        refuse(r, error, "cannot query port %d of %s", device.port, device_name());
        return;
    }
    say(r, "ok name=%s firmware=", device_name());
    for (const char *c = of_device.fw_ver; *c; c++)
        say(r, "%c", *c > ' ' && *c <= '~' ? *c : '_');
    say(r, " node-guid=0x%016" PRIx64 " vendor=0x%06x part=%u", be64toh(of_device.node_guid),
        of_device.vendor_id & 0xffffff, of_device.vendor_part_id);
    say(r, " atomics=%s",
        of_device.atomic_cap == IBV_ATOMIC_NONE  ? "none"
        : of_device.atomic_cap == IBV_ATOMIC_HCA ? "device"
                                                 : "global");
    say(r, " reads-as-target=%d reads-as-initiator=%d", of_device.max_qp_rd_atom, of_device.max_qp_init_rd_atom);
    say(r, " max-message=%u active-mtu=%d max-mtu=%d", of_port.max_msg_sz, mtu_bytes(of_port.active_mtu),
        mtu_bytes(of_port.max_mtu));
    say(r, " ack-delay=%u active=%d", of_device.local_ca_ack_delay, of_port.state == IBV_PORT_ACTIVE);
    if (ibv_query_device_ex(device.context, NULL, &extended))
        extended.device_cap_flags_ex = 0;
    say(r, " atomic-write=%d flush=%d", !!(extended.device_cap_flags_ex & ATOMIC_WRITE_CAP),
        !!(extended.device_cap_flags_ex & FLUSH_GLOBAL_CAP));
    say(r, " windows=%d shared-receives=%d",
        of_device.max_mw > 0 && of_device.device_cap_flags & (IBV_DEVICE_MEM_WINDOW_TYPE_2A | IBV_DEVICE_MEM_WINDOW_TYPE_2B),
        of_device.max_srq > 0);
    say(r, " byte-order=%s", __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? "big" : "little");
    say_gids(r, of_port.gid_tbl_len);
}

/* --- queue pairs */

static struct queue_pair *qp_of(struct request *r) {
    uint64_t qpn = number_of(r, "qpn", 0, 0xffffff);

    for (int i = 0; i < QPS; i++)
        if (session.qps[i].qp && session.qps[i].qp->qp_num == qpn)
            return &session.qps[i];
    refuse(r, 0, "no QP 0x%" PRIx64 " in this session", qpn);
    return NULL;
}

static void destroy_qp(struct queue_pair *place) {
    if (place->qp)
        ibv_destroy_qp(place->qp);
#ifdef WITH_RDMACM
    if (place->id)
        rdma_destroy_id(place->id);
#endif
    for (int i = 0; i < HANDLES; i++)
        if (place->handles[i].ah)
            ibv_destroy_ah(place->handles[i].ah);
    if (place->members)
        close(place->members - 1);
    if (place->sends)
        ibv_destroy_cq(place->sends);
    if (place->receives)
        ibv_destroy_cq(place->receives);
    if (place->events)
        ibv_destroy_comp_channel(place->events);
    memset(place, 0, sizeof(*place));
}

/* The number of pieces of a work request, limited by the device. */
static uint32_t most_pieces(void) {
    struct ibv_device_attr of_device;

    if (session.version < LIST_VERSION || ibv_query_device(device.context, &of_device) || of_device.max_sge < 1)
        return 1;
    return of_device.max_sge < PIECES ? (uint32_t)of_device.max_sge : PIECES;
}

static bool create_qp(struct request *r, struct queue_pair *place, enum ibv_qp_type type, uint32_t depth,
                      struct ibv_srq *shared) {
    struct ibv_qp_init_attr attr = {.qp_type = type, .sq_sig_all = 1, .srq = shared};
    uint32_t pieces = most_pieces();

    place->sends = ibv_create_cq(device.context, (int)depth, NULL, NULL, 0);
    place->receives = place->sends ? ibv_create_cq(device.context, (int)depth, NULL, place->events, 0) : NULL;
    if (!place->receives) {
        refuse(r, errno, "cannot create completion queues of %u", depth);
        return false;
    }
    attr.send_cq = place->sends;
    attr.recv_cq = place->receives;
    attr.cap = (struct ibv_qp_cap){.max_send_wr = depth, .max_send_sge = pieces};
    if (!shared) {
        attr.cap.max_recv_wr = depth;
        attr.cap.max_recv_sge = pieces;
    }
    place->qp = ibv_create_qp(device.pd, &attr);
    if (!place->qp)
        refuse(r, errno, "cannot create a QP of depth %u", depth);
    return place->qp;
}

static bool modify_qp(struct request *r, struct ibv_qp *qp, struct ibv_qp_attr *attr, enum ibv_qp_state to,
                      const char *name, int mask) {
    int error;

    attr->qp_state = to;
    error = ibv_modify_qp(qp, attr, mask | IBV_QP_STATE);
    if (error)
        refuse(r, error, "cannot move QP 0x%x to %s", qp->qp_num, name);
    return !error;
}

/* Transitions to RTS through INIT and RTR. With RoCE, the host resolves the peer's MAC address during this, and
 * may wait for it. */
static bool connect_qp(struct request *r, struct ibv_qp *qp, struct ibv_qp_attr *attr) {
    bool reliable = qp->qp_type == IBV_QPT_RC;
    int to_rtr = IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN;
    int to_rts = IBV_QP_SQ_PSN;

    if (reliable) {
        to_rtr |= IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
        to_rts |= IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC;
    }
    return modify_qp(r, qp, attr, IBV_QPS_INIT, "INIT", IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS) &&
           modify_qp(r, qp, attr, IBV_QPS_RTR, "RTR", to_rtr) && modify_qp(r, qp, attr, IBV_QPS_RTS, "RTS", to_rts);
}

static struct queue_pair *free_qp_place(struct request *r) {
    for (int i = 0; i < QPS; i++)
        if (!session.qps[i].qp)
            return &session.qps[i];
    refuse(r, 0, "this session has %d QPs already", QPS);
    return NULL;
}

static bool open_events(struct request *r, struct queue_pair *place) {
    place->events = ibv_create_comp_channel(device.context);
    if (!place->events || fcntl(place->events->fd, F_SETFL, O_NONBLOCK))
        refuse(r, errno, "cannot create a completion channel");
    return !r->refused;
}

/* Attributes of a reliable connection only. */
static void read_reliability(struct request *r, struct ibv_qp_attr *attr) {
    attr->max_rd_atomic = (uint8_t)number_of(r, "reads", 0, 255);
    attr->max_dest_rd_atomic = (uint8_t)number_of(r, "peer-reads", 0, 255);
    attr->timeout = (uint8_t)number_of(r, "ack-timeout", 0, 31);
    attr->retry_cnt = (uint8_t)number_of(r, "retries", 0, 7);
    attr->rnr_retry = (uint8_t)number_of(r, "rnr-retries", 0, 7);
    attr->min_rnr_timer = (uint8_t)number_of(r, "min-rnr-timer", 0, 31);
}

static struct shared *shared_of(struct request *r) {
    uint64_t id = number_of(r, "shared", 1, SHARED);

    if (!r->refused && session.shared[id - 1].srq)
        return &session.shared[id - 1];
    refuse(r, 0, "no shared receive queue %" PRIu64 " in this session", id);
    return NULL;
}

static void do_open(struct request *r) {
    enum ibv_qp_type type = (enum ibv_qp_type)r->opcode;
    struct ibv_qp_attr attr = {.port_num = (uint8_t)device.port};
    struct ibv_ah_attr *path = &attr.ah_attr;
    const char *peer_gid = text_of(r, "peer-gid");
    struct queue_pair *place = free_qp_place(r);
    struct ibv_port_attr of_port;
    struct shared *shared = NULL;
    union ibv_gid gid;
    uint32_t depth;
    int error;

    if (!r->refused && parse_hex(peer_gid, path->grh.dgid.raw, 16) != 16)
        refuse(r, 0, "peer-gid=%.40s: expected 32 hexadecimal digits", peer_gid);
    path->port_num = (uint8_t)device.port;
    path->dlid = (uint16_t)number_of(r, "peer-lid", 0, 0xffff);
    path->is_global = !path->dlid;
    path->grh.hop_limit = 64;
    path->grh.sgid_index = (uint8_t)number_of(r, "gid-index", 0, 255);
    attr.dest_qp_num = (uint32_t)number_of(r, "peer-qpn", 0, 0xffffff);
    attr.path_mtu = mtu_of(r);
    attr.sq_psn = (uint32_t)number_of(r, "send-psn", 0, 0xffffff);
    attr.rq_psn = (uint32_t)number_of(r, "receive-psn", 0, 0xffffff);
    attr.qp_access_flags = (unsigned int)access_of(r);
    if (type == IBV_QPT_RC)
        read_reliability(r, &attr);
    depth = (uint32_t)number_of(r, "depth", 1, DEPTH);
    if (session.version >= EXTENDED_VERSION && type == IBV_QPT_RC && has(r, "shared"))
        shared = shared_of(r);
    if (!is_clear(r) || !open_device(r))
        return;

    error = ibv_query_port(device.context, device.port, &of_port);
    if (error || ibv_query_gid(device.context, device.port, path->grh.sgid_index, &gid)) {
        refuse(r, error ? error : errno, "cannot read GID %u of port %d", path->grh.sgid_index, device.port);
        return;
    }
    if ((session.version >= EVENTS_VERSION && !open_events(r, place)) ||
        !create_qp(r, place, type, depth, shared ? shared->srq : NULL) || !connect_qp(r, place->qp, &attr)) {
        destroy_qp(place);
        return;
    }
    say(r, "ok qpn=0x%x lid=%u gid=", place->qp->qp_num, of_port.lid);
    say_hex(r, gid.raw, sizeof(gid.raw));
}

static const char *const states[] = {
    [IBV_QPS_RESET] = "RESET", [IBV_QPS_INIT] = "INIT", [IBV_QPS_RTR] = "RTR", [IBV_QPS_RTS] = "RTS",
    [IBV_QPS_SQD] = "SQD",     [IBV_QPS_SQE] = "SQE",   [IBV_QPS_ERR] = "ERR",
};

static bool prepare_ud(struct request *r, struct ibv_qp *qp, struct ibv_qp_attr *attr, enum ibv_qp_state to) {
    return (to < IBV_QPS_INIT ||
            modify_qp(r, qp, attr, IBV_QPS_INIT, "INIT", IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY)) &&
           (to < IBV_QPS_RTR || modify_qp(r, qp, attr, IBV_QPS_RTR, "RTR", 0)) &&
           (to < IBV_QPS_RTS || modify_qp(r, qp, attr, IBV_QPS_RTS, "RTS", IBV_QP_SQ_PSN));
}

static enum ibv_qp_state state_of(struct request *r) {
    const char *text = text_of(r, "state");

    for (int state = IBV_QPS_RESET; state <= IBV_QPS_RTS; state++)
        if (!strcmp(text, states[state]))
            return (enum ibv_qp_state)state;
    refuse(r, 0, "state=%.40s: expected RESET, INIT, RTR or RTS", text);
    return IBV_QPS_RESET;
}

static void do_open_ud(struct request *r) {
    struct ibv_qp_attr attr = {.port_num = (uint8_t)device.port};
    struct queue_pair *place = free_qp_place(r);
    uint32_t index = (uint32_t)number_of(r, "gid-index", 0, 255);
    enum ibv_qp_state to = state_of(r);
    struct ibv_port_attr of_port;
    struct ibv_gid_entry gid;
    uint32_t depth;
    int error;

    attr.qkey = (uint32_t)number_of(r, "q-key", 0, UINT32_MAX);
    attr.sq_psn = (uint32_t)number_of(r, "send-psn", 0, 0xffffff);
    depth = (uint32_t)number_of(r, "depth", 1, DEPTH);
    if (!is_clear(r) || !open_device(r))
        return;
    error = ibv_query_port(device.context, device.port, &of_port);
    if (error || ibv_query_gid_ex(device.context, (uint32_t)device.port, index, &gid, 0)) {
        refuse(r, error ? error : errno, "cannot read GID %u of port %d", index, device.port);
        return;
    }
    if (!open_events(r, place) || !create_qp(r, place, IBV_QPT_UD, depth, NULL) || !prepare_ud(r, place->qp, &attr, to)) {
        destroy_qp(place);
        return;
    }
    place->interface = (int)gid.ndev_ifindex;
    say(r, "ok qpn=0x%x lid=%u gid=", place->qp->qp_num, of_port.lid);
    say_hex(r, gid.gid.raw, sizeof(gid.gid.raw));
}

static struct queue_pair *ud_qp_of(struct request *r) {
    struct queue_pair *place = qp_of(r);

    if (place && place->qp->qp_type != IBV_QPT_UD)
        refuse(r, 0, "QP 0x%x is not a UD QP", place->qp->qp_num);
    return place;
}

static struct queue_pair *connected_qp_of(struct request *r) {
    struct queue_pair *place = qp_of(r);

    if (place && place->qp->qp_type == IBV_QPT_UD)
        refuse(r, 0, "QP 0x%x is a UD QP", place->qp->qp_num);
    return place;
}

/* Before a later version, only a UD QP has events. */
static struct queue_pair *qp_with_events_of(struct request *r) {
    struct queue_pair *place = session.version < EVENTS_VERSION ? ud_qp_of(r) : qp_of(r);

    if (place && !place->events)
        refuse(r, 0, "QP 0x%x was opened by connect: it has no events", place->qp->qp_num);
    return place;
}

/* With RoCEv2, the host must join the IP group, too: otherwise it drops packets to the group. */
static int change_ip_group(struct queue_pair *place, const union ibv_gid *gid, bool joins) {
    static const unsigned char mapped[12] = {[10] = 0xff, 0xff};
    bool four = !memcmp(gid->raw, mapped, sizeof(mapped));

    if (!place->interface)
        return 0;
    if (!place->members)
        place->members = socket(AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, 0) + 1;
    if (!place->members)
        return errno;
    if (four) {
        struct ip_mreqn group = {.imr_ifindex = place->interface};

        memcpy(&group.imr_multiaddr, gid->raw + sizeof(mapped), sizeof(group.imr_multiaddr));
        return setsockopt(place->members - 1, IPPROTO_IP, joins ? IP_ADD_MEMBERSHIP : IP_DROP_MEMBERSHIP, &group,
                          sizeof(group))
                   ? errno
                   : 0;
    }
    struct ipv6_mreq group = {.ipv6mr_interface = (unsigned int)place->interface};

    memcpy(&group.ipv6mr_multiaddr, gid->raw, sizeof(group.ipv6mr_multiaddr));
    return setsockopt(place->members - 1, IPPROTO_IPV6, joins ? IPV6_JOIN_GROUP : IPV6_LEAVE_GROUP, &group,
                      sizeof(group))
               ? errno
               : 0;
}

static void change_group(struct request *r, bool joins) {
    struct queue_pair *place = ud_qp_of(r);
    const char *text = text_of(r, "gid");
    uint16_t lid = (uint16_t)number_of(r, "lid", 0, 0xffff);
    union ibv_gid gid;
    int error;

    if (!r->refused && parse_hex(text, gid.raw, 16) != 16)
        refuse(r, 0, "gid=%.40s: expected 32 hexadecimal digits", text);
    if (!is_clear(r))
        return;
    error = change_ip_group(place, &gid, joins);
    if (!error)
        error = joins ? ibv_attach_mcast(place->qp, &gid, lid) : ibv_detach_mcast(place->qp, &gid, lid);
    if (error)
        refuse(r, error, "cannot %s QP 0x%x", r->command, place->qp->qp_num);
}

static void do_attach(struct request *r) { change_group(r, true); }

static void do_detach(struct request *r) { change_group(r, false); }

static void do_request_event(struct request *r) {
    struct queue_pair *place = qp_with_events_of(r);
    int error;

    if (!is_clear(r))
        return;
    error = ibv_req_notify_cq(place->receives, 1);
    if (error)
        refuse(r, error, "cannot request an event of QP 0x%x", place->qp->qp_num);
}

static void do_events(struct request *r) {
    struct queue_pair *place = qp_with_events_of(r);
    struct ibv_cq *queue;
    void *context;
    unsigned int count = 0;

    if (!is_clear(r))
        return;
    while (!ibv_get_cq_event(place->events, &queue, &context))
        count++;
    ibv_ack_cq_events(place->receives, count);
    say(r, "ok events=%u", count);
}

static void do_query(struct request *r) {
    struct queue_pair *place = qp_of(r);
    struct ibv_qp_attr attr;
    struct ibv_qp_init_attr unused;
    int error;

    if (!is_clear(r))
        return;
    memset(&attr, 0, sizeof(attr));
    error = ibv_query_qp(place->qp, &attr,
                         IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_RQ_PSN | IBV_QP_PATH_MTU | IBV_QP_MAX_QP_RD_ATOMIC |
                             IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
                             IBV_QP_MIN_RNR_TIMER,
                         &unused);
    /* Attributes that a QP does not have are 0. */
    if (place->qp->qp_type == IBV_QPT_UC) {
        attr = (struct ibv_qp_attr){
            .qp_state = attr.qp_state, .sq_psn = attr.sq_psn, .rq_psn = attr.rq_psn, .path_mtu = attr.path_mtu};
    }
    if (place->qp->qp_type == IBV_QPT_UD) {
        attr = (struct ibv_qp_attr){
            .qp_state = attr.qp_state, .sq_psn = attr.sq_psn, .path_mtu = IBV_MTU_256};
    }
    if (error || attr.qp_state > IBV_QPS_ERR) {
        refuse(r, error ? error : EIO, "cannot query QP 0x%x", place->qp->qp_num);
        return;
    }
    say(r, "ok state=%s send-psn=%u receive-psn=%u mtu=%d reads=%u peer-reads=%u", states[attr.qp_state],
        attr.sq_psn & 0xffffff, attr.rq_psn & 0xffffff, mtu_bytes(attr.path_mtu), attr.max_rd_atomic,
        attr.max_dest_rd_atomic);
    say(r, " ack-timeout=%u retries=%u rnr-retries=%u min-rnr-timer=%u", attr.timeout, attr.retry_cnt, attr.rnr_retry,
        attr.min_rnr_timer);
}

static void do_modify(struct request *r) {
    static const enum ibv_qp_state known[] = {IBV_QPS_RTS, IBV_QPS_SQD, IBV_QPS_ERR};
    struct queue_pair *place = qp_of(r);
    const char *text = text_of(r, "state");
    struct ibv_qp_attr attr;
    int to = -1;

    for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
        if (!strcmp(text, states[known[i]]))
            to = known[i];
    if (to < 0)
        refuse(r, 0, "state=%.40s: expected RTS, SQD or ERR", text);
    if (!is_clear(r))
        return;
    memset(&attr, 0, sizeof(attr));
    modify_qp(r, place->qp, &attr, (enum ibv_qp_state)to, text, 0);
}

static void do_close(struct request *r) {
    struct queue_pair *place = qp_of(r);

    if (is_clear(r))
        destroy_qp(place);
}

/* --- connections that the host requests */

#ifdef WITH_RDMACM
enum { RESOLVE_MILLIS = 4000 };

static int poll_connections(int millis) {
    struct pollfd ready = {.fd = session.connections->fd, .events = POLLIN};

    return poll(&ready, 1, millis);
}

/* Uses rdma_cm's attributes. Some kernels set bits of the mask for RoCE that older verbs do not know. */
static int take_connected_qp(struct queue_pair *place, enum ibv_qp_state to) {
    struct ibv_qp_attr attr = {.qp_state = to};
    int mask;

    if (rdma_init_qp_attr(place->id, &attr, &mask))
        return errno;
    return ibv_modify_qp(place->qp, &attr, mask & 0x1fffff);
}

static void end_connection(struct queue_pair *place, enum connection as) {
    struct ibv_qp_attr attr = {.qp_state = IBV_QPS_ERR};

    ibv_modify_qp(place->qp, &attr, IBV_QP_STATE);
    place->connection = as;
}

static void note_connection(struct queue_pair *place, const struct rdma_cm_event *event) {
    switch (event->event) {
    case RDMA_CM_EVENT_CONNECT_RESPONSE:
        /* Sets INIT again: only now does rdma_cm know the peer's rights. */
        if (take_connected_qp(place, IBV_QPS_INIT) || take_connected_qp(place, IBV_QPS_RTR) ||
            take_connected_qp(place, IBV_QPS_RTS) || rdma_establish(place->id)) {
            rdma_reject(place->id, NULL, 0);
            end_connection(place, UNREACHABLE);
        } else {
            place->connection = ESTABLISHED;
        }
        break;
    case RDMA_CM_EVENT_REJECTED:
        place->reason = event->status;
        end_connection(place, REJECTED);
        break;
    case RDMA_CM_EVENT_UNREACHABLE:
    case RDMA_CM_EVENT_CONNECT_ERROR:
        end_connection(place, UNREACHABLE);
        break;
    case RDMA_CM_EVENT_DISCONNECTED:
        rdma_disconnect(place->id);
        end_connection(place, DISCONNECTED);
        break;
    default:
        break;
    }
}

static void note_event(const struct rdma_cm_event *event) {
    for (int i = 0; i < QPS; i++)
        if (session.qps[i].qp && session.qps[i].id == event->id)
            note_connection(&session.qps[i], event);
}

/* Handles pending events, without waiting for more. */
static void note_connections(void) {
    struct rdma_cm_event *event;

    while (poll_connections(0) > 0 && !rdma_get_cm_event(session.connections, &event)) {
        struct rdma_cm_event noted = *event;

        /* An event that is not acknowledged prevents its connection from being destroyed. */
        rdma_ack_cm_event(event);
        note_event(&noted);
    }
}

/* Waits until an address or a route is resolved. */
static bool is_resolved(struct request *r, struct queue_pair *place, enum rdma_cm_event_type wanted, const char *what) {
    struct rdma_cm_event *event;
    struct rdma_cm_event noted;

    do {
        if (poll_connections(RESOLVE_MILLIS) <= 0 || rdma_get_cm_event(session.connections, &event)) {
            refuse(r, ETIMEDOUT, "cannot find the peer's %s", what);
            return false;
        }
        noted = *event;
        rdma_ack_cm_event(event);
        if (noted.id != place->id)
            note_event(&noted);
    } while (noted.id != place->id);
    if (noted.event != wanted)
        refuse(r, EHOSTUNREACH, "cannot find the peer's %s", what);
    return noted.event == wanted;
}

/* The IP address that a GID represents. */
static struct sockaddr_storage address_of(const union ibv_gid *gid, unsigned int interface, uint16_t port) {
    static const unsigned char mapped[12] = {[10] = 0xff, 0xff};
    struct sockaddr_storage address = {0};

    if (!memcmp(gid->raw, mapped, sizeof(mapped))) {
        struct sockaddr_in *four = (struct sockaddr_in *)&address;

        four->sin_family = AF_INET;
        four->sin_port = htons(port);
        memcpy(&four->sin_addr, gid->raw + sizeof(mapped), sizeof(four->sin_addr));
    } else {
        struct sockaddr_in6 *six = (struct sockaddr_in6 *)&address;

        six->sin6_family = AF_INET6;
        six->sin6_port = htons(port);
        memcpy(&six->sin6_addr, gid->raw, sizeof(six->sin6_addr));
        six->sin6_scope_id = IN6_IS_ADDR_LINKLOCAL(&six->sin6_addr) ? interface : 0;
    }
    return address;
}

static bool resolve(struct request *r, struct queue_pair *place, struct sockaddr_storage *own,
                    struct sockaddr_storage *peer) {
    if (!session.connections)
        session.connections = rdma_create_event_channel();
    if (!session.connections || rdma_create_id(session.connections, &place->id, NULL, RDMA_PS_TCP)) {
        refuse(r, errno, "cannot use rdma_cm");
        return false;
    }
    note_connections();
    if (rdma_resolve_addr(place->id, (struct sockaddr *)own, (struct sockaddr *)peer, RESOLVE_MILLIS)) {
        refuse(r, errno, "cannot resolve the address of the peer");
        return false;
    }
    if (!is_resolved(r, place, RDMA_CM_EVENT_ADDR_RESOLVED, "address"))
        return false;
    if (rdma_resolve_route(place->id, RESOLVE_MILLIS)) {
        refuse(r, errno, "cannot resolve a route to the peer");
        return false;
    }
    return is_resolved(r, place, RDMA_CM_EVENT_ROUTE_RESOLVED, "route");
}

/* The agent creates the QP itself, so that it is in the protection domain of all memory. */
static bool ask(struct request *r, struct queue_pair *place, struct rdma_conn_param *parameters, uint32_t depth) {
    int error;

    if (strcmp(ibv_get_device_name(place->id->verbs->device), device_name())) {
        refuse(r, ENODEV, "the peer is reached by %s", ibv_get_device_name(place->id->verbs->device));
        return false;
    }
    if (!create_qp(r, place, IBV_QPT_RC, depth, NULL))
        return false;
    error = take_connected_qp(place, IBV_QPS_INIT);
    if (error) {
        refuse(r, error, "cannot move QP 0x%x to INIT", place->qp->qp_num);
        return false;
    }
    parameters->qp_num = place->qp->qp_num;
    if (rdma_connect(place->id, parameters)) {
        refuse(r, errno, "cannot request a connection");
        return false;
    }
    return true;
}

static void do_connect(struct request *r) {
    const char *peer_gid = text_of(r, "peer-gid");
    struct queue_pair *place = free_qp_place(r);
    uint32_t index = (uint32_t)number_of(r, "gid-index", 0, 255);
    uint16_t port = (uint16_t)number_of(r, "port", 1, 0xffff);
    struct rdma_conn_param parameters = {
        .initiator_depth = (uint8_t)number_of(r, "reads", 0, 255),
        .responder_resources = (uint8_t)number_of(r, "peer-reads", 0, 255),
        .retry_count = (uint8_t)number_of(r, "retries", 0, 7),
        .rnr_retry_count = (uint8_t)number_of(r, "rnr-retries", 0, 7)};
    uint32_t depth = (uint32_t)number_of(r, "depth", 1, DEPTH);
    struct sockaddr_storage own, peer;
    struct ibv_gid_entry gid;
    union ibv_gid to;

    if (!r->refused && parse_hex(peer_gid, to.raw, 16) != 16)
        refuse(r, 0, "peer-gid=%.40s: expected 32 hexadecimal digits", peer_gid);
    if (!is_clear(r) || !open_device(r))
        return;
    if (ibv_query_gid_ex(device.context, (uint32_t)device.port, index, &gid, 0)) {
        refuse(r, errno, "cannot read GID %u of port %d", index, device.port);
        return;
    }
    own = address_of(&gid.gid, gid.ndev_ifindex, 0);
    peer = address_of(&to, gid.ndev_ifindex, port);
    if (!resolve(r, place, &own, &peer) || !ask(r, place, &parameters, depth)) {
        destroy_qp(place);
        return;
    }
    say(r, "ok qpn=0x%x lid=0 gid=", place->qp->qp_num);
    say_hex(r, gid.gid.raw, sizeof(gid.gid.raw));
}

static struct queue_pair *asked_qp_of(struct request *r) {
    struct queue_pair *place = qp_of(r);

    if (place && !place->id)
        refuse(r, 0, "QP 0x%x was not opened by connect", place->qp->qp_num);
    return place;
}

static void do_connection(struct request *r) {
    static const char *const names[] = {"CONNECTING", "ESTABLISHED", "REJECTED", "UNREACHABLE", "DISCONNECTED"};
    struct queue_pair *place = asked_qp_of(r);

    if (!is_clear(r))
        return;
    note_connections();
    say(r, "ok state=%s reason=%u", names[place->connection], (unsigned int)place->reason & 0xffff);
}

static void do_disconnect(struct request *r) {
    struct queue_pair *place = asked_qp_of(r);

    if (is_clear(r) && rdma_disconnect(place->id))
        refuse(r, errno, "cannot disconnect QP 0x%x", place->qp->qp_num);
}
#endif

/* --- memory */

static struct region *region_of(struct request *r) {
    uint64_t id = number_of(r, "region", 1, REGIONS);

    if (!r->refused && session.regions[id - 1].mr)
        return &session.regions[id - 1];
    refuse(r, 0, "no region %" PRIu64 " in this session", id);
    return NULL;
}

static void free_region(struct region *place) {
    if (place->mr)
        ibv_dereg_mr(place->mr);
    free(place->memory);
    session.bytes -= place->bytes;
    memset(place, 0, sizeof(*place));
}

/* The kernel might kill this program instead of reporting that there is no memory. */
static uint64_t memory_left(void) {
    uint64_t half = (uint64_t)sysconf(_SC_PHYS_PAGES) / 2 * (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t most = half < REGION_BYTES ? half : REGION_BYTES;

    return most > session.bytes ? most - session.bytes : 0;
}

/* The protection domain of a region. */
static struct ibv_pd *domain(struct request *r, bool other) {
    if (!other)
        return device.pd;
    if (!device.other)
        device.other = ibv_alloc_pd(device.context);
    if (!device.other)
        refuse(r, errno, "cannot create another protection domain");
    return device.other;
}

static void do_register(struct request *r) {
    uint64_t bytes = number_of(r, "bytes", 1, REGION_BYTES);
    int access = access_of(r);
    bool other = session.version >= EXTENDED_VERSION && has(r, "domain") && number_of(r, "domain", 0, DOMAINS - 1);
    struct ibv_pd *in;
    int index = 0;
    struct region *place;

    while (index < REGIONS && session.regions[index].mr)
        index++;
    if (index == REGIONS)
        refuse(r, 0, "this session has %d regions already", REGIONS);
    if (!is_clear(r) || !open_device(r))
        return;
    in = domain(r, other);
    if (!in)
        return;
    place = &session.regions[index];
    if (bytes > memory_left() || posix_memalign((void **)&place->memory, ALIGNMENT, bytes)) {
        place->memory = NULL;
        refuse(r, ENOMEM, "no memory for %" PRIu64 " bytes", bytes);
        return;
    }
    memset(place->memory, 0, bytes);
    place->bytes = bytes;
    session.bytes += bytes;
    place->mr = ibv_reg_mr(in, place->memory, bytes, access);
    if (!place->mr) {
        refuse(r, errno, "cannot register %" PRIu64 " bytes", bytes);
        free_region(place);
        return;
    }
    say(r, "ok region=%d address=0x%" PRIx64 " rkey=0x%x", index + 1, (uint64_t)(uintptr_t)place->memory,
        place->mr->rkey);
}

/* A part of a region for access by the processor: unlike for the adapter, bounds are checked. */
static unsigned char *inside(struct request *r, struct region *region, uint64_t bytes) {
    uint64_t at = number_of(r, "at", 0, REGION_BYTES);

    if (r->refused)
        return NULL;
    if (at + bytes > region->mr->length)
        refuse(r, 0, "region %d has %zu bytes, not %" PRIu64, (int)(region - session.regions) + 1, region->mr->length,
               at + bytes);
    return region->memory + at;
}

static void do_write(struct request *r) {
    unsigned char data[DATA_BYTES], *to;
    struct region *region = region_of(r);
    int bytes = parse_hex(text_of(r, "data"), data, DATA_BYTES);

    if (bytes < 0)
        refuse(r, 0, "data: expected pairs of hexadecimal digits, at most %d bytes", DATA_BYTES);
    to = inside(r, region, (uint64_t)bytes);
    if (is_clear(r))
        memcpy(to, data, (size_t)bytes);
}

static void do_fill(struct request *r) {
    struct region *region = region_of(r);
    uint64_t bytes = number_of(r, "bytes", 0, REGION_BYTES);
    int value = (int)number_of(r, "value", 0, 255);
    unsigned char *to = inside(r, region, bytes);

    if (is_clear(r))
        memset(to, value, bytes);
}

static void do_read(struct request *r) {
    struct region *region = region_of(r);
    uint64_t bytes = number_of(r, "bytes", 0, DATA_BYTES);
    unsigned char *from = inside(r, region, bytes);

    if (is_clear(r)) {
        say(r, "ok data=");
        say_hex(r, from, bytes);
    }
}

static void do_free(struct request *r) {
    struct region *region = region_of(r);
    int error;

    if (!is_clear(r))
        return;
    error = ibv_dereg_mr(region->mr);
    if (error) {
        refuse(r, error, "cannot deregister region %d", (int)(region - session.regions) + 1);
        return;
    }
    region->mr = NULL;
    free_region(region);
}

/* --- memory windows */

static struct window *window_of(struct request *r) {
    uint64_t id = number_of(r, "window", 1, WINDOWS);

    if (!r->refused && session.windows[id - 1].mw)
        return &session.windows[id - 1];
    refuse(r, 0, "no window %" PRIu64 " in this session", id);
    return NULL;
}

static void do_window(struct request *r) {
    int type = (int)number_of(r, "type", 1, 2);
    int index = 0;
    struct ibv_mw *mw;

    while (index < WINDOWS && session.windows[index].mw)
        index++;
    if (index == WINDOWS)
        refuse(r, 0, "this session has %d windows already", WINDOWS);
    if (!is_clear(r) || !open_device(r))
        return;
    mw = ibv_alloc_mw(device.pd, type == 1 ? IBV_MW_TYPE_1 : IBV_MW_TYPE_2);
    if (!mw) {
        refuse(r, errno, "cannot allocate a window of type %d", type);
        return;
    }
    session.windows[index].mw = mw;
    say(r, "ok window=%d rkey=0x%x", index + 1, mw->rkey);
}

/* For type 1 the library creates the next R_Key, for type 2 the agent does. */
static void do_bind(struct request *r) {
    struct queue_pair *place = connected_qp_of(r);
    struct window *window = window_of(r);
    struct region *region = region_of(r);
    uint64_t id = number_of(r, "id", 0, UINT64_MAX);
    uint64_t at = number_of(r, "at", 0, UINT64_MAX);
    uint64_t bytes = number_of(r, "bytes", 0, UINT64_MAX);
    struct ibv_mw_bind_info info = {.length = bytes, .mw_access_flags = (unsigned int)access_of(r)};
    struct ibv_send_wr *bad;
    uint32_t rkey;
    int error;

    if (!is_clear(r))
        return;
    info.mr = region->mr;
    info.addr = (uintptr_t)region->memory + at;
    if (window->mw->type == IBV_MW_TYPE_1) {
        struct ibv_mw_bind bind = {.wr_id = id, .send_flags = IBV_SEND_SIGNALED, .bind_info = info};

        error = ibv_bind_mw(place->qp, window->mw, &bind);
        rkey = window->mw->rkey;
    } else {
        struct ibv_send_wr wr = {.wr_id = id, .opcode = IBV_WR_BIND_MW, .send_flags = IBV_SEND_SIGNALED};

        rkey = ibv_inc_rkey(window->mw->rkey);
        wr.bind_mw.mw = window->mw;
        wr.bind_mw.rkey = rkey;
        wr.bind_mw.bind_info = info;
        error = ibv_post_send(place->qp, &wr, &bad);
        if (!error)
            window->mw->rkey = rkey;
    }
    if (error)
        refuse(r, error, "cannot post a bind to QP 0x%x", place->qp->qp_num);
    else
        say(r, "ok rkey=0x%x", rkey);
}

static void do_invalidate(struct request *r) {
    struct queue_pair *place = connected_qp_of(r);
    struct ibv_send_wr wr = {.wr_id = number_of(r, "id", 0, UINT64_MAX),
                             .opcode = IBV_WR_LOCAL_INV,
                             .send_flags = IBV_SEND_SIGNALED};
    struct ibv_send_wr *bad;
    int error;

    wr.invalidate_rkey = (uint32_t)number_of(r, "rkey", 0, UINT32_MAX);
    if (!is_clear(r))
        return;
    error = ibv_post_send(place->qp, &wr, &bad);
    if (error)
        refuse(r, error, "cannot post an invalidate to QP 0x%x", place->qp->qp_num);
}

static void do_free_window(struct request *r) {
    struct window *window = window_of(r);
    int error;

    if (!is_clear(r))
        return;
    error = ibv_dealloc_mw(window->mw);
    if (error)
        refuse(r, error, "cannot deallocate a window");
    else
        window->mw = NULL;
}

/* --- shared receive queues */

static void do_open_shared(struct request *r) {
    struct ibv_srq_init_attr attr = {.attr = {.max_wr = (uint32_t)number_of(r, "depth", 1, DEPTH), .max_sge = 1}};
    int index = 0;

    while (index < SHARED && session.shared[index].srq)
        index++;
    if (index == SHARED)
        refuse(r, 0, "this session has %d shared receive queues already", SHARED);
    if (!is_clear(r) || !open_device(r))
        return;
    if (fcntl(device.context->async_fd, F_SETFL, O_NONBLOCK)) {
        refuse(r, errno, "cannot read events without waiting");
        return;
    }
    session.shared[index].events = 0;
    session.shared[index].srq = ibv_create_srq(device.pd, &attr);
    if (!session.shared[index].srq)
        refuse(r, errno, "cannot create a shared receive queue of %u", attr.attr.max_wr);
    else
        say(r, "ok shared=%d", index + 1);
}

/* Events of the device. Only limit events are used, but all must be acknowledged. */
static void note_limits(void) {
    struct ibv_async_event event;

    while (!ibv_get_async_event(device.context, &event)) {
        for (int i = 0; i < SHARED && event.event_type == IBV_EVENT_SRQ_LIMIT_REACHED; i++)
            if (session.shared[i].srq && session.shared[i].srq == event.element.srq)
                session.shared[i].events++;
        ibv_ack_async_event(&event);
    }
}

static void do_limit(struct request *r) {
    struct shared *shared = shared_of(r);
    struct ibv_srq_attr attr = {.srq_limit = (uint32_t)number_of(r, "receives", 0, DEPTH)};
    int error;

    if (!is_clear(r))
        return;
    error = ibv_modify_srq(shared->srq, &attr, IBV_SRQ_LIMIT);
    if (error)
        refuse(r, error, "cannot set a limit of %u", attr.srq_limit);
}

static void do_limit_events(struct request *r) {
    struct shared *shared = shared_of(r);

    if (!is_clear(r))
        return;
    note_limits();
    say(r, "ok events=%u", shared->events);
    shared->events = 0;
}

static void do_close_shared(struct request *r) {
    struct shared *shared = shared_of(r);
    int error;

    if (!is_clear(r))
        return;
    note_limits();
    error = ibv_destroy_srq(shared->srq);
    if (error)
        refuse(r, error, "cannot destroy a shared receive queue");
    else
        shared->srq = NULL;
}

/* --- work */

/* The memory of a work request. */
struct local {
    struct ibv_sge pieces[PIECES];
    int count;
};

static struct ibv_sge piece_of(const struct region *region, uint64_t at, uint64_t bytes) {
    return (struct ibv_sge){
        .addr = (uintptr_t)region->memory + at, .length = (uint32_t)bytes, .lkey = region->mr->lkey};
}

/* REGION:AT:BYTES, in place. */
static void add_piece(struct request *r, struct local *local, char *text) {
    uint64_t numbers[3] = {0}; /* region, offset and length in bytes */
    char *rest = text;
    int count = 0;
    bool good = true;

    while (good && rest && count < 3)
        good = parse_number(strsep(&rest, ":"), &numbers[count++]);
    if (!good || rest || count < 3 || numbers[0] < 1 || numbers[0] > REGIONS || numbers[2] > UINT32_MAX)
        refuse(r, 0, "pieces: expected REGION:AT:BYTES");
    else if (!session.regions[numbers[0] - 1].mr)
        refuse(r, 0, "no region %" PRIu64 " in this session", numbers[0]);
    else
        local->pieces[local->count++] = piece_of(&session.regions[numbers[0] - 1], numbers[1], numbers[2]);
}

static struct local local_of(struct request *r) {
    struct local local = {.count = 0};

    if (session.version >= LIST_VERSION && has(r, "pieces")) {
        char list[LINE_BYTES];
        char *rest = list;

        snprintf(list, sizeof(list), "%s", text_of(r, "pieces"));
        while (rest && !r->refused) {
            if (local.count == PIECES)
                refuse(r, 0, "more than %d pieces", PIECES);
            else
                add_piece(r, &local, strsep(&rest, ","));
        }
    } else {
        struct region *region = region_of(r);
        uint64_t at = number_of(r, "at", 0, UINT64_MAX);
        uint64_t bytes = number_of(r, "bytes", 0, UINT32_MAX);

        if (!r->refused)
            local.pieces[0] = piece_of(region, at, bytes);
        local.count = bytes ? 1 : 0;
    }
    return local;
}

static void do_receive(struct request *r) {
    struct queue_pair *place = qp_of(r);
    struct local local = local_of(r);
    struct ibv_recv_wr wr = {
        .wr_id = number_of(r, "id", 0, UINT64_MAX), .sg_list = local.pieces, .num_sge = local.count};
    struct ibv_recv_wr *bad;
    int error;

    if (!is_clear(r))
        return;
    error = ibv_post_recv(place->qp, &wr, &bad);
    if (error)
        refuse(r, error, "cannot post a receive to QP 0x%x", place->qp->qp_num);
}

static void do_receive_shared(struct request *r) {
    struct shared *shared = shared_of(r);
    struct local local = local_of(r);
    struct ibv_recv_wr wr = {
        .wr_id = number_of(r, "id", 0, UINT64_MAX), .sg_list = local.pieces, .num_sge = local.count};
    struct ibv_recv_wr *bad;
    int error;

    if (!is_clear(r))
        return;
    error = ibv_post_srq_recv(shared->srq, &wr, &bad);
    if (error)
        refuse(r, error, "cannot post a shared receive");
}

/* What a message has for the peer's receive: a solicited event and immediate data. */
static void add_notice(struct request *r, struct ibv_send_wr *wr) {
    bool completes = wr->opcode == IBV_WR_SEND || wr->opcode == IBV_WR_SEND_WITH_INV;

    if (session.version < EVENTS_VERSION)
        return;
    if ((wr->opcode == IBV_WR_SEND || wr->opcode == IBV_WR_RDMA_WRITE) && has(r, "immediate")) {
        wr->opcode = wr->opcode == IBV_WR_SEND ? IBV_WR_SEND_WITH_IMM : IBV_WR_RDMA_WRITE_WITH_IMM;
        wr->imm_data = htobe32((uint32_t)number_of(r, "immediate", 0, UINT32_MAX));
        completes = true;
    }
    if (completes && has(r, "solicited") && number_of(r, "solicited", 0, 1))
        wr->send_flags |= IBV_SEND_SOLICITED;
}

static void do_post(struct request *r) {
    enum ibv_wr_opcode opcode = (enum ibv_wr_opcode)r->opcode;
    struct queue_pair *place = connected_qp_of(r);
    struct local local = local_of(r);
    struct ibv_send_wr wr = {.wr_id = number_of(r, "id", 0, UINT64_MAX),
                             .sg_list = local.pieces,
                             .num_sge = local.count,
                             .opcode = opcode,
                             .send_flags = IBV_SEND_SIGNALED};
    bool fenced = session.version >= LIST_VERSION && has(r, "fence") && number_of(r, "fence", 0, 1);
    bool atomic = opcode == IBV_WR_ATOMIC_CMP_AND_SWP || opcode == IBV_WR_ATOMIC_FETCH_AND_ADD;
    struct ibv_send_wr *bad;
    int error;

    if (fenced)
        wr.send_flags |= IBV_SEND_FENCE;
    add_notice(r, &wr);
    if (atomic) {
        wr.wr.atomic.remote_addr = number_of(r, "address", 0, UINT64_MAX);
        wr.wr.atomic.rkey = (uint32_t)number_of(r, "rkey", 0, UINT32_MAX);
    } else if (opcode == IBV_WR_SEND_WITH_INV) {
        wr.invalidate_rkey = (uint32_t)number_of(r, "rkey", 0, UINT32_MAX);
    } else if (opcode != IBV_WR_SEND) {
        wr.wr.rdma.remote_addr = number_of(r, "address", 0, UINT64_MAX);
        wr.wr.rdma.rkey = (uint32_t)number_of(r, "rkey", 0, UINT32_MAX);
    }
    if (opcode == IBV_WR_ATOMIC_CMP_AND_SWP) {
        wr.wr.atomic.compare_add = number_of(r, "compare", 0, UINT64_MAX);
        wr.wr.atomic.swap = number_of(r, "swap", 0, UINT64_MAX);
    } else if (opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
        wr.wr.atomic.compare_add = number_of(r, "add", 0, UINT64_MAX);
    }
    if (!is_clear(r))
        return;
    error = ibv_post_send(place->qp, &wr, &bad);
    if (error)
        refuse(r, error, "cannot post %s to QP 0x%x", r->command, place->qp->qp_num);
}

/* Kept as long as the QP: a device may need it after the call that posts. */
static struct ibv_ah *handle_to(struct request *r, struct queue_pair *place, struct ibv_ah_attr *attr) {
    for (int i = 0; i < HANDLES; i++) {
        struct handle *handle = &place->handles[i];

        if (!handle->ah) {
            handle->attr = *attr;
            handle->ah = ibv_create_ah(device.pd, attr);
            if (!handle->ah)
                refuse(r, errno, "cannot create an address handle");
            return handle->ah;
        }
        if (!memcmp(&handle->attr, attr, sizeof(*attr)))
            return handle->ah;
    }
    refuse(r, 0, "QP 0x%x has %d address handles already", place->qp->qp_num, HANDLES);
    return NULL;
}

static void do_datagram(struct request *r) {
    enum ibv_wr_opcode opcode = (enum ibv_wr_opcode)r->opcode;
    struct queue_pair *place = ud_qp_of(r);
    struct local local = local_of(r);
    struct ibv_ah_attr attr;
    struct ibv_send_wr wr = {.wr_id = number_of(r, "id", 0, UINT64_MAX),
                             .sg_list = local.pieces,
                             .num_sge = local.count,
                             .opcode = opcode,
                             .send_flags = IBV_SEND_SIGNALED};
    const char *peer_gid = text_of(r, "peer-gid");
    struct ibv_send_wr *bad;
    int error;

    memset(&attr, 0, sizeof(attr)); /* padding, too: handles are compared as a whole */
    if (!r->refused && parse_hex(peer_gid, attr.grh.dgid.raw, 16) != 16)
        refuse(r, 0, "peer-gid=%.40s: expected 32 hexadecimal digits", peer_gid);
    attr.port_num = (uint8_t)device.port;
    attr.dlid = (uint16_t)number_of(r, "peer-lid", 0, 0xffff);
    attr.is_global = !attr.dlid;
    attr.grh.sgid_index = (uint8_t)number_of(r, "gid-index", 0, 255);
    attr.grh.traffic_class = (uint8_t)number_of(r, "traffic-class", 0, 255);
    attr.grh.hop_limit = (uint8_t)number_of(r, "hop-limit", 1, 255);
    wr.wr.ud.remote_qpn = (uint32_t)number_of(r, "peer-qpn", 0, 0xffffff);
    wr.wr.ud.remote_qkey = (uint32_t)number_of(r, "q-key", 0, UINT32_MAX);
    if (number_of(r, "solicited", 0, 1))
        wr.send_flags |= IBV_SEND_SOLICITED;
    if (opcode == IBV_WR_SEND_WITH_IMM)
        wr.imm_data = htobe32((uint32_t)number_of(r, "immediate", 0, UINT32_MAX));
    if (!is_clear(r))
        return;
    wr.wr.ud.ah = handle_to(r, place, &attr);
    if (r->refused)
        return;
    error = ibv_post_send(place->qp, &wr, &bad);
    if (error)
        refuse(r, error, "cannot post %s to QP 0x%x", r->command, place->qp->qp_num);
}

/* Indexed by enum ibv_wc_status, whose values are fixed. */
static const char *const statuses[] = {
    "SUCCESS",          "LOC_LEN_ERR",       "LOC_QP_OP_ERR",     "LOC_EEC_OP_ERR",
    "LOC_PROT_ERR",     "WR_FLUSH_ERR",      "MW_BIND_ERR",       "BAD_RESP_ERR",
    "LOC_ACCESS_ERR",   "REM_INV_REQ_ERR",   "REM_ACCESS_ERR",    "REM_OP_ERR",
    "RETRY_EXC_ERR",    "RNR_RETRY_EXC_ERR", "LOC_RDD_VIOL_ERR",  "REM_INV_RD_REQ_ERR",
    "REM_ABORT_ERR",    "INV_EECN_ERR",      "INV_EEC_STATE_ERR", "FATAL_ERR",
    "RESP_TIMEOUT_ERR", "GENERAL_ERR"};
_Static_assert(sizeof(statuses) / sizeof(*statuses) == IBV_WC_GENERAL_ERR + 1, "one name a status");

static void do_poll(struct request *r) {
    struct ibv_wc completions[COMPLETIONS];
    struct queue_pair *place = qp_of(r);
    const char *queue = text_of(r, "queue");
    int most = (int)number_of(r, "most", 1, COMPLETIONS);
    bool sends = !strcmp(queue, "send");
    int count;

    if (!sends && strcmp(queue, "receive"))
        refuse(r, 0, "queue=%.40s: expected send or receive", queue);
    if (!is_clear(r))
        return;
    count = ibv_poll_cq(sends ? place->sends : place->receives, most, completions);
    if (count < 0) {
        refuse(r, EIO, "cannot poll the %s queue of QP 0x%x", queue, place->qp->qp_num);
        return;
    }
    say(r, "ok completions=");
    for (int i = 0; i < count; i++) {
        struct ibv_wc *wc = &completions[i];

        say(r, "%s%" PRIu64 ":%s:%u:%u", i ? "," : "", wc->wr_id,
            statuses[wc->status <= IBV_WC_GENERAL_ERR ? wc->status : IBV_WC_GENERAL_ERR], wc->vendor_err,
            wc->status ? 0 : wc->byte_len);
        if (session.version > 1) {
            bool received = !sends && !wc->status;

            say(r, ":0x%x:%d:", received && place->qp->qp_type == IBV_QPT_UD ? wc->src_qp & 0xffffff : 0,
                received && wc->wc_flags & IBV_WC_GRH);
            if (received && wc->wc_flags & IBV_WC_WITH_IMM)
                say(r, "0x%x", be32toh(wc->imm_data));
            if (session.version >= EXTENDED_VERSION)
                say(r, ":");
            if (session.version >= EXTENDED_VERSION && received && wc->wc_flags & IBV_WC_WITH_INV)
                say(r, "0x%x", wc->invalidated_rkey);
        }
    }
}

/* --- the session */

static void end_session(void) {
    for (int i = 0; i < QPS; i++)
        destroy_qp(&session.qps[i]);
#ifdef WITH_RDMACM
    if (session.connections)
        rdma_destroy_event_channel(session.connections);
    session.connections = NULL;
#endif
    for (int i = 0; i < WINDOWS; i++)
        if (session.windows[i].mw)
            ibv_dealloc_mw(session.windows[i].mw);
    memset(session.windows, 0, sizeof(session.windows));
    for (int i = 0; i < SHARED; i++)
        if (session.shared[i].srq)
            ibv_destroy_srq(session.shared[i].srq);
    memset(session.shared, 0, sizeof(session.shared));
    for (int i = 0; i < REGIONS; i++)
        free_region(&session.regions[i]);
    session.greeted = false;
}

static void do_hello(struct request *r) {
    uint64_t version = number_of(r, "version", 0, UINT32_MAX);
    const char *token = text_of(r, "token");
    size_t length = strlen(token);
    struct request unused = {0};
#ifdef WITH_RDMACM
    bool connects = true;
#else
    bool connects = false;
#endif

    if (!r->refused && (version < 1 || version > VERSION))
        refuse(r, 0, "version=%" PRIu64 ": this agent speaks versions 1 to %d", version, VERSION);
    if (!connects && version == CONNECT_VERSION)
        refuse(r, 0, "version=%d: this agent was built without librdmacm", CONNECT_VERSION);
    for (const char *c = token; *c; c++)
        if (!isalnum((unsigned char)*c))
            length = 0;
    if (length < 1 || length > TOKEN_CHARS)
        refuse(r, 0, "token: expected 1 to %d letters and digits", TOKEN_CHARS);
    if (!is_clear(r))
        return;
    end_session();
    session.greeted = true;
    session.version = (int)version;
    open_device(&unused); /* only for its name; requests that need a device report why there is none */
    say(r, "ok version=%d token=%s device=%s", session.version, token, device_name());
    if (session.version > CONNECT_VERSION)
        say(r, " connects=%d", connects);
}

static void do_bye(struct request *r) {
    if (is_clear(r))
        r->bye = true;
}

/* --- lines */

static const struct {
    const char *name;
    void (*run)(struct request *r);
    int opcode;
} commands[] = {
    {"hello", do_hello, 0},
    {"bye", do_bye, 0},
    {"attributes", do_attributes, 0},
    {"open", do_open, IBV_QPT_RC},
    {"open-uc", do_open, IBV_QPT_UC},
    {"open-ud", do_open_ud, 0},
#ifdef WITH_RDMACM
    {"connect", do_connect, 0},
    {"connection", do_connection, 0},
    {"disconnect", do_disconnect, 0},
#endif
    {"attach", do_attach, 0},
    {"detach", do_detach, 0},
    {"request-event", do_request_event, 0},
    {"events", do_events, 0},
    {"query", do_query, 0},
    {"close", do_close, 0},
    {"register", do_register, 0},
    {"write", do_write, 0},
    {"fill", do_fill, 0},
    {"read", do_read, 0},
    {"free", do_free, 0},
    {"modify", do_modify, 0},
    {"window", do_window, 0},
    {"bind", do_bind, 0},
    {"invalidate", do_invalidate, 0},
    {"free-window", do_free_window, 0},
    {"open-shared", do_open_shared, 0},
    {"receive-shared", do_receive_shared, 0},
    {"limit", do_limit, 0},
    {"limit-events", do_limit_events, 0},
    {"close-shared", do_close_shared, 0},
    {"receive", do_receive, 0},
    {"send", do_post, IBV_WR_SEND},
    {"send-invalidate", do_post, IBV_WR_SEND_WITH_INV},
    {"rdma-write", do_post, IBV_WR_RDMA_WRITE},
    {"rdma-read", do_post, IBV_WR_RDMA_READ},
    {"compare-swap", do_post, IBV_WR_ATOMIC_CMP_AND_SWP},
    {"fetch-add", do_post, IBV_WR_ATOMIC_FETCH_AND_ADD},
    {"datagram", do_datagram, IBV_WR_SEND},
    {"datagram-immediate", do_datagram, IBV_WR_SEND_WITH_IMM},
    {"poll", do_poll, 0},
};

/* Parses a line, in place. */
static void parse(struct request *r, char *line) {
    char *rest = line;

    for (char *c = line; *c; c++) {
        if (*c < ' ' || *c > '~') {
            refuse(r, 0, "byte 0x%02x in a request: expected printable ASCII", (unsigned char)*c);
            return;
        }
    }
    r->command = strsep(&rest, " ");
    while (rest) {
        char *value = strsep(&rest, " ");
        char *name = strsep(&value, "=");

        if (!value || !*name)
            refuse(r, 0, "\"%.40s\" where name=value is expected", name);
        else if (r->count == ARGUMENTS)
            refuse(r, 0, "more than %d names", ARGUMENTS);
        if (r->refused)
            return;
        for (int i = 0; i < r->count; i++)
            if (!strcmp(r->arguments[i].name, name))
                refuse(r, 0, "%.40s is given twice", name);
        r->arguments[r->count++] = (struct argument){.name = name, .value = value};
    }
}

static void run(struct request *r, char *line, size_t length) {
    if (strlen(line) != length)
        refuse(r, 0, "byte 0x00 in a request: expected printable ASCII");
    else
        parse(r, line);
    for (size_t i = 0; !r->refused && i < sizeof(commands) / sizeof(*commands); i++) {
        if (strcmp(r->command, commands[i].name))
            continue;
        r->opcode = commands[i].opcode;
        if (!session.greeted && commands[i].run != do_hello)
            refuse(r, 0, "say hello first");
        else
            commands[i].run(r);
        if (!r->length)
            say(r, "ok");
        return;
    }
    refuse(r, 0, "no command \"%.40s\"", r->command);
}

static bool write_all(int fd, const char *bytes, size_t count) {
    while (count) {
        ssize_t written = write(fd, bytes, count);

        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        count -= (size_t)written;
    }
    return true;
}

/* Handles one line, without its line feed. Returns whether to continue. */
static bool answer(int out, char *line, size_t length, bool oversized) {
    /* Not on the stack: two of them have the size of a line. */
    static struct request r;

    if (!length && !oversized)
        return true;
    memset(&r, 0, sizeof(r));
    if (oversized)
        refuse(&r, 0, "a line of more than %d bytes", LINE_BYTES);
    else
        run(&r, line, length);
    r.answer[r.length++] = '\n';
    return write_all(out, r.answer, r.length) && !r.bye;
}

static void turn_away(int listener) {
    static const char busy[] = "no 16 serving another tester: Device or resource busy\n";
    static int last = -1;
    int second = accept(listener, NULL, NULL);

    if (second < 0)
        return;
    write_all(second, busy, sizeof(busy) - 1);
    shutdown(second, SHUT_WR);
    /* Closed only when the next one is rejected: closing with an unread hello could discard our answer. */
    if (last >= 0)
        close(last);
    last = second;
}

static int64_t now_millis(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

#ifdef WITH_RDMACM
static int connections_fd(void) { return session.connections ? session.connections->fd : -1; }
#else
static int connections_fd(void) { return -1; }

static void note_connections(void) {}
#endif

/* Serves one tester until it disconnects. `listener` is -1 if no other can connect. Returns whether `in` is usable. */
static bool serve(int in, int out, int listener) {
    static char buffer[LINE_BYTES];
    size_t filled = 0;
    bool oversized = false, goes_on = true;
    int64_t end_of_patience = now_millis() + PATIENCE_SECONDS * 1000;
    ssize_t count = 0;

    while (goes_on) {
        struct pollfd ready[] = {
            {.fd = in, .events = POLLIN}, {.fd = listener, .events = POLLIN}, {.fd = connections_fd(), .events = POLLIN}};
        bool is_stranger = listener >= 0 && !session.greeted;
        int64_t rest = end_of_patience - now_millis();
        char *start = buffer, *end;

        if (is_stranger && rest <= 0)
            break;
        if (poll(ready, 3, is_stranger ? (int)rest : -1) < 0 && errno != EINTR)
            break;
        if (ready[2].revents & POLLIN)
            note_connections();
        /* First check whether the tester has just disconnected: then the other one is not a second. */
        if (!ready[0].revents) {
            if (ready[1].revents & POLLIN)
                turn_away(listener);
            continue;
        }
        count = read(in, buffer + filled, sizeof(buffer) - filled);
        if (count < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (count <= 0)
            break;
        filled += (size_t)count;
        while (goes_on && (end = memchr(start, '\n', filled))) {
            *end = 0;
            goes_on = answer(out, start, (size_t)(end - start), oversized);
            oversized = false;
            filled -= (size_t)(end + 1 - start);
            start = end + 1;
        }
        if (filled == sizeof(buffer)) {
            oversized = true;
            filled = 0;
        }
        memmove(buffer, start, filled);
    }
    end_session();
    return count >= 0;
}

/* --- connections of testers */

static _Noreturn void die(int code, const char *format, ...) {
    va_list values;

    fputs("ibassay-agent: ", stderr);
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
    exit(code);
}

static int open_serial(const char *path) {
    int fd = open(path, O_RDWR | O_NOCTTY);
    struct termios raw;

    if (fd < 0)
        die(1, "cannot open %s: %s", path, strerror(errno));
    if (!tcgetattr(fd, &raw)) {
        cfmakeraw(&raw);
        raw.c_cflag |= CLOCAL | CREAD;
        cfsetspeed(&raw, B115200);
        if (tcsetattr(fd, TCSANOW, &raw))
            die(1, "cannot set %s up: %s", path, strerror(errno));
    }
    return fd;
}

/* A serial line or a virtio port, or anything else that can be opened, read and written. It stays open from one
 * tester to the next: closing it would discard data that the next one has already sent. */
static void serve_serial(const char *path) {
    int fd = open_serial(path);

    for (;;) {
        if (!serve(fd, fd, -1)) {
            close(fd);
            fd = open_serial(path);
        }
        /* A virtio port reads as closed while no one is connected. */
        usleep(100000);
    }
}

static bool is_loopback(const struct sockaddr *address) {
    if (address->sa_family == AF_INET)
        return ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr) >> 24 == 127;
    return IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)address)->sin6_addr);
}

/* `where` is PORT, HOST:PORT or [HOST]:PORT. */
static int listen_at(const char *where) {
    char *text = strdup(where), *host = text, *port = strrchr(text, ':');
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV}, *found;
    struct sockaddr_storage bound;
    socklen_t length = sizeof(bound);
    char name[INET6_ADDRSTRLEN] = "", number[8] = "";
    int listener, error, yes = 1;

    if (port)
        *port++ = 0;
    else
        port = text, host = "127.0.0.1";
    if (*host == '[' && host[strlen(host) - 1] == ']') {
        host[strlen(host) - 1] = 0;
        host++;
    }
    error = getaddrinfo(host, port, &hints, &found);
    if (error)
        die(2, "--listen %s: %s; expected [HOST:]PORT", where, gai_strerror(error));
    listener = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
    if (listener < 0 || bind(listener, found->ai_addr, found->ai_addrlen) || listen(listener, 4))
        die(1, "cannot listen at %s: %s", where, strerror(errno));
    getsockname(listener, (struct sockaddr *)&bound, &length);
    getnameinfo((struct sockaddr *)&bound, length, name, sizeof(name), number, sizeof(number),
                NI_NUMERICHOST | NI_NUMERICSERV);
    fprintf(stderr, "ibassay-agent: listening at %s port %s\n", name, number);
    if (!is_loopback(found->ai_addr))
        fprintf(stderr, "ibassay-agent: warning: anyone who can reach that address can use the RDMA device; "
                        "there is no password\n");
    freeaddrinfo(found);
    free(text);
    return listener;
}

static void serve_tcp(const char *where) {
    int listener = listen_at(where), yes = 1, keep_idle = 60;
    struct timeval patience = {.tv_sec = PATIENCE_SECONDS};

    for (;;) {
        int tester = accept(listener, NULL, NULL);

        if (tester < 0) {
            usleep(100000);
            continue;
        }
        setsockopt(tester, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
        /* A tester that crashed or does not read must not keep all others out forever. */
        setsockopt(tester, SOL_SOCKET, SO_KEEPALIVE, &yes, sizeof(yes));
        setsockopt(tester, IPPROTO_TCP, TCP_KEEPIDLE, &keep_idle, sizeof(keep_idle));
        setsockopt(tester, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
        serve(tester, tester, listener);
        close(tester);
    }
}

/* --- creating a Soft-RoCE device */

static void add_attribute(struct nlmsghdr *message, uint16_t type, const char *text) {
    struct nlattr *attribute = (struct nlattr *)((char *)message + NLMSG_ALIGN(message->nlmsg_len));
    size_t bytes = strlen(text) + 1;

    attribute->nla_type = type;
    attribute->nla_len = (uint16_t)(NLA_HDRLEN + bytes);
    memcpy((char *)attribute + NLA_HDRLEN, text, bytes);
    message->nlmsg_len = (uint32_t)(NLMSG_ALIGN(message->nlmsg_len) + NLA_ALIGN(attribute->nla_len));
}

/* Does what `rdma link add rxe0 type rxe netdev IFNAME` does, for a host without that program. */
static void add_rxe(const char *interface) {
    union {
        struct nlmsghdr header;
        char bytes[512];
    } message = {.header = {.nlmsg_len = NLMSG_HDRLEN,
                            .nlmsg_type = RDMA_NL_GET_TYPE(RDMA_NL_NLDEV, RDMA_NLDEV_CMD_NEWLINK),
                            .nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK}};
    const struct nlmsgerr *reply = NLMSG_DATA(&message.header);
    int netlink = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_RDMA);
    ssize_t count;

    if (strlen(interface) >= IFNAMSIZ)
        die(2, "--add-rxe %s: the name is too long for a network interface", interface);
    add_attribute(&message.header, RDMA_NLDEV_ATTR_DEV_NAME, "rxe0");
    add_attribute(&message.header, RDMA_NLDEV_ATTR_LINK_TYPE, "rxe");
    add_attribute(&message.header, RDMA_NLDEV_ATTR_NDEV_NAME, interface);
    if (netlink < 0 || send(netlink, &message, message.header.nlmsg_len, 0) < 0)
        die(1, "cannot request rxe0 from the kernel: %s", strerror(errno));
    count = recv(netlink, &message, sizeof(message), 0);
    if (count < (ssize_t)NLMSG_LENGTH(sizeof(*reply)) || message.header.nlmsg_type != NLMSG_ERROR)
        die(1, "the kernel's response about rxe0 is invalid");
    if (reply->error && reply->error != -EEXIST)
        die(1, "cannot create rxe0 on %s: %s", interface, strerror(-reply->error));
    close(netlink);
}

/* --- command line */

static const char usage[] =
    "usage: ibassay-agent (--stdio | --serial PATH | --listen [HOST:]PORT) [--device NAME] [--port N] "
    "[--add-rxe IFNAME]\n"
    "Controls an RDMA device on this host for an ibassay tester; PROTOCOL.md describes the protocol.\n"
    "  --stdio          serve one tester on standard input and output, for example over ssh\n"
    "  --serial PATH    serve testers on a serial line or virtio port\n"
    "  --listen PORT    serve testers on TCP, one at a time; on the loopback address unless HOST is given; 0: "
    "any free port\n"
    "  --device NAME    RDMA device; default: the first one\n"
    "  --port N         its port; default: 1\n"
    "  --add-rxe IFNAME first create the Soft-RoCE device rxe0 on a network interface; can be the only option\n";

int main(int count, char **words) {
    static const struct option options[] = {
        {"stdio", 0, NULL, 's'}, {"serial", 1, NULL, 'S'},  {"listen", 1, NULL, 'l'}, {"device", 1, NULL, 'd'},
        {"port", 1, NULL, 'p'},  {"add-rxe", 1, NULL, 'r'}, {"help", 0, NULL, 'h'},   {0},
    };
    const char *serial = NULL, *tcp = NULL, *interface = NULL;
    bool stdio = false;
    uint64_t port;
    int option, ways;

    while ((option = getopt_long(count, words, "h", options, NULL)) != -1) {
        if (option == 's')
            stdio = true;
        else if (option == 'S')
            serial = optarg;
        else if (option == 'l')
            tcp = optarg;
        else if (option == 'd')
            device.wanted = optarg;
        else if (option == 'r')
            interface = optarg;
        else if (option == 'p' && parse_number(optarg, &port) && port >= 1 && port <= 255)
            device.port = (int)port;
        else if (option == 'p')
            die(2, "--port %s: expected a number from 1 to 255", optarg);
        else {
            fputs(usage, option == 'h' ? stdout : stderr);
            return option == 'h' ? 0 : 2;
        }
    }
    ways = stdio + !!serial + !!tcp;
    if (optind < count || ways > 1 || (!ways && !interface)) {
        fputs(usage, stderr);
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    if (interface)
        add_rxe(interface);
    if (serial)
        serve_serial(serial);
    else if (tcp)
        serve_tcp(tcp);
    else if (stdio)
        serve(STDIN_FILENO, STDOUT_FILENO, -1);
    return 0;
}
