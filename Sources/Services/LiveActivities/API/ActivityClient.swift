internal import YobanSimulatedApple

/// The objects of ActivityKit in one process: its activities, and those who observe them.
final class ActivityClient: LiveActivityEventReceiver {
  let system: ServiceHandle<LiveActivityService>
  /// The objects that the app's code holds, by identifier: one for each activity. Used only for lookup.
  private var known: [String: WeakObject] = [:]
  private var observers: [WeakObserver] = []

  private struct WeakObject {
    weak var object: AnyObject?
  }

  private struct WeakObserver {
    weak var observer: ActivityObserver?
  }

  private init(_ process: AppProcess) {
    system = ServiceHandle(process.app.appleDevice.liveActivities, of: process, for: "Activity")
    system.service.open(process, self)
  }

  var service: LiveActivityService { system.service }
  var app: InstalledApp { system.process.app }

  /// Those of the app whose code calls.
  static var current: ActivityClient {
    let process = AppProcess.callingOnPhone("ActivityKit was used")
    return process.process.resident(ActivityClient.self) { ActivityClient(process) }
  }

  /// Returns the object of an activity in this process.
  func object<Attributes: ActivityAttributes>(
    _ activity: LiveActivity, _ type: Attributes.Type
  ) -> Activity<Attributes>? {
    if let object = known[activity.id]?.object { return object as? Activity<Attributes> }
    guard
      let attributes = try? JSONDecoder().decode(Attributes.self, from: activity.attributes),
      let content = try? ActivityContent<Attributes.ContentState>(activity.values)
    else {
      system.process.reportOnce(
        .undecodableContent(activity.name, "the attributes or the first state"),
        for: "undecodable \(activity.id)")
      return nil
    }
    return remember(Activity(activity, attributes, content, self))
  }

  func remember<Attributes>(_ object: Activity<Attributes>) -> Activity<Attributes> {
    known = known.filter { $0.value.object != nil }
    known[object.id] = WeakObject(object: object)
    return object
  }

  func activities<Attributes: ActivityAttributes>(
    _ type: Attributes.Type
  ) -> [Activity<Attributes>] {
    service.activities(of: app, "\(type)").compactMap { object($0, type) }
  }

  // MARK: Observers

  func add(_ observer: ActivityObserver) { observers.append(WeakObserver(observer: observer)) }

  private func notify(_ event: ActivityObserver.Event) {
    observers.removeAll { $0.observer == nil }
    for observer in observers { observer.observer?.receive(event) }
  }

  func started(_ activity: LiveActivity) { notify(.started(activity)) }
  func stateChanged(of activity: LiveActivity, to state: LiveActivityMachine.State) {
    notify(.state(activity, state))
  }
  func contentChanged(of activity: LiveActivity, to values: LiveActivityValues) {
    notify(.content(activity, values))
  }
  func tokenChanged(of activity: LiveActivity) { notify(.token(activity)) }
  func startTokenChanged(for attributesType: String) { notify(.startToken(attributesType)) }
  func settingsChanged() { notify(.settings) }
}
