import YobanPlatformProfiles

/// The constants of VoIP pushes and of CallKit.
public struct CallPolicy: Policy, Sendable, Hashable {
  // MARK: Pushes

  /// Whether the system has PushKit (CK1).
  @Fact("PushKit exists", "CK1", .always(false, .documented), .since(8, true, .documented))
  public var hasPushKit: Bool
  /// The time from the registration until the app has its token, while the device is online (CK1).
  @Fact("until an app has its token for VoIP pushes", "CK1", .always(.seconds(1), .assumed))
  public var tokenDelay: Duration
  /// The size of the payload of a VoIP push, in bytes (CK1).
  @Fact("bytes of the payload of a VoIP push", "CK1", .always(5120, .documented))
  public var payloadLimit: Int
  /// The run time in the background for a VoIP push (CK2).
  @Fact("run time of an app for a VoIP push", "CK2", .always(.seconds(30), .reported))
  public var pushRunTime: Duration
  /// Whether a VoIP push launches an app before the first unlock since the device booted. Otherwise it waits (CK2).
  @Fact("a VoIP push launches an app before the first unlock", "CK2", .always(false, .reported))
  public var launchesBeforeFirstUnlock: Bool

  // MARK: The obligation to report a call

  /// Whether the app must report a call for a VoIP push (CK3).
  @Fact(
    "an app must report a call for a VoIP push", "CK3", .always(false, .documented),
    .since(13, true, .documented))
  public var mustReportCalls: Bool
  /// The time from the push until the system looks again whether a call was reported (CK3).
  @Fact(
    "the system looks again for a call after a VoIP push within", "CK3",
    .always(.seconds(7), .documented))
  public var secondCheck: Duration
  /// Whether no call must be reported for a push that is late (CK3).
  @Fact(
    "no call must be reported for a late VoIP push", "CK3", .always(false, .documented),
    .since("26.4", true, .documented))
  public var excusesLatePushes: Bool
  /// The time after which a push is late (CK3).
  @Fact("a VoIP push is late after", "CK3", .always(.seconds(60), .assumed))
  public var lateAfter: Duration
  /// Whether the call must be reported before an asynchronous method of the delegate begins. Otherwise it must be
  /// reported before the method returns (CK3).
  @Fact(
    "an asynchronous method for VoIP pushes is too late to report a call", "CK3",
    .always(false, .assumed))
  public var judgesAsyncAtOnce: Bool
  /// The number of failures after which the system launches the app no more (CK4).
  @Fact(
    "VoIP pushes without a call until the app is launched no more", "CK4", .always(3, .reported))
  public var failureLimit: Int
  /// The time after which failures no longer count (CK4).
  @Fact("a VoIP push without a call counts for", "CK4", .always(.seconds(86_400), .reported))
  public var failureMemory: Duration

  // MARK: Calls

  /// The time within which the app must perform a `CXAnswerCallAction` (CK5).
  @Fact("until an app must have answered a call", "CK5", .always(.seconds(60), .reported))
  public var answerTimeout: Duration
  /// The time within which the app must perform a `CXStartCallAction` (CK5).
  @Fact("until an app must have started a call", "CK5", .always(.seconds(600), .assumed))
  public var startTimeout: Duration
  /// The time within which the app must perform any other action (CK5).
  @Fact("until an app must have performed another action", "CK5", .always(.seconds(5), .assumed))
  public var actionTimeout: Duration
  /// Whether the system ends an incoming call that rings for too long (CK5).
  @Fact(
    "the system ends a call that rings for too long", "CK5", .always(false, .reported),
    .since(16, true, .reported))
  public var endsRinging: Bool
  /// The time for which an incoming call may ring (CK5).
  @Fact("an incoming call rings for", "CK5", .always(.seconds(60), .reported))
  public var ringingTime: Duration

  /// Creates the policy of an iOS version.
  public init(iOS version: SystemVersion) { self.init(for: version) }

  package init() {}

  func timeout(of kind: CallActionKind) -> Duration {
    switch kind {
    case .answer: answerTimeout
    case .start: startTimeout
    case .end, .setHeld, .setMuted, .setGroup, .playDTMF: actionTimeout
    }
  }

  /// Whether an app must report a call for a push (CK3).
  ///
  /// - Parameters:
  ///   - isInFront: whether the app is in the foreground.
  ///   - hasCall: whether the app has a call.
  ///   - age: the time since the server has sent the push.
  func mustReport(isInFront: Bool, hasCall: Bool, age: Duration) -> Bool {
    mustReportCalls && !isInFront && !hasCall && !(excusesLatePushes && age >= lateAfter)
  }
}

extension DeviceProfile {
  /// The constants of VoIP pushes and of CallKit.
  public var calls: CallPolicy {
    get { self[CallPolicy.self] }
    set { self[CallPolicy.self] = newValue }
  }
}
