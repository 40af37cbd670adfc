#ifndef MUSTER_CMICROHTTPD_SHIM_H
#define MUSTER_CMICROHTTPD_SHIM_H
#include <sys/types.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <microhttpd.h>
#endif
