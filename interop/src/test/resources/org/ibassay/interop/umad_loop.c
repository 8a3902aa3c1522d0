/* Measures SubnGet(NodeInfo) in a plain loop over libibumad.
   umad_loop COUNT WINDOW: prints nanoseconds for each. */
#include <infiniband/umad.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAD_BYTES 256
#define DIRECTED_ROUTE 0x81

static unsigned char out[64 + MAD_BYTES], in[64 + MAD_BYTES];

static double nanos(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e9 + now.tv_nsec;
}

static void must(int right, const char *what) {
  if (!right) {
    fprintf(stderr, "%s failed\n", what);
    exit(1);
  }
}

static void ask(int port, int agent, unsigned number) {
  unsigned char *mad = out + umad_size();
  memset(out, 0, sizeof out);
  mad[0] = 1;
  mad[1] = DIRECTED_ROUTE;
  mad[2] = 1;
  mad[3] = 1;
  mad[7] = 1;
  for (int i = 0; i < 4; i++) mad[12 + i] = number >> (24 - 8 * i);
  mad[17] = 0x11;
  memset(mad + 32, 0xff, 4);
  mad[128 + 1] = 1;
  umad_set_addr(out, 0xffff, 0, 0, 0);
  must(umad_send(port, agent, out, MAD_BYTES, 1000, 0) == 0, "umad_send");
}

static void answer(int port) {
  int bytes = MAD_BYTES;
  must(umad_recv(port, in, &bytes, 1000) >= 0, "umad_recv");
  must(umad_status(in) == 0, "the answer's status");
}

int main(int argc, char **argv) {
  must(argc == 3, "umad_loop COUNT WINDOW");
  int count = atoi(argv[1]), window = atoi(argv[2]), sent = 0;
  umad_init();
  int port = umad_open_port(NULL, 0);
  must(port >= 0, "umad_open_port");
  int agent = umad_register(port, DIRECTED_ROUTE, 1, 0, NULL);
  must(umad_register(port, 1, 1, 0, NULL) >= 0, "umad_register");
  double start = nanos();
  for (int received = 0; received < count; received++) {
    while (sent < count && sent - received < window) ask(port, agent, ++sent);
    answer(port);
  }
  printf("%.0f\n", (nanos() - start) / count);
  umad_close_port(port);
  return 0;
}
