// Devices have profiles and a radio, so clients of this module need both.
@_exported public import PlatformProfiles
@_exported public import SimulatedRadio
