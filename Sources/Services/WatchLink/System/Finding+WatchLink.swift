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
}
