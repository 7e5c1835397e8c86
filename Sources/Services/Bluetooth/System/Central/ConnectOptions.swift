/// The options of `connect(_:options:)`.
package struct ConnectOptions: Sendable, Hashable {
  /// Whether the system alerts the user when the peripheral connects while the app is suspended
  /// (BT8).
  package var notifiesOnConnection = false
  /// As `notifiesOnConnection`, when the peripheral disconnects.
  package var notifiesOnDisconnection = false
  /// As `notifiesOnConnection`, when the peripheral sends a value.
  package var notifiesOnNotification = false
  /// The time before the first attempt to connect (BT12).
  package var startDelay: Duration = .zero
  package var requiresANCS = false
  /// Whether the system reconnects a lost peripheral; since iOS 17 (BT13).
  package var reconnectsAutomatically = false

  package init() {}
}
