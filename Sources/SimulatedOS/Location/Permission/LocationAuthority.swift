/// What the user answers when an app asks for its location (BC13).
public enum LocationAnswer: String, Sendable, Hashable {
  /// "Allow Once" (iOS 13).
  case allowOnce
  case whileUsing
  /// The dialogue for Always before iOS 13; later it is as `whileUsing`.
  case always
  case never
}

/// What the user answers when the system asks whether Always shall stay (BC13).
public enum LocationUpgradeAnswer: String, Sendable, Hashable {
  case keepOnlyWhileUsing
  case changeToAlways
}

/// `CLAuthorizationStatus`.
public enum LocationAuthorization: String, Sendable, Hashable {
  case notDetermined, restricted, denied
  case always = "authorizedAlways"
  case whenInUse = "authorizedWhenInUse"
}

/// What one app may know, and how the user was asked: the stages of authorization (BC12, BC13).
/// Pure.
struct LocationAuthority: Equatable {
  enum Dialogue: Equatable {
    case first(LocationRequestLevel)
    /// Whether Always shall stay, or come instead of While Using.
    case upgrade
  }

  /// What the system does for an app.
  enum Permission: Equatable {
    case none, whenInUse
    /// Always to the app, While Using in Settings, until the user has answered again (BC13).
    case provisional
    case always
  }

  /// What the app reads.
  private(set) var status = LocationAuthorization.notDetermined
  /// What is on the screen, or will be when the user looks.
  private(set) var dialogue: Dialogue?
  private(set) var isProvisional = false
  /// Allowed once: ends with the process.
  private(set) var isOnce = false
  /// The second prompt comes once only.
  private(set) var hasAskedForUpgrade = false

  var permission: Permission {
    switch status {
    case .notDetermined, .restricted, .denied: .none
    case .whenInUse: .whenInUse
    case .always: isProvisional ? .provisional : .always
    }
  }

  /// The app asks. Returns whether a dialogue is shown.
  mutating func request(_ wanted: LocationRequestLevel) -> Bool {
    guard dialogue == nil else { return false }
    switch status {
    case .notDetermined: dialogue = .first(wanted)
    case .whenInUse:
      guard wanted == .always, !hasAskedForUpgrade, !isOnce else { return false }
      hasAskedForUpgrade = true
      dialogue = .upgrade
    case .restricted, .denied, .always: return false
    }
    return true
  }

  /// Something happened that only Always covers. Returns whether a dialogue is shown (BC13).
  mutating func alwaysIsNeeded() -> Bool {
    guard isProvisional, dialogue == nil else { return false }
    hasAskedForUpgrade = true
    dialogue = .upgrade
    return true
  }

  /// The user answers the first dialogue. Without one nothing changes.
  mutating func answer(_ answer: LocationAnswer, policy: LocationPolicy) {
    guard case .first(let wanted) = dialogue else { return }
    dialogue = nil
    if answer == .never {
      status = .denied
    } else if answer == .allowOnce, policy.offersOnce {
      status = .whenInUse
      isOnce = true
    } else if policy.asksByItself {
      status = .always  // Before iOS 8 there is one kind of permission.
    } else if wanted == .whenInUse {
      status = .whenInUse
    } else if policy.alwaysIsProvisional {
      status = .always
      isProvisional = true
    } else {
      let isLess = policy.alwaysOffersWhileUsing && answer != .always
      status = isLess ? .whenInUse : .always
    }
  }

  /// The user answers the second prompt. Without one nothing changes.
  mutating func answer(_ answer: LocationUpgradeAnswer) {
    guard dialogue == .upgrade else { return }
    dialogue = nil
    isProvisional = false
    switch answer {
    case .keepOnlyWhileUsing: status = .whenInUse
    case .changeToAlways: status = .always
    }
  }

  /// The user changes the setting, or an administrator restricts it.
  mutating func set(_ status: LocationAuthorization) {
    self.status = status
    dialogue = nil
    isProvisional = false
    isOnce = false
  }

  /// The app's process ended: what was allowed once is to be asked again (BC13).
  mutating func launchEnded() {
    if case .first = dialogue { dialogue = nil }
    guard isOnce else { return }
    status = .notDetermined
    isOnce = false
  }
}
