/// The authorization that an app requests from the user.
package enum LocationRequestLevel: Sendable, Hashable {
  case whenInUse, always
}

/// The user's answer when an app requests location authorization (BC13).
public enum LocationAnswer: String, Sendable, Hashable {
  /// "Allow Once" (iOS 13).
  case allowOnce
  case whileUsing
  /// "Always Allow" in the dialog before iOS 13; in later versions the same as `whileUsing`.
  case always
  case never
}

/// The user's answer when the system asks whether to keep Always (BC13).
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

/// The authorization of one app and the dialogs that lead to it (BC12, BC13). Pure.
struct LocationAuthority: Equatable {
  enum Dialog: Equatable {
    case first(LocationRequestLevel)
    /// The dialog that asks whether to keep Always, or to change from While Using to Always.
    case upgrade
  }

  /// The level of location access that the system gives an app.
  enum Permission: Equatable {
    case none, whenInUse
    /// Always for the app, While Using in Settings, until the second dialog is answered (BC13).
    case provisional
    case always
  }

  /// The status that the app reads.
  private(set) var status = LocationAuthorization.notDetermined
  /// The dialog that is open, or that opens when the screen is lit.
  private(set) var dialog: Dialog?
  private(set) var isProvisional = false
  /// Whether the authorization was given with "Allow Once" and ends with the process.
  private(set) var isOnce = false
  /// Whether the second dialog was shown; it is shown only once.
  private(set) var hasAskedForUpgrade = false

  var permission: Permission {
    switch status {
    case .notDetermined, .restricted, .denied: .none
    case .whenInUse: .whenInUse
    case .always: isProvisional ? .provisional : .always
    }
  }

  /// Handles an authorization request by the app. Returns whether a dialog is shown.
  mutating func request(_ wanted: LocationRequestLevel) -> Bool {
    guard dialog == nil else { return false }
    switch status {
    case .notDetermined: dialog = .first(wanted)
    case .whenInUse:
      guard wanted == .always, !hasAskedForUpgrade, !isOnce else { return false }
      hasAskedForUpgrade = true
      dialog = .upgrade
    case .restricted, .denied, .always: return false
    }
    return true
  }

  /// Handles an event that requires Always. Returns whether a dialog is shown (BC13).
  mutating func alwaysIsNeeded() -> Bool {
    guard isProvisional, dialog == nil else { return false }
    hasAskedForUpgrade = true
    dialog = .upgrade
    return true
  }

  /// Applies the user's answer to the first dialog. Does nothing if it is not open.
  mutating func answer(_ answer: LocationAnswer, policy: LocationPolicy) {
    guard case .first(let wanted) = dialog else { return }
    dialog = nil
    if answer == .never {
      status = .denied
    } else if answer == .allowOnce, policy.offersOnce {
      status = .whenInUse
      isOnce = true
    } else if policy.asksByItself {
      status = .always  // Before iOS 8 there is only one kind of permission.
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

  /// Applies the user's answer to the second dialog. Does nothing if it is not open.
  mutating func answer(_ answer: LocationUpgradeAnswer) {
    guard dialog == .upgrade else { return }
    dialog = nil
    isProvisional = false
    switch answer {
    case .keepOnlyWhileUsing: status = .whenInUse
    case .changeToAlways: status = .always
    }
  }

  /// Sets the status when the user changes the setting, or an administrator restricts it.
  mutating func set(_ status: LocationAuthorization) {
    self.status = status
    dialog = nil
    isProvisional = false
    isOnce = false
  }

  /// Handles the end of the app's process. After "Allow Once" the app must ask again (BC13).
  mutating func launchEnded() {
    if case .first = dialog { dialog = nil }
    guard isOnce else { return }
    status = .notDetermined
    isOnce = false
  }
}
