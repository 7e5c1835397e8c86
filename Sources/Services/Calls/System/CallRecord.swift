import Foundation
import YobanSimulatedDevices

/// The VoIP pushes and the objects of CallKit and PushKit of one app.
final class CallRecord {
  let app: InstalledApp
  /// The token for VoIP pushes, which the app keeps over its launches; nil before the first registration.
  var token: Data?
  /// Whether the app has registered for VoIP pushes, in this launch or an earlier one.
  var isRegistered = false
  var pushes: VoIPPushQueue
  /// Whether the app was reported as blocked since it was last open.
  var isKnownAsBlocked = false

  // Of the present process.

  /// The registry for VoIP pushes that the app has created last.
  weak var registry: (any PushRegistryReceiver)?
  /// The token, as soon as the registry has received it in this launch.
  var knownToken: Data?
  /// The pushes that the process has been given, in order. They leave it when the registry has received them and no
  /// call is owed for them.
  var deliveries: [VoIPPushDelivery] = []
  private var providers: [WeakProvider] = []
  private var observers: [WeakObserver] = []
  /// The actions that the app has not completed.
  var actions: [CallAction] = []
  /// Whether the audio session is active for a call, and for which provider.
  weak var audioProvider: (any CallProviderReceiver)?
  var hasAudio = false
  /// Whether a call keeps the process running in the background.
  var isKept = false

  private struct WeakProvider { weak var provider: (any CallProviderReceiver)? }
  private struct WeakObserver { weak var observer: (any CallObserverReceiver)? }

  init(_ app: InstalledApp, _ policy: CallPolicy) {
    self.app = app
    pushes = VoIPPushQueue(policy)
  }

  /// The provider that the app has created last; nil without one.
  var provider: (any CallProviderReceiver)? { providers.compactMap(\.provider).last }

  func add(_ provider: any CallProviderReceiver) {
    providers.removeAll { $0.provider == nil }
    providers.append(WeakProvider(provider: provider))
  }
  func remove(_ provider: any CallProviderReceiver) {
    providers.removeAll { $0.provider === provider }
  }

  func add(_ observer: any CallObserverReceiver) {
    observers.removeAll { $0.observer == nil }
    observers.append(WeakObserver(observer: observer))
  }
  var liveObservers: [any CallObserverReceiver] { observers.compactMap(\.observer) }

  func processEnded() {
    registry = nil
    knownToken = nil
    deliveries = []
    providers = []
    observers = []
    actions = []
    audioProvider = nil
    hasAudio = false
    isKept = false
  }
}
