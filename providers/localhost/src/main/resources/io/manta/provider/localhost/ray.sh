#!/bin/sh
# Ray's own command, except that `ray stop` ends this node's Ray only, never another one on the machine.
if [ "$1" = stop ]; then
    exec "$MANTA_PYTHON" "$MANTA_STOP_RAY"
fi
exec "$MANTA_RAY" "$@"
