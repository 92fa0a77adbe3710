module threadwall/task-programs/hashmap

go 1.19
