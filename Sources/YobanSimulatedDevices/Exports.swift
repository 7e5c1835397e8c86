// Devices have profiles and a radio, so clients of this module need both.
@_exported public import YobanPlatformProfiles
@_exported public import YobanSimulatedRadio
@_exported public import protocol YobanVirtualTime.SimulationConfined
