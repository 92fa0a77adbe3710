module threadwall/peers/go

go 1.19
