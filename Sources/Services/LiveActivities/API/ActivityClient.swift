internal import YobanSimulatedApple

/// The objects of ActivityKit in one process: its activities, and those who observe them.
final class ActivityClient: LiveActivityEventReceiver {
  let system: ServiceHandle<LiveActivityService>
  /// The objects that the app's code has seen, by identifier: one for each activity. Used only for lookup.
  private var known: [String: AnyObject] = [:]
  private var observers: [WeakObserver] = []

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
    if let object = known[activity.id] { return object as? Activity<Attributes> }
    guard
      let attributes = try? JSONDecoder().decode(Attributes.self, from: activity.attributes),
      let object = Activity<Attributes>(activity, attributes, self)
    else {
      system.process.reportOnce(
        .undecodableContent(activity.name, "the attributes or the first state"),
        for: "undecodable \(activity.id)")
      return nil
    }
    return remember(object)
  }

  func remember<Attributes>(_ object: Activity<Attributes>) -> Activity<Attributes> {
    known[object.id] = object
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
  func contentChanged(of activity: LiveActivity) { notify(.content(activity)) }
  func tokenChanged(of activity: LiveActivity) { notify(.token(activity)) }
  func startTokenChanged(for attributesType: String) { notify(.startToken(attributesType)) }
  func settingsChanged() { notify(.settings) }
}

/// Receives the events for one iteration of a sequence. Exists as long as the iterator.
final class ActivityObserver {
  enum Event {
    case started(LiveActivity)
    case state(LiveActivity, LiveActivityMachine.State)
    case content(LiveActivity)
    case token(LiveActivity)
    case startToken(String)
    case settings
  }

  private let body: (Event) -> Void

  init(_ body: @escaping (Event) -> Void) { self.body = body }

  func receive(_ event: Event) { body(event) }
}

/// The elements of one iteration, and the observer that gives them.
final class ActivityElements<Element: Sendable>: @unchecked SimulationConfined {
  private let queue = EventQueue<Element>()
  private var observer: ActivityObserver?
  private var hasEnded = false

  /// - Parameters:
  ///   - first: the elements with which the sequence begins.
  ///   - element: the element for an event; nil if the event is none of the sequence.
  ///   - isLast: whether the sequence ends after an element.
  init(
    _ client: ActivityClient, first: [Element],
    isLast: @escaping (Element) -> Bool = { _ in false },
    _ element: @escaping (ActivityObserver.Event) -> Element?
  ) {
    for element in first { give(element, isLast) }
    let observer = ActivityObserver { [weak self] event in
      if let element = element(event) { self?.give(element, isLast) }
    }
    self.observer = observer
    client.add(observer)
  }

  private func give(_ element: Element, _ isLast: (Element) -> Bool) {
    queue.give(element)
    if isLast(element) { queue.finish() }
  }

  func next() async -> Element? { await queue.take() }
}
