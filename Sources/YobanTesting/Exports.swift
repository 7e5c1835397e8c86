// A test of an app uses the simulated world, its devices and its trace together with this module's own API.
@_exported import YobanSimulatedOS
// Of virtual time, a test needs the times of events, random numbers, the calls on files, and the errors.
@_exported import enum YobanVirtualTime.SimulationError
@_exported import enum YobanVirtualTime.StaticVariables
@_exported import struct YobanVirtualTime.RandomStream
@_exported import struct YobanVirtualTime.SystemCall
@_exported import struct YobanVirtualTime.VirtualInstant
// The other names of the exploration, such as Anchor and Subject, are those of Apple's types, too.
@_exported import class YobanExploration.ExploredWorld
@_exported import typealias YobanExploration.Scenario
