// The devices of Apple's systems with all their services, in one import.
@_exported public import YobanAppIntents
@_exported public import YobanAppleSystem
@_exported public import YobanAudio
@_exported public import YobanBluetooth
@_exported public import YobanCoreData
@_exported public import YobanHealth
@_exported public import YobanJobs
@_exported public import YobanKeychain
@_exported public import YobanLiveActivities
@_exported public import YobanLocation
@_exported public import YobanMotion
@_exported public import YobanNetwork
@_exported public import YobanNotifications
@_exported public import YobanSimulatedDevices
@_exported public import YobanWatch
@_exported public import YobanWatchLink
@_exported public import YobanWidgets
