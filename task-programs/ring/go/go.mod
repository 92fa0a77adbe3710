module threadwall/taskprograms/ring

go 1.19
