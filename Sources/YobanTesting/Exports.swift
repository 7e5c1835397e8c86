// A test of an app uses the simulated world, its devices and its trace together with this module's own API.
@_exported import YobanSimulatedOS
@_exported import YobanVirtualTime
