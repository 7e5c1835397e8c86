import YobanJobs
import YobanSimulatedDevices

extension Finding {
  static let voipModeMissing = Finding(
    .voipPushRegistry, rule: .ck1,
    what:
      "desiredPushTypes has .voIP, but UIBackgroundModes of Info.plist does not have voip: the registry gets no token.",
    remedy: "Add the background mode Voice over IP in Xcode.")

  static let voipPushesNotEntitled = Finding(
    .pushNotEntitled, rule: .ck1,
    what:
      "desiredPushTypes has .voIP, but the app has no entitlement aps-environment: the registry gets no token.",
    remedy:
      "Add the capability Push Notifications in Xcode; in a test, pass entitlements to install.")

  package static func registryWithoutDelegate(_ event: String) -> Finding {
    Finding(
      .voipPushRegistry, rule: .ck1,
      what: "\(event) for a PKPushRegistry without a delegate, so the app does not receive it.",
      remedy:
        "Set the delegate before desiredPushTypes; the registry holds it weakly, so keep a strong reference to it."
    )
  }

  package static func ignoredPushType(_ type: String) -> Finding {
    Finding(
      .voipPushTypeIgnored, rule: nil,
      what: "desiredPushTypes has \(type), of which the simulated device sends no push.",
      remedy:
        "Only VoIP and complication pushes are simulated: test this part of the app on a device.",
      isAdvice: true)
  }

  static let voipCallNotReported = Finding(
    .voipPushNotReported, rule: .ck3,
    what:
      "The delegate's method for a VoIP push returned, and the app has not reported a call to CallKit: PushKit ends the app.",
    remedy:
      "Call reportNewIncomingCall(with:update:completion:) in the method itself, before anything that waits: not in a Task, not in a block for later, and not after an answer of the server. Correct the call with reportCall(with:updated:) when more is known, or end it with reportCall(with:endedAt:reason:)."
  )

  static func voipPushNotHandled(hasRegistry: Bool, within limit: Duration) -> Finding {
    Finding(
      .voipPushNotReported, rule: .ck3,
      what:
        "\(limit) after a VoIP push the app had not reported a call to CallKit: "
        + (hasRegistry
          ? "the delegate's method has not returned."
          : "no PKPushRegistry with a delegate was there to receive it."),
      remedy: hasRegistry
        ? "Report the call first, and do not block the queue of the registry."
        : "Create the PKPushRegistry in didFinishLaunching, keep it, and set its delegate and desiredPushTypes there: a push launches the app without a scene."
    )
  }

  package static let asyncPush = Finding(
    .voipPushAsync, rule: .ck3,
    what:
      "The delegate received a VoIP push in background with an asynchronous method. On a device, PushKit may look for the call before the method begins, and end the app.",
    remedy:
      "Implement pushRegistry(_:didReceiveIncomingPushWith:for:completion:), and report the call in it.",
    isAdvice: true)

  static let voipPushBlocked = Finding(
    .voipPushBlocked, rule: .ck4,
    what:
      "The app did not report a call for several VoIP pushes: the system does not launch it for this one, and the server is not told.",
    remedy:
      "Report a call for every VoIP push. Send messages that are no calls as other pushes. The user must install the app again, or wait for a day."
  )

  static func callNotEntitled(_ call: String) -> Finding {
    Finding(
      .callNotEntitled, rule: .ck5,
      what:
        "\(call), but UIBackgroundModes of Info.plist does not have voip: CallKit answers with the error unentitled.",
      remedy: "Add the background mode Voice over IP in Xcode.")
  }

  static func actionNotPerformed(
    _ kind: CallActionKind, _ name: String, within limit: Duration
  ) -> Finding {
    Finding(
      .callActionNotPerformed, rule: .ck5,
      what:
        "The \(kind.className) of the call \(name) was neither fulfilled nor failed within \(limit): the system gives up, and calls provider(_:timedOutPerforming:).",
      remedy:
        "Implement provider(_:perform:) for \(kind.className), and call fulfill() or fail() of each action, also after an error."
    )
  }

  static func actionWithoutProvider(_ kind: CallActionKind, _ name: String) -> Finding {
    Finding(
      .callActionNotPerformed, rule: .ck5,
      what:
        "The app has released the CXProvider of the call \(name), so nobody performs the \(kind.className).",
      remedy:
        "Create one CXProvider in each launch, and keep a strong reference to it as long as the process runs."
    )
  }
}

extension Finding.Kind {
  /// An action of CallKit was not performed in time, or by nobody.
  public static let callActionNotPerformed = Self("call.action-not-performed")
  /// CallKit refuses the calls of the app.
  public static let callNotEntitled = Self("call.not-entitled")
  /// A VoIP push was received in background by an asynchronous method.
  public static let voipPushAsync = Self("voip-push.async")
  /// The system does not launch the app for VoIP pushes.
  public static let voipPushBlocked = Self("voip-push.blocked")
  /// The app did not report a call for a VoIP push.
  public static let voipPushNotReported = Self("voip-push.not-reported")
  /// A PKPushRegistry cannot receive VoIP pushes.
  public static let voipPushRegistry = Self("voip-push.registry")
  /// A type of pushes is not simulated.
  public static let voipPushTypeIgnored = Self("voip-push.type-ignored")
}
