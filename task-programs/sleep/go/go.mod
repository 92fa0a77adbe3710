module threadwall/task-programs/sleep

go 1.19
