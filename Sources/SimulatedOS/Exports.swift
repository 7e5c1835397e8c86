// All simulated systems in one import, for code that plays with devices of every platform.
@_exported public import SimulatedAndroid
@_exported public import SimulatedApple
