// The modules for tests of an app: the simulated world, its devices and its trace.
@_exported import SimulatedOS
@_exported import VirtualTime
