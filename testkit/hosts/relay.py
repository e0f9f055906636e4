"""Lets hosts reach the package registries that this machine uses, and nothing else.

    relay.py NETWORK ADDRESS=NAME:PORT...

Listens on ADDRESS:PORT in the network namespace NETWORK and passes bytes on to NAME:PORT from this machine's own network.
Hosts have NAME in /etc/hosts, so programs there need no settings, and encrypted connections stay so end to end.
Prints "ready" when it listens.
"""
import asyncio, ctypes, os, socket, sys

CLONE_NEWNET = 0x40000000


def enter(network):
    with open(network) as namespace:
        if ctypes.CDLL(None, use_errno=True).setns(namespace.fileno(), CLONE_NEWNET):
            raise OSError(ctypes.get_errno(), "setns " + network)


async def copy(reader, writer):
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


def passing_on(name, port):
    async def serve(reader, writer):
        try:
            far_reader, far_writer = await asyncio.open_connection(name, port)
        except OSError:
            writer.transport.abort()
            return
        await asyncio.gather(copy(reader, far_writer), copy(far_reader, writer))

    return serve


async def main(network, routes):
    own = "/proc/%d/ns/net" % os.getpid()
    home = os.open(own, os.O_RDONLY)
    enter(network)
    # A socket stays in the network in which it was made.
    listening = []
    for route in routes:
        address, _, target = route.partition("=")
        name, _, port = target.rpartition(":")
        listening.append((socket.create_server((address, int(port)), backlog=64), name, int(port)))
    enter("/proc/self/fd/%d" % home)
    for sock, name, port in listening:
        await asyncio.start_server(passing_on(name, port), sock=sock)
    print("ready", flush=True)
    await asyncio.Event().wait()


asyncio.run(main(sys.argv[1], sys.argv[2:]))
