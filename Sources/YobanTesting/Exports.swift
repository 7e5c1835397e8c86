// What a test of an app needs: the simulated world, its devices and its trace.
@_exported import SimulatedOS
@_exported import VirtualTime
