// A test of an app uses the simulated world, its devices and its trace together with this module's own API.
@_exported import YobanSimulatedOS
// Of virtual time, a test needs the times of events and the random numbers of a world.
@_exported import struct YobanVirtualTime.RandomStream
@_exported import struct YobanVirtualTime.VirtualInstant
@_exported import enum YobanVirtualTime.StaticVariables
// The other names of the exploration, such as Anchor and Subject, are those of Apple's types, too.
@_exported import class YobanExploration.ExploredWorld
@_exported import typealias YobanExploration.Scenario
