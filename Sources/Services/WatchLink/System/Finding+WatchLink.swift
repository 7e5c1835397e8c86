import YobanSimulatedDevices

extension Finding {
  static let noWatchLinkDelegate = Finding(
    .wcNoDelegate, rule: .wc1,
    what: "activate() was called on a WCSession without a delegate: nothing is ever delivered.",
    remedy: "Set the delegate before activate(), at each launch.")

  static func watchLinkNotActivated(_ call: String) -> Finding {
    Finding(
      .wcNotActivated, rule: .wc1,
      what: "\(call) was called before the WCSession was activated: nothing is sent.",
      remedy: "Activate the session at launch; send after activationDidComplete.")
  }

  static let receivedWithoutActivation = Finding(
    .wcReceivedWithoutActivation, rule: .wc1,
    what:
      "Something came from the other device, and the app was suspended without an activated WCSession.",
    remedy: "Set the delegate and activate the session at each launch, in background, too.")

  static func payloadTooLarge(_ call: String, _ count: Int, limit: Int) -> Finding {
    Finding(
      .wcPayloadTooLarge, rule: .wc6,
      what: "\(call) was given \(count) bytes, more than \(limit): nothing is sent (7009).",
      remedy: "Send it as a file, or in parts.")
  }

  static func fileNotMoved(_ name: String) -> Finding {
    Finding(
      .wcFileNotMoved, rule: .wc4,
      what: "session(_:didReceive:) returned and left \(name) where it was: it is deleted.",
      remedy: "Move the file before the method returns, on the queue that it is called on.")
  }

  static func fileLost(_ name: String, _ number: Int) -> Finding {
    Finding(
      .wcFileLost, rule: .wc5,
      what: """
        The receiving app was suspended or not running while \(name) (\(number)) was sent: the file is \
        gone, and the sender was notified that the transfer has finished.
        """,
      remedy: """
        Keep the file until the receiver itself has confirmed it, send it again after a timeout, and \
        keep the receiving app running during transfers.
        """)
  }

  static let complicationPushesNotEntitled = Finding(
    .wcComplicationPushNotEntitled, rule: .wc9,
    what:
      "PKPushRegistry has the type complication, and the app lacks the entitlement aps-environment: it gets no token.",
    remedy: "Add the capability Push Notifications to the target of the app.")

  static let complicationPushWithoutRegistry = Finding(
    .wcComplicationPushRegistry, rule: .wc9,
    what:
      "A complication push has launched or resumed the app, and no PKPushRegistry with a delegate and the type complication received it before the app was suspended.",
    remedy:
      "Create the registry in each launch, and set its delegate before desiredPushTypes, in background, too."
  )

  static let complicationPushesOnPhone = Finding(
    .wcComplicationPushOnPhone, rule: .wc9,
    what:
      "The iPhone app has registered for complication pushes, which Apple has deprecated on an iPhone since iOS 13.",
    remedy: "From watchOS 6 on, register in the watch app, and send the pushes to the watch.",
    isAdvice: true)

  static func complicationPushLimit(_ policy: WatchLinkPolicy) -> Finding {
    Finding(
      .wcComplicationPushLimit, rule: .wc9,
      what:
        "A complication push was discarded, because the app had received \(policy.complicationPushes) on this day.",
      remedy: "Let the server send fewer pushes: only those that change what the face shows.",
      isAdvice: true)
  }
}

extension Finding.Kind {
  /// A file was lost, because the receiver was suspended.
  public static let wcFileLost = Self("wc.file-lost")
  /// A received file was not moved before the callback returned.
  public static let wcFileNotMoved = Self("wc.file-not-moved")
  /// The session has no delegate.
  public static let wcNoDelegate = Self("wc.no-delegate")
  /// The session was used and is not activated.
  public static let wcNotActivated = Self("wc.not-activated")
  /// A payload is larger than the system sends.
  public static let wcPayloadTooLarge = Self("wc.payload-too-large")
  /// Something was received by an app that does not activate its session.
  public static let wcReceivedWithoutActivation = Self("wc.received-without-activation")
  /// The server sent more complication pushes than the system delivers in a day.
  public static let wcComplicationPushLimit = Self("wc.complication-push-limit")
  /// The app has registered for complication pushes without the entitlement for pushes.
  public static let wcComplicationPushNotEntitled = Self("wc.complication-push-not-entitled")
  /// The iPhone app has registered for complication pushes, which are those of the watch app.
  public static let wcComplicationPushOnPhone = Self("wc.complication-push-on-phone")
  /// A complication push has come, and no registry of the app has received it.
  public static let wcComplicationPushRegistry = Self("wc.complication-push-registry")
}
