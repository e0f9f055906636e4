#!/bin/sh
# Ray's own command, except that `ray stop` ends this node's Ray only, never another one on the machine.
if [ "$1" = stop ]; then
    if [ -z "$(ls -A "$MANTA_RAY_TEMP" 2>/dev/null)" ]; then
        echo "Ray has not run on this node yet."
        exit 0
    fi
    exec "$MANTA_PYTHON" "$MANTA_STOP_RAY"
fi
exec "$MANTA_RAY" "$@"
