/*
 * Stands in for NVIDIA's management library on machines without a card: enough of it for Ray's own detection and for the
 * dashboard's reporter, which both load libnvidia-ml.so.1 by name. What cards there are is fixed when it is compiled:
 *
 *   cc -shared -fPIC -DCARDS='"NVIDIA H200","NVIDIA H200"' -DSLICES=0 -o libnvidia-ml.so.1 nvml.c
 *
 * SLICES is the number of MIG slices on each card. Without CARDS it is the library of a machine whose driver is not loaded.
 */
#include <stdio.h>
#include <string.h>

enum { SUCCESS = 0, INVALID_ARGUMENT = 2, NOT_SUPPORTED = 3, NOT_FOUND = 6, DRIVER_NOT_LOADED = 9 };

#ifdef CARDS
static const char *names[] = {CARDS};
static const unsigned count = sizeof names / sizeof *names;
static const int init_result = SUCCESS;
#else
static const char *names[] = {""};
static const unsigned count = 0;
static const int init_result = DRIVER_NOT_LOADED;
#endif
#ifndef SLICES
#define SLICES 0
#endif

/* A handle is never looked into by callers: cards from 1 on, their slices at 1000 x card + slice + 1. */
typedef unsigned long handle;

static handle card_of(handle device) { return device >= 1000 ? device / 1000 : device; }

int nvmlInitWithFlags(unsigned flags) { (void)flags; return init_result; }
int nvmlInit_v2(void) { return init_result; }
int nvmlShutdown(void) { return SUCCESS; }

const char *nvmlErrorString(int code) { return code == DRIVER_NOT_LOADED ? "Driver Not Loaded" : "Not Supported"; }

int nvmlDeviceGetCount_v2(unsigned *out) { *out = count; return SUCCESS; }

int nvmlDeviceGetHandleByIndex_v2(unsigned index, handle *out) {
    *out = index + 1;
    return index < count ? SUCCESS : INVALID_ARGUMENT;
}

int nvmlDeviceGetIndex(handle device, unsigned *out) { *out = card_of(device) - 1; return SUCCESS; }

int nvmlDeviceGetName(handle device, char *out, unsigned length) {
    snprintf(out, length, "%s%s", names[card_of(device) - 1], device >= 1000 ? " MIG 1g.10gb" : "");
    return SUCCESS;
}

int nvmlDeviceGetUUID(handle device, char *out, unsigned length) {
    snprintf(out, length, "%s-00000000-0000-0000-0000-%012lu", device >= 1000 ? "MIG" : "GPU", device);
    return SUCCESS;
}

int nvmlDeviceGetMigMode(handle device, unsigned *current, unsigned *pending) {
    (void)device;
    *current = *pending = SLICES > 0;
    return SUCCESS;
}

int nvmlDeviceGetMaxMigDeviceCount(handle device, unsigned *out) { (void)device; *out = SLICES; return SUCCESS; }

int nvmlDeviceGetMigDeviceHandleByIndex(handle device, unsigned index, handle *out) {
    *out = device * 1000 + index + 1;
    return index < SLICES ? SUCCESS : NOT_FOUND;
}

struct memory { unsigned long long total, free, used; };

int nvmlDeviceGetMemoryInfo(handle device, struct memory *out) {
    (void)device;
    out->total = out->free = 80ULL << 30;
    out->used = 0;
    return SUCCESS;
}

int nvmlDeviceGetUtilizationRates(handle device, void *out) { (void)device; (void)out; return NOT_SUPPORTED; }
int nvmlDeviceGetPowerUsage(handle device, unsigned *out) { (void)device; (void)out; return NOT_SUPPORTED; }

static int no_processes(handle device, unsigned *number) { (void)device; *number = 0; return SUCCESS; }
int nvmlDeviceGetComputeRunningProcesses_v2(handle d, unsigned *n, void *p) { (void)p; return no_processes(d, n); }
int nvmlDeviceGetComputeRunningProcesses_v3(handle d, unsigned *n, void *p) { (void)p; return no_processes(d, n); }
int nvmlDeviceGetGraphicsRunningProcesses_v2(handle d, unsigned *n, void *p) { (void)p; return no_processes(d, n); }
int nvmlDeviceGetGraphicsRunningProcesses_v3(handle d, unsigned *n, void *p) { (void)p; return no_processes(d, n); }
