/// Whether a device has sent samples of a night. The raw values are the order in a list.
public enum NightState: Int64, CaseIterable, Hashable, Sendable {
  /// It has not, but it could: it has a valid token.
  case missing = 0
  case sent = 1
  /// It has not, and it has no valid token, such as after the end of a study.
  case inactive = 2

  /// The name in answers of the API.
  public var name: String {
    switch self {
    case .missing: "missing"
    case .sent: "sent"
    case .inactive: "inactive"
    }
  }
}

/// The place of a device in a list that is sorted by state, then by name.
public struct NightStatePosition: Hashable, Sendable, LosslessStringConvertible {
  public var state: NightState
  public var device: String

  public init(state: NightState, device: String) {
    self.state = state
    self.device = device
  }

  /// The state and the device, separated by a colon, such as `missing:phone`.
  public var description: String { "\(state.name):\(device)" }

  public init?(_ description: String) {
    let parts = description.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let state = NightState.allCases.first(where: { $0.name == parts[0] })
    else { return nil }
    self.init(state: state, device: String(parts[1]))
  }
}

/// The question which devices have sent in a night.
public struct NightQuestion: Hashable, Sendable {
  /// The night, in nanoseconds since 1970.
  public var times: ClosedRange<Int64>
  /// nil for all devices.
  public var group: String?
  /// The place after which the list begins; nil for its beginning.
  public var after: NightStatePosition?
  public var limit: Int
  /// Now, in seconds since 1970.
  public var now: Int64

  public init(
    times: ClosedRange<Int64>, group: String? = nil, after: NightStatePosition? = nil, limit: Int,
    now: Int64
  ) {
    self.times = times
    self.group = group
    self.after = after
    self.limit = limit
    self.now = now
  }
}

/// The devices that have sent in a night, and those that have not.
public struct NightStates: Sendable {
  /// The numbers of devices by their state.
  public struct Counts: Hashable, Sendable {
    public var missing = 0
    public var sent = 0
    public var inactive = 0

    public init() {}

    public subscript(state: NightState) -> Int {
      get {
        switch state {
        case .missing: missing
        case .sent: sent
        case .inactive: inactive
        }
      }
      set {
        switch state {
        case .missing: missing = newValue
        case .sent: sent = newValue
        case .inactive: inactive = newValue
        }
      }
    }
  }

  /// The first devices, sorted by state, then by name.
  public var devices: [NightStatePosition] = []
  /// All devices.
  public var all = Counts()
  /// The devices of each group, sorted by its name. A device can be in several groups.
  public var groups: [(name: String, counts: Counts)] = []

  public init() {}
}
