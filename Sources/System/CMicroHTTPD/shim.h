#ifndef MUSTER_CMICROHTTPD_SHIM_H
#define MUSTER_CMICROHTTPD_SHIM_H
#include <sys/types.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <microhttpd.h>

// What Swift can't call or see by itself: variadic functions, enumeration constants, unions and va_list.

typedef void *(*muster_http_target_callback)(void *context, const char *target, struct MHD_Connection *connection);
typedef void (*muster_http_log_callback)(void *context, const char *message);

struct muster_http_options {
  unsigned int connection_limit;
  unsigned int inactivity_seconds;
  size_t connection_memory;
  const char *certificate_pem; // null: plain HTTP
  const char *key_pem;
  void *context;
  MHD_AccessHandlerCallback handle;
  muster_http_target_callback target;
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection;
  muster_http_log_callback log;
};

// The text is fixed at compile time in the library; the arguments may name sizes and system errors.
static void muster_http_log(void *options, const char *format, va_list arguments) {
  const struct muster_http_options *o = (const struct muster_http_options *)options;
  char text[512];
  vsnprintf(text, sizeof text, format, arguments);
  o->log(o->context, text);
}

// Keeps %xx and + as they came.
static size_t muster_http_keep(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  return strlen(text);
}

// `o` must stay valid until the daemon is stopped. The daemon has one thread and no listening socket: connections are
// added to it.
static inline struct MHD_Daemon *muster_http_start(struct muster_http_options *o) {
  unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ERROR_LOG | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC |
                       MHD_USE_NO_LISTEN_SOCKET;
  struct MHD_OptionItem items[16];
  unsigned int n = 0;
#define MUSTER_OPTION(option, value, pointer) \
  items[n++] = (struct MHD_OptionItem) { option, (intptr_t)(value), (void *)(pointer) }
  MUSTER_OPTION(MHD_OPTION_CONNECTION_LIMIT, o->connection_limit, NULL);
  MUSTER_OPTION(MHD_OPTION_CONNECTION_TIMEOUT, o->inactivity_seconds, NULL);
  MUSTER_OPTION(MHD_OPTION_CONNECTION_MEMORY_LIMIT, o->connection_memory, NULL);
  MUSTER_OPTION(MHD_OPTION_NOTIFY_COMPLETED, o->completed, o->context);
  MUSTER_OPTION(MHD_OPTION_NOTIFY_CONNECTION, o->connection, o->context);
  MUSTER_OPTION(MHD_OPTION_URI_LOG_CALLBACK, o->target, o->context);
  MUSTER_OPTION(MHD_OPTION_UNESCAPE_CALLBACK, muster_http_keep, NULL);
  if (o->certificate_pem) {
    flags |= MHD_USE_TLS;
    MUSTER_OPTION(MHD_OPTION_HTTPS_MEM_CERT, 0, o->certificate_pem);
    MUSTER_OPTION(MHD_OPTION_HTTPS_MEM_KEY, 0, o->key_pem);
    MUSTER_OPTION(MHD_OPTION_HTTPS_PRIORITIES, 0, "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2");
  }
  MUSTER_OPTION(MHD_OPTION_END, 0, NULL);
#undef MUSTER_OPTION
  // The logger comes first, so that what fails in the other options reaches it.
  return MHD_start_daemon(flags, 0, NULL, NULL, o->handle, o->context, MHD_OPTION_EXTERNAL_LOGGER, muster_http_log, o,
                          MHD_OPTION_ARRAY, items, MHD_OPTION_END);
}

static inline enum MHD_Result muster_http_yes(void) { return MHD_YES; }
static inline enum MHD_Result muster_http_no(void) { return MHD_NO; }
static inline uint64_t muster_http_unknown_size(void) { return MHD_SIZE_UNKNOWN; }
static inline ssize_t muster_http_end_of_stream(void) { return MHD_CONTENT_READER_END_OF_STREAM; }
static inline ssize_t muster_http_end_with_error(void) { return MHD_CONTENT_READER_END_WITH_ERROR; }
static inline int muster_http_is_start(enum MHD_ConnectionNotificationCode code) {
  return code == MHD_CONNECTION_NOTIFY_STARTED;
}

static inline struct MHD_Response *muster_http_copied_response(size_t size, const void *bytes) {
  return MHD_create_response_from_buffer(size, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

static inline void *muster_http_socket_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

static inline const struct sockaddr *muster_http_client_address(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}

static inline int muster_http_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

static inline int muster_http_each_header(struct MHD_Connection *connection, MHD_KeyValueIteratorN body, void *context) {
  return MHD_get_connection_values_n(connection, MHD_HEADER_KIND, body, context);
}

// Linux; the headers show them only under _GNU_SOURCE, which would change types that Swift's own module sees.
extern int accept4(int, struct sockaddr *, socklen_t *, int);
#ifndef POLLRDHUP
#define POLLRDHUP 0x2000
#endif

static inline int muster_accept(int listener, struct sockaddr_storage *address, socklen_t *length) {
  return accept4(listener, (struct sockaddr *)address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

static inline int muster_event_make(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
static inline void muster_event_signal(int event) { eventfd_write(event, 1); }

// 1 when the peer of a connected socket has closed its side or the connection is broken.
static inline int muster_peer_has_gone(int socket) {
  struct pollfd p = {.fd = socket, .events = POLLRDHUP, .revents = 0};
  return poll(&p, 1, 0) > 0 && (p.revents & (POLLRDHUP | POLLHUP | POLLERR | POLLNVAL)) != 0;
}

// 1 when the peer has closed its side and all that it sent was read.
static inline int muster_peer_has_finished(int socket) {
  int unread = 0;
  return muster_peer_has_gone(socket) && ioctl(socket, FIONREAD, &unread) == 0 && unread == 0;
}

// For benchmarks: the library with nothing around it, on a free loopback port.
static inline struct MHD_Daemon *muster_http_start_bare(unsigned int threads, MHD_AccessHandlerCallback handle) {
  struct sockaddr_in address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD, 0, NULL, NULL, handle, NULL, MHD_OPTION_SOCK_ADDR, &address,
                          MHD_OPTION_THREAD_POOL_SIZE, threads, MHD_OPTION_CONNECTION_LIMIT, 4096U, MHD_OPTION_END);
}

static inline uint16_t muster_http_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info ? info->port : 0;
}
#endif
