module threadwall/taskprograms/hashmap

go 1.19
