// An Android phone is a device with services that other systems have, too, so clients of this module need them.
@_exported public import YobanMotion
@_exported public import YobanNetwork
@_exported public import YobanSimulatedDevices
