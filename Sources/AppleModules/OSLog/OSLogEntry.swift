import Foundation
import YobanSimulatedDevices
import os

/// An entry of the log.
public class OSLogEntry: NSObject {
  public enum StoreCategory: Int, Sendable {
    case undefined, metadata, shortTerm, longTermAuto
    case longTerm1, longTerm3, longTerm7, longTerm14, longTerm30
  }

  public let composedMessage: String
  public let date: Date
  public let storeCategory = StoreCategory.undefined

  init(_ composedMessage: String, date: Date) {
    self.composedMessage = composedMessage
    self.date = date
  }

  static func of(_ message: LogMessage, date: Date, _ process: AppProcess) -> OSLogEntry {
    message.level == .signpost
      ? OSLogEntrySignpost(message, date: date, process)
      : OSLogEntryLog(message, date: date, process)
  }
}

/// An entry that a process made.
public protocol OSLogEntryFromProcess {
  /// The name of the process.
  var process: String { get }
  var processIdentifier: pid_t { get }
  /// The name of the program or library, which is that of the process here.
  var sender: String { get }
}

/// An entry with a subsystem and a category.
public protocol OSLogEntryWithPayload {
  var category: String { get }
  var subsystem: String { get }
}

/// A message of `Logger` or `os_log`.
public class OSLogEntryLog: OSLogEntry, OSLogEntryFromProcess, OSLogEntryWithPayload {
  public enum Level: Int, Sendable {
    case undefined, debug, info, notice, error, fault
  }

  public let level: Level
  public let subsystem: String
  public let category: String
  public let process: String
  public let processIdentifier = getpid()
  public var sender: String { process }

  init(_ message: LogMessage, date: Date, _ process: AppProcess) {
    level =
      switch message.level {
      case .debug: .debug
      case .info: .info
      case .default: .notice
      case .error: .error
      case .fault: .fault
      case .signpost: .undefined
      }
    subsystem = message.subsystem
    category = message.category
    self.process = process.app.definition.name
    super.init(message.text, date: date)
  }
}

/// A signpost.
public class OSLogEntrySignpost: OSLogEntry, OSLogEntryFromProcess, OSLogEntryWithPayload {
  public let subsystem: String
  public let category: String
  public let process: String
  public let processIdentifier = getpid()
  public var sender: String { process }

  init(_ message: LogMessage, date: Date, _ process: AppProcess) {
    subsystem = message.subsystem
    category = message.category
    self.process = process.app.definition.name
    super.init(message.text, date: date)
  }
}
