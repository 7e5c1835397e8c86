import Foundation
internal import YobanSimulatedApple
internal import YobanVirtualTime

/// Starts the Location Push Service Extension of the calling process with an object of its main class (LOC12).
@MainActor package func startLocationPushExtension(
  _ type: any (NSObject & CLLocationPushServiceExtension).Type
) {
  guard let service = makeObject(of: type) as? any CLLocationPushServiceExtension else {
    preconditionFailure("\(type) does not conform to CLLocationPushServiceExtension")
  }
  let process = AppProcess.callingOnPhone("a Location Push Service Extension was started")
  let host = LocationPushHost(service)
  _ = process.process.resident(LocationPushHost.self) { host }
  process.attach(host.receiver)
  process.app.appleDevice.location.open(process, host)
}

/// The Location Push Service Extension in its process.
private final class LocationPushHost: LocationPushReceiver {
  private let service: any CLLocationPushServiceExtension
  let receiver = ExtensionReceiver()

  init(_ service: any CLLocationPushServiceExtension) { self.service = service }

  func received(_ payload: String, completion: @escaping () -> Void) {
    let object = try? JSONSerialization.jsonObject(with: Data(payload.utf8))
    // Sendable: the threads of a simulation run one after the other.
    nonisolated(unsafe) let completion = completion
    service.didReceiveLocationPushPayload(object as? [String: Any] ?? [:]) { completion() }
  }

  func willTerminate() { service.serviceExtensionWillTerminate() }
}

/// The events of the system for the process of an extension, which has no life cycle.
private final class ExtensionReceiver: ApplicationEventReceiver {
  func deliver(_ step: LifecycleStep, cause: LaunchCause) {}
}
