module threadwall/runtimes/sleep

go 1.19
