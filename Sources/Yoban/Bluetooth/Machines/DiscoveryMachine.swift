/// Discovers the attributes that a profile names on a connected accessory and subscribes to its
/// values.
///
/// Attributes that are known already, for instance from a restoration (BT26), are not requested
/// again: they were discovered with the same profile, so an optional attribute that is not known
/// does not exist. A missing attribute is reported and left out; a failed response ends the
/// discovery. All requests of a step are made at once, because the system sends them one after the
/// other (BT20).
///
/// The machine is pure. Perform the actions in their order. Each request has one response.
struct DiscoveryMachine {
  enum Action: Hashable {
    /// Answer with `servicesFound`.
    case discoverServices([AttributeIdentifier])
    /// Answer with `characteristicsFound`.
    case discoverCharacteristics([AttributeIdentifier], of: AttributeIdentifier)
    /// Answer with `subscribed`.
    case subscribe(AttributePath)
    case report(BluetoothProblem)
    /// Every existing attribute is discovered and subscribed.
    case finish
    /// The accessory or the system sent a failure.
    case fail(BluetoothFailure)
  }

  enum State: Hashable {
    /// No discovery is under way.
    case idle
    case findingServices
    /// The services whose characteristics are still to be delivered.
    case findingCharacteristics([AttributeIdentifier])
    /// The characteristics whose subscriptions are still to be answered.
    case subscribing([AttributePath])
  }

  /// A known service; its characteristics are nil if they were never requested.
  struct FoundService: Hashable {
    var identifier: AttributeIdentifier
    var characteristics: [FoundCharacteristic]?
  }

  struct FoundCharacteristic: Hashable {
    var identifier: AttributeIdentifier
    var canNotify: Bool
    var isNotifying = false
  }

  private(set) var state = State.idle
  private let wanted: [ServiceProfile]
  private var found: [AttributePath: FoundCharacteristic] = [:]
  /// The wanted services that the accessory has.
  private var foundServices: Set<AttributeIdentifier> = []

  init(_ services: [ServiceProfile]) { wanted = services }

  /// Starts or restarts the discovery. Do not pass late responses to an earlier discovery.
  ///
  /// - Parameter services: nil if the services were never requested, or may have changed.
  mutating func begin(known services: [FoundService]?) -> [Action] {
    reset()
    state = .findingServices
    let known = Set((services ?? []).map(\.identifier))
    if let services, wanted.allSatisfy({ !$0.isRequired || known.contains($0.identifier) }) {
      return servicesFound(services, nil)
    }
    return [.discoverServices(wanted.map(\.identifier))]
  }

  /// Clears the state when the connection ended, or the services are no longer valid.
  mutating func reset() {
    state = .idle
    found = [:]
    foundServices = []
  }

  /// - Parameter services: all known services of the accessory.
  mutating func servicesFound(
    _ services: [FoundService], _ failure: BluetoothFailure?
  ) -> [Action] {
    guard state == .findingServices else { return [] }
    if let failure { return fail(failure) }
    var actions: [Action] = []
    var unanswered: [AttributeIdentifier] = []
    for profile in wanted {
      guard let service = services.first(where: { $0.identifier == profile.identifier }) else {
        if profile.isRequired { actions.append(.report(.missingService(profile.identifier))) }
        continue
      }
      foundServices.insert(service.identifier)
      if let known = service.characteristics, hasRequired(known, of: profile) {
        note(known, of: service.identifier)
      } else {
        let characteristics = profile.characteristics.map(\.path.characteristic)
        unanswered.append(service.identifier)
        actions.append(.discoverCharacteristics(characteristics, of: service.identifier))
      }
    }
    state = .findingCharacteristics(unanswered)
    return unanswered.isEmpty ? actions + subscribe() : actions
  }

  /// - Parameter characteristics: all known characteristics of the service.
  mutating func characteristicsFound(
    _ characteristics: [FoundCharacteristic], of service: AttributeIdentifier,
    _ failure: BluetoothFailure?
  ) -> [Action] {
    guard case .findingCharacteristics(var unanswered) = state,
      let place = unanswered.firstIndex(of: service)
    else { return [] }
    if let failure { return fail(failure) }
    note(characteristics, of: service)
    unanswered.remove(at: place)
    state = .findingCharacteristics(unanswered)
    return unanswered.isEmpty ? subscribe() : []
  }

  /// A subscription succeeded or was refused.
  mutating func subscribed(_ path: AttributePath, _ failure: BluetoothFailure?) -> [Action] {
    guard case .subscribing(var unanswered) = state,
      let place = unanswered.firstIndex(of: path)
    else { return [] }
    let problem = failure.map { [Action.report(.subscriptionFailed(path, $0))] } ?? []
    unanswered.remove(at: place)
    state = .subscribing(unanswered)
    return problem + finishIfAnswered()
  }

  // MARK: Steps

  private func hasRequired(_ known: [FoundCharacteristic], of profile: ServiceProfile) -> Bool {
    profile.characteristics.allSatisfy { characteristic in
      characteristic.uses.contains(.isOptional)
        || known.contains { $0.identifier == characteristic.path.characteristic }
    }
  }

  private mutating func note(
    _ characteristics: [FoundCharacteristic], of service: AttributeIdentifier
  ) {
    for characteristic in characteristics {
      let path = AttributePath(service: service, characteristic: characteristic.identifier)
      // If two characteristics have the same UUID, the first is used.
      if found[path] == nil { found[path] = characteristic }
    }
  }

  private mutating func subscribe() -> [Action] {
    var actions: [Action] = []
    var unanswered: [AttributePath] = []
    for characteristic in wanted.flatMap(\.characteristics) {
      let (path, uses) = (characteristic.path, characteristic.uses)
      guard let known = found[path] else {
        if foundServices.contains(path.service), !uses.contains(.isOptional) {
          actions.append(.report(.missingCharacteristic(path)))
        }
        continue
      }
      guard !uses.isDisjoint(with: [.notifies, .notifiesIfPossible]) else { continue }
      if !known.canNotify {
        if uses.contains(.notifies) { actions.append(.report(.cannotNotify(path))) }
      } else if !known.isNotifying {
        unanswered.append(path)
        actions.append(.subscribe(path))
      }
    }
    state = .subscribing(unanswered)
    return actions + finishIfAnswered()
  }

  private mutating func finishIfAnswered() -> [Action] {
    guard state == .subscribing([]) else { return [] }
    state = .idle
    return [.finish]
  }

  private mutating func fail(_ failure: BluetoothFailure) -> [Action] {
    reset()
    return [.fail(failure)]
  }
}
