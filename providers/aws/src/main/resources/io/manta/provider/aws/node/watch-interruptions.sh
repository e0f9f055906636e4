mkdir -p ~/.manta
cat >~/.manta/interruption-agent.py <<'MANTA_END'
@AGENT@
MANTA_END
cat >~/.manta/interruption-tell.sh <<'MANTA_END'
@TELL@
MANTA_END
setsid python3 ~/.manta/interruption-agent.py ~/.manta "sh $HOME/.manta/interruption-tell.sh" ${MANTA_METADATA:-} \
  </dev/null >>~/.manta/interruption-agent.log 2>&1 &
