module threadwall/taskprograms/sleep

go 1.19
