/// The reason why a process ended.
public enum TerminationReason: Sendable, Hashable, CustomStringConvertible {
  /// The user swiped the app away in the app switcher.
  case forceQuit
  /// Memory pressure, which ends suspended apps first and without notice (L8).
  case jetsam
  /// The system ended the process for a reason that has no code.
  case system(SystemEnd)
  case reboot
  /// The device went down because its battery was empty (WK11).
  case batteryEmpty
  /// The system killed the process, with a code and a description of the reason (L10).
  case killed(TerminationCode, String)
  /// An uncaught exception or trap of the app itself.
  case crash(String)
  /// The user deleted the app.
  case uninstalled
  /// A new version of the app was installed (DP10).
  case updated

  public var description: String {
    switch self {
    case .forceQuit: "force-quit by the user"
    case .jetsam: "jetsam (memory pressure)"
    case .system(let end): "ended by the system: \(end)"
    case .reboot: "device rebooted"
    case .batteryEmpty: "battery empty"
    case .killed(let code, let why): "\(code.hexadecimal): \(why)"
    case .crash(let why): "crash: \(why)"
    case .uninstalled: "app deleted"
    case .updated: "app updated"
    }
  }

  /// Returns the reason for a callback that did not return in time (L6, L9), or a background task
  /// that exceeded its budget (BG4).
  public static func watchdog(_ why: String) -> TerminationReason { .killed(.watchdog, why) }
}

/// Reasons for the end of a process that have no code. Only the last two are Apple's.
public enum SystemEnd: Sendable, Hashable, CustomStringConvertible {
  /// The user swiped the app from the recent apps, and it had no foreground service (AN18).
  case taskRemoved
  /// The user revoked a permission; its name is given without `android.permission.`.
  case permissionChange(String)
  /// The manufacturer's power saving (AN10).
  case makersPowerSaving
  /// The user pressed Stop in Android's Task Manager (AN22).
  case taskManager
  /// The user had not used the app for months (AN23).
  case hibernation
  /// The user changed the language of an iPhone or a watch (TM3).
  case languageChange
  /// An app extension did not end its work in time (LOC12).
  case extensionOutOfTime

  public var description: String {
    switch self {
    case .taskRemoved: "its task was removed"
    case .permissionChange(let name): "permission \(name) was taken away"
    case .makersPowerSaving: "the maker's power saving"
    case .taskManager: "the user stopped it in the Task Manager"
    case .hibernation: "hibernation"
    case .languageChange: "the language was changed"
    case .extensionOutOfTime: "the time of the extension is over"
    }
  }
}

/// The termination codes of Apple's page "EXC_CRASH (SIGKILL)" (L10, documented).
public enum TerminationCode: UInt32, Sendable, Hashable, CaseIterable {
  /// "Ate bad food": the watchdog.
  case watchdog = 0x8bad_f00d
  /// A file or SQLite lock was held at suspension.
  case fileLock = 0xdead_10cc
  case backgroundTask = 0x2182_bad2
  case backgroundTransfer = 0x2182_bad3
  case backgroundFetch = 0x2182_bad4
  /// A VoIP push without a CallKit call.
  case noIncomingCall = 0xbaad_ca11
  case resumedTooOften = 0xbad2_2222
  case resourceAbuse = 0xd00d_2bad
  case thermal = 0xc000_10ff
  case cachePurge = 0xbadd_d15c
  /// watchOS: too much CPU.
  case watchProcessor = 0xc51b_ad01
  /// watchOS: out of time.
  case watchOutOfTime = 0xc51b_ad02
  /// watchOS: out of time on a busy system.
  case watchOutOfTimeBusy = 0xc51b_ad03

  /// The code in hexadecimal, such as `0x8badf00d`.
  public var hexadecimal: String {
    let digits = String(rawValue, radix: 16)
    return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
  }
}
