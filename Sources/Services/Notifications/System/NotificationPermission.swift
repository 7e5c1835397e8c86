import YobanPlatformProfiles

/// The user's permission for the notifications of an app (NT1, NT2). It has no side effects.
package struct NotificationPermission: Sendable, Hashable {
  package enum Status: String, Sendable, Hashable {
    case notDetermined, denied, authorized
    /// Quiet delivery without a question to the user (NT2).
    case provisional
  }

  /// The result of a request.
  package enum Action: Sendable, Hashable {
    case answer(Bool)
    /// Show the permission alert; call `answered` when the user has answered.
    case ask
  }

  package private(set) var status = Status.notDetermined
  /// The options that the app has asked for and the user has allowed.
  package private(set) var options: NotificationOptions = []
  /// The options that the user has switched off in Settings.
  package private(set) var switchedOff: NotificationOptions = []
  /// Whether the user keeps the app's notifications quiet (NT2).
  package private(set) var isKeptQuiet = false

  package init() {}

  /// A permission that an app has archived.
  package init(
    _ status: Status, _ options: NotificationOptions, switchedOff: NotificationOptions,
    isKeptQuiet: Bool
  ) {
    self.status = status
    self.options = options
    self.switchedOff = switchedOff
    self.isKeptQuiet = isKeptQuiet
  }

  /// The app requests permission.
  package mutating func request(_ wanted: NotificationOptions, _ policy: NotificationPolicy)
    -> Action
  {
    guard policy.exists else { return .answer(false) }
    let isProvisional = wanted.contains(.provisional) && policy.offersProvisional
    switch status {
    case .denied: return .answer(false)
    case .authorized:
      options.formUnion(wanted)
      return .answer(true)
    case .notDetermined, .provisional:
      guard isProvisional else { return .ask }
      status = .provisional
      options.formUnion(wanted)
      return .answer(true)
    }
  }

  /// The user has answered the permission alert for these options.
  package mutating func answered(_ isAllowed: Bool, _ wanted: NotificationOptions) {
    status = isAllowed ? .authorized : .denied
    options.formUnion(wanted)
  }

  /// The user switches Allow Notifications in Settings.
  package mutating func switched(_ isOn: Bool) {
    if isOn, options.isDisjoint(with: [.alert, .badge, .sound]) {
      options.formUnion([.alert, .badge, .sound])
    }
    if isOn { isKeptQuiet = false }
    status = isOn ? .authorized : .denied
  }

  /// The user switches kinds of notifications on or off in Settings.
  package mutating func switched(_ kinds: NotificationOptions, _ isOn: Bool) {
    if isOn { switchedOff.subtract(kinds) } else { switchedOff.formUnion(kinds) }
  }

  /// The user keeps provisional notifications (NT2).
  package mutating func keep(quietly: Bool) {
    guard status == .provisional else { return }
    status = .authorized
    isKeptQuiet = quietly
  }

  /// The user turns provisional notifications off (NT2).
  package mutating func turnOff() { if status == .provisional { status = .denied } }

  /// Whether the app may schedule notifications.
  package var allowsNotifications: Bool { status == .authorized || status == .provisional }
  /// Whether notifications arrive without a banner, a sound or an entry on the lock screen (NT2).
  package var isQuiet: Bool { status == .provisional || isKeptQuiet }

  /// Whether alerts are shown, badges are shown, or sounds are played.
  package func allows(_ kind: NotificationOptions) -> Bool {
    allowsNotifications && options.contains(kind) && switchedOff.isDisjoint(with: kind)
      && (kind == .alert || !isQuiet)
  }
}
