"""The toolbox: everything that changes a trip or asks about it is a typed tool, called alike by agents, hosts, buttons and commands."""
