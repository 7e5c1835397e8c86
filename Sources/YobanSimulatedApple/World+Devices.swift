import YobanAccessorySetup
import YobanAppIntents
import YobanAppleSystem
import YobanAudio
import YobanBluetooth
import YobanCalls
import YobanCoreData
import YobanHealth
import YobanJobs
import YobanKeychain
import YobanLiveActivities
import YobanLocation
import YobanMotion
import YobanNetwork
import YobanNotifications
import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanWatch
import YobanWatchLink
import YobanWidgets

extension World {
  /// The services of an iPhone and of a watch. Each event is sent to them in this order, so it is part of what a
  /// seed means.
  package static let appleServices: [ServiceDeclaration] = [
    .location, .motion, .transfer, .bluetooth, .jobs, .watchLink, .health, .audio, .keychain,
    .network, .notifications, .coreData, .appleSystem, .liveActivities, .appIntents, .widgets,
    .calls,
    .accessorySetup,
  ]

  /// The services of a watch.
  package static let watchServices = appleServices + [.watch]

  /// Adds an iPhone that is switched on and unlocked.
  ///
  /// - Throws: `WorldError` if the name is not unique in the world, or the profile is not that of
  ///   an iPhone.
  public func addPhone(_ name: String, _ profile: DeviceProfile) throws -> Phone {
    try add(name, profile, .iOS) { Phone($0, $1, in: $2, services: Self.appleServices) }
  }

  /// Adds an Apple Watch that is switched on and unlocked.
  ///
  /// - Throws: `WorldError` if the name is not unique in the world, or the profile is not that of
  ///   a watch.
  public func addWatch(_ name: String, _ profile: DeviceProfile) throws -> Watch {
    try add(name, profile, .watchOS) {
      Watch($0, $1, in: $2, services: Self.watchServices)
    }
  }
}
