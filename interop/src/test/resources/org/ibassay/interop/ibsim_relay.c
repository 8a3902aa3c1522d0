/* Relays between one program and ibsim, like a fabric between a tester's adapter and a device: if ibsim crashes and is
 * restarted under the same name, the program stays attached.
 *
 * ibsim_relay FRONT BACK [sets]: serves the sockets FRONT:*, and is a client of BACK:*. On SIGUSR1 it reattaches to
 * BACK. With "sets" it prints a line for each Set that has passed.
 * Messages are those of ibsim's protocol: 80 bytes on the control socket, with the type at 8 and the client's id at 16.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { CTL_BYTES = 80, TYPE = 8, ID = 16, CONNECT = 1, OWN_ID = 1, MOST = 4096, METHOD = 32 + 3, SET = 2 };

static volatile sig_atomic_t attach_anew;
static char connecting[CTL_BYTES];
static const char *back;
static int back_ctl = -1, back_data = -1;

static void on_signal(int number) {
  (void)number;
  attach_anew = 1;
}

static socklen_t name(struct sockaddr_un *address, const char *base, const char *end) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  int length = snprintf(address->sun_path + 1, sizeof address->sun_path - 1, "%s:%s", base, end);
  return offsetof(struct sockaddr_un, sun_path) + 1 + length + 1; /* ibsim includes the terminating zero */
}

static int bound(const char *base, const char *end) {
  struct sockaddr_un address;
  socklen_t size = name(&address, base, end);
  int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
  if (fd < 0 || bind(fd, (struct sockaddr *)&address, size) < 0) {
    perror(end);
    _exit(1);
  }
  return fd;
}

static int connected(int fd, const char *base, const char *end) {
  struct sockaddr_un address;
  socklen_t size = name(&address, base, end);
  return connect(fd, (struct sockaddr *)&address, size);
}

/* Sends a request to ibsim; the answer replaces the request. */
static int ask(char *message) {
  return send(back_ctl, message, CTL_BYTES, 0) == CTL_BYTES
         && recv(back_ctl, message, CTL_BYTES, 0) == CTL_BYTES;
}

static int attach(char *message) {
  if (back_ctl >= 0) {
    close(back_ctl);
    close(back_data);
  }
  back_ctl = bound(back, "ctl1");
  back_data = bound(back, "in1");
  uint32_t id = OWN_ID;
  memcpy(connecting + ID, &id, sizeof id);
  memcpy(message, connecting, CTL_BYTES);
  if (connected(back_ctl, back, "ctl") < 0 || !ask(message)) {
    return 0;
  }
  return connected(back_data, back, "out0") == 0;
}

int main(int count, char **arguments) {
  if (count != 3 && count != 4) {
    return 2;
  }
  const char *front = arguments[1];
  back = arguments[2];
  struct sigaction action = {.sa_handler = on_signal};
  sigaction(SIGUSR1, &action, NULL);
  int ctl = bound(front, "ctl");
  int data = bound(front, "out0");
  char bytes[MOST];
  for (;;) {
    if (attach_anew) {
      attach_anew = 0;
      if (connecting[TYPE] == CONNECT && !attach(bytes)) {
        perror("attach");
      }
    }
    struct pollfd all[] = {{ctl, POLLIN, 0}, {data, POLLIN, 0}, {back_data, POLLIN, 0}};
    if (poll(all, 3, 100) < 0) {
      continue; /* a signal */
    }
    if (all[0].revents & POLLIN) {
      struct sockaddr_un from;
      socklen_t size = sizeof from;
      uint32_t type = 0;
      if (recvfrom(ctl, bytes, MOST, 0, (struct sockaddr *)&from, &size) == CTL_BYTES) {
        memcpy(&type, bytes + TYPE, sizeof type);
        int ok;
        if (type == CONNECT) {
          uint32_t id;
          char end[32];
          memcpy(&id, bytes + ID, sizeof id);
          snprintf(end, sizeof end, "in%u", id);
          memcpy(connecting, bytes, CTL_BYTES);
          ok = connected(data, front, end) == 0 && attach(bytes);
        } else {
          ok = ask(bytes);
        }
        if (!ok) {
          memset(bytes + TYPE, 0, sizeof type);
        }
        sendto(ctl, bytes, CTL_BYTES, 0, (struct sockaddr *)&from, size);
      }
    }
    if (all[1].revents & POLLIN) {
      ssize_t length = recv(data, bytes, MOST, 0);
      if (length > 0) {
        send(back_data, bytes, length, 0); /* lost if ibsim has crashed */
        if (count == 4 && length > METHOD && bytes[METHOD] == SET) {
          puts("Set");
          fflush(stdout);
        }
      }
    }
    if (all[2].revents & (POLLIN | POLLERR)) {
      ssize_t length = recv(back_data, bytes, MOST, MSG_DONTWAIT);
      if (length > 0) {
        send(data, bytes, length, 0);
      }
    }
  }
}
