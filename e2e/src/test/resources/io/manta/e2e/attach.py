"""Types into `manta attach` on a terminal of its own: size, another size, Ctrl-C, exit. Prints what came of it."""
import fcntl
import os
import pty
import select
import struct
import sys
import termios
import time

pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
seen = b""


def size(rows, columns):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def type_in(text):
    os.write(terminal, text.encode())


def until(word):
    global seen
    end = time.time() + 60
    while word not in seen:
        if time.time() > end:
            sys.exit("waited for %r, saw %r" % (word, seen[-2000:]))
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                seen += os.read(terminal, 4096)
            except OSError:
                sys.exit("ended before %r: %r" % (word, seen[-2000:]))
    before, seen = seen.split(word, 1)
    return before


size(40, 120)
type_in("echo rea''dy\n")
until(b"ready\r\n")
type_in("stty size; echo o''ne\n")
print("first", b"40 120" in until(b"one\r\n"))
size(50, 150)
end = time.time() + 30
grown = False
while not grown and time.time() < end:
    type_in("stty size; echo t''wo\n")
    grown = b"50 150" in until(b"two\r\n")
print("second", grown)
type_in("echo wai''ting; sleep 100; echo n''ever\n")
until(b"waiting\r\n")
type_in("\x03")
type_in("echo th''ree $?\n")
until(b"three ")
print("interrupted", until(b"\r\n").decode())
type_in("exit 7\n")
print("exit", os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
