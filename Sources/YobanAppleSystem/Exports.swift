// An Apple device is a device, so clients of this module need both.
@_exported public import YobanSimulatedDevices
