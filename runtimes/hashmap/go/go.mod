module threadwall/runtimes/hashmap

go 1.19
