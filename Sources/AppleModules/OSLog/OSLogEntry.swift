import Foundation
import YobanSimulatedDevices
import os

/// An entry of the log.
open class OSLogEntry: NSObject, NSSecureCoding {
  @nonexhaustive public enum StoreCategory: Int, Sendable {
    case undefined, metadata, shortTerm, longTermAuto
    case longTerm1, longTerm3, longTerm7, longTerm14, longTerm30
  }

  open private(set) var composedMessage: String
  open private(set) var date: Date
  open private(set) var storeCategory = StoreCategory.undefined

  init(_ composedMessage: String, date: Date) {
    self.composedMessage = composedMessage
    self.date = date
  }

  static func of(_ message: LogMessage, date: Date, _ process: AppProcess) -> OSLogEntry {
    message.level == .signpost
      ? OSLogEntrySignpost(message, date: date, process)
      : OSLogEntryLog(message, date: date, process)
  }

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let text = coder.text("composedMessage"), let date = coder.date("date") else {
      return nil
    }
    composedMessage = text
    self.date = date
    super.init()
  }

  open func encode(with coder: NSCoder) {
    coder.encode(composedMessage, "composedMessage")
    coder.encode(date, "date")
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
open class OSLogEntryLog: OSLogEntry, OSLogEntryFromProcess, OSLogEntryWithPayload {
  @nonexhaustive public enum Level: Int, Sendable {
    case undefined, debug, info, notice, error, fault
  }

  open private(set) var level: Level
  open private(set) var subsystem: String
  open private(set) var category: String
  open private(set) var process: String
  open private(set) var processIdentifier = getpid()
  open var sender: String { process }

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

  public required init?(coder: NSCoder) {
    guard let level = coder.unsigned("level").flatMap({ Level(rawValue: Int($0)) }),
      let subsystem = coder.text("subsystem"), let category = coder.text("category"),
      let process = coder.text("process")
    else { return nil }
    self.level = level
    self.subsystem = subsystem
    self.category = category
    self.process = process
    processIdentifier = pid_t(coder.unsigned("processIdentifier") ?? 0)
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(unsigned: UInt64(level.rawValue), "level")
    coder.encode(subsystem, "subsystem")
    coder.encode(category, "category")
    coder.encode(process, "process")
    coder.encode(unsigned: UInt64(processIdentifier), "processIdentifier")
  }
}

/// A signpost.
open class OSLogEntrySignpost: OSLogEntry, OSLogEntryFromProcess, OSLogEntryWithPayload {
  open private(set) var subsystem: String
  open private(set) var category: String
  open private(set) var process: String
  open private(set) var processIdentifier = getpid()
  open var sender: String { process }

  init(_ message: LogMessage, date: Date, _ process: AppProcess) {
    subsystem = message.subsystem
    category = message.category
    self.process = process.app.definition.name
    super.init(message.text, date: date)
  }

  public required init?(coder: NSCoder) {
    guard let subsystem = coder.text("subsystem"), let category = coder.text("category"),
      let process = coder.text("process")
    else { return nil }
    self.subsystem = subsystem
    self.category = category
    self.process = process
    processIdentifier = pid_t(coder.unsigned("processIdentifier") ?? 0)
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(subsystem, "subsystem")
    coder.encode(category, "category")
    coder.encode(process, "process")
    coder.encode(unsigned: UInt64(processIdentifier), "processIdentifier")
  }
}
