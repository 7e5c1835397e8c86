/// Decides whether a service may be started, and may enter the foreground (AN3 to AN6). Pure.
struct ForegroundStartGate {
  /// A reason that allows an app in the background to start a foreground service (AN4).
  enum Exemption: String, CaseIterable, Hashable {
    case leftVisibleState = "the app has just left a visible state"
    case userAction = "the user tapped a notification, a widget or the like"
    case exactAlarm = "an exact alarm that the user asked for"
    case highPriorityMessage = "a high-priority message of Firebase"
    case bootCompleted = "BOOT_COMPLETED"
    case changeOfTimeOrLanguage = "a change of the time, its zone or the language"
    case companionDevice =
      "REQUEST_COMPANION_START_FOREGROUND_SERVICES_FROM_BACKGROUND with an associated device"
    case batteryOptimizationOff = "battery optimization is off for the app"
    case overlay = "SYSTEM_ALERT_WINDOW"
    case stickyRestart = "the system restarts the service"

    /// The time for which an event exempts the app; the other exemptions hold as long as their condition does.
    func lasts(_ policy: AndroidPolicy) -> Duration {
      switch self {
      case .userAction: policy.tapAllowsFor
      case .exactAlarm: policy.alarmAllowsFor
      case .bootCompleted, .changeOfTimeOrLanguage: policy.broadcastAllowsFor
      case .leftVisibleState: policy.visibleGrace
      case .highPriorityMessage, .companionDevice, .batteryOptimizationOff, .overlay,
        .stickyRestart:
        policy.messageAllowsFor
      }
    }

    /// The exemptions that also make the app count as in use.
    static let inUse: Set<Self> = [.userAction, .leftVisibleState]
  }

  /// A refusal: its reason, and the exception that the app receives.
  struct Refusal: Error, Equatable {
    enum Reason: Equatable {
      case background, permission, noType, wrongType, exhausted, boot
    }
    var reason: Reason
    var exception: AndroidException
    /// Whether the system refuses before it records the call of `startForeground`, so that the time
    /// limit for that call continues (AN1).
    var keepsDeadline = false
  }

  /// The conditions of the call.
  struct Surroundings {
    var isInFront = false
    /// Whether the service is in the foreground already, or its start was allowed a moment ago.
    var wasAllowed = false
    /// Whether the service was started while the app was in use: it then has while-in-use
    /// permissions.
    var wasInUse = false
    /// Whether a receiver of BOOT_COMPLETED started the service (AN6).
    var isFromBoot = false
    var exemptions: Set<Exemption> = []
    /// The rules that apply to this app, by the device's API level and by the level that the app
    /// targets.
    var refusesBackgroundStarts = false
    var demandsServicePermission = false
    var demandsServiceType = false
    var supportsTypes = true
    var restrictsWhileInUse = false
    var bootRefusesTypes = false
    var bootRefusesMicrophone = false
    /// Whether the app holds a permission now.
    var holds: (String) -> Bool = { _ in true }
    /// The types that the manifest declares for the service.
    var declared: ForegroundServiceType = []
    /// The types whose time budget is used up (AN6).
    var exhausted: ForegroundServiceType = []
  }

  let around: Surroundings
  /// The service's name, such as `example.night/.RecorderService`.
  let service: String

  private var mayStart: Bool {
    around.isInFront || around.wasAllowed || !around.refusesBackgroundStarts
      || !around.exemptions.isEmpty
  }

  /// `startForegroundService`.
  func start() throws(Refusal) {
    guard !mayStart else { return }
    throw refusal(
      .background, .foregroundServiceStartNotAllowed,
      "startForegroundService() not allowed due to mAllowStartForeground false: service \(service)")
  }

  /// `startForeground`.
  ///
  /// - Parameter types: nil for the types in the manifest.
  /// - Returns: the types with which the service is in the foreground.
  func enter(_ types: ForegroundServiceType?) throws(Refusal) -> ForegroundServiceType {
    if around.demandsServicePermission, !around.holds("FOREGROUND_SERVICE") {
      throw refusal(
        .permission, .security,
        "Permission Denial: startForeground from \(service) requires android.permission.FOREGROUND_SERVICE",
        keepsDeadline: true)
    }
    guard around.supportsTypes else { return try entered([]) }
    let types = types ?? around.declared
    guard types.isSubset(of: around.declared) else {
      throw refusal(
        .wrongType, .illegalArgument,
        "foregroundServiceType 0x\(hex(types)) is not a subset of foregroundServiceType attribute 0x\(hex(around.declared)) in service element of manifest file",
        keepsDeadline: true)
    }
    if around.demandsServiceType {
      guard types != [] else {
        throw around.declared == []
          ? refusal(
            .noType, .missingForegroundServiceType,
            "Starting FGS without a type: service \(service)")
          : refusal(
            .noType, .invalidForegroundServiceType,
            "Starting FGS with type none: service \(service)")
      }
      for type in types.single { try checkPermissions(of: type) }
    }
    if let type = types.single.first(where: around.exhausted.contains) {
      throw refusal(
        .exhausted, .foregroundServiceStartNotAllowed,
        "Time limit already exhausted for foreground service type \(type.names)")
    }
    if around.isFromBoot, !around.isInFront,
      let type = types.single.first(where: refusedAtBoot.contains)
    {
      throw refusal(
        .boot, .foregroundServiceStartNotAllowed,
        "FGS type \(type.names) not allowed to start from BOOT_COMPLETED!")
    }
    return try entered(types)
  }

  private func entered(
    _ types: ForegroundServiceType
  ) throws(Refusal) -> ForegroundServiceType {
    guard mayStart else {
      throw refusal(
        .background, .foregroundServiceStartNotAllowed,
        "Service.startForeground() not allowed due to mAllowStartForeground false: service \(service)"
      )
    }
    return types
  }

  /// The types that a service started by a receiver of BOOT_COMPLETED may not have (AN6).
  private var refusedAtBoot: ForegroundServiceType {
    var types: ForegroundServiceType =
      around.bootRefusesTypes
      ? [.dataSync, .camera, .mediaPlayback, .phoneCall, .mediaProjection] : []
    if around.bootRefusesMicrophone { types.insert(.microphone) }
    return types
  }

  private func checkPermissions(of type: ForegroundServiceType) throws(Refusal) {
    if let own = type.permission, !around.holds(own) {
      throw permissionRefusal(type, "[android.permission.\(own)]")
    }
    let needed = type.prerequisites
    guard !needed.isEmpty else { return }
    let isWhileInUse =
      around.restrictsWhileInUse && !around.isInFront && !around.wasInUse
      && around.exemptions.isDisjoint(with: Exemption.inUse)
    let holdsOne = needed.contains { permission in
      guard around.holds(permission) else { return false }
      guard isWhileInUse, let always = Self.always[permission] else { return true }
      return !always.isEmpty && around.holds(always)
    }
    guard holdsOne else {
      throw permissionRefusal(
        type,
        "any of the permissions [\(needed.map { "android.permission.\($0)" }.joined(separator: ", "))]"
          + (isWhileInUse
            ? " and the app must be in the eligible state/exemptions to access the foreground only permission"
            : ""))
    }
  }

  /// The permissions that hold only while the app is in use, each with the permission that also
  /// holds in the background; empty if there is none (AN3, AN4).
  private static let always = [
    "ACCESS_FINE_LOCATION": "ACCESS_BACKGROUND_LOCATION",
    "ACCESS_COARSE_LOCATION": "ACCESS_BACKGROUND_LOCATION", "CAMERA": "", "RECORD_AUDIO": "",
    "BODY_SENSORS": "BODY_SENSORS_BACKGROUND",
    "health.READ_HEART_RATE": "health.READ_HEALTH_DATA_IN_BACKGROUND",
    "health.READ_SKIN_TEMPERATURE": "health.READ_HEALTH_DATA_IN_BACKGROUND",
    "health.READ_OXYGEN_SATURATION": "health.READ_HEALTH_DATA_IN_BACKGROUND",
  ]

  private func refusal(
    _ reason: Refusal.Reason, _ name: AndroidException.Name, _ message: String,
    keepsDeadline: Bool = false
  ) -> Refusal {
    Refusal(
      reason: reason, exception: AndroidException(name, message), keepsDeadline: keepsDeadline)
  }

  private func permissionRefusal(_ type: ForegroundServiceType, _ what: String) -> Refusal {
    refusal(
      .permission, .security,
      "Starting FGS with type \(type.names) callerApp=\(service) requires permissions: \(what)")
  }

  private func hex(_ types: ForegroundServiceType) -> String {
    let digits = String(types.rawValue, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
