import Foundation
import YobanSimulatedDevices
import YobanVirtualTime
import os

/// The log of the calling process. It has the messages of this launch, in order.
open class OSLogStore: NSObject {
  /// The messages that a store has.
  @nonexhaustive public enum Scope: Int, Sendable {
    case system = 0
    case currentProcessIdentifier = 1
  }

  private let process: AppProcess

  /// Opens the log of the calling process.
  ///
  /// - Throws: `CocoaError.fileReadNoPermission` for the scope `system`, which an app may not read,
  ///   and outside of an app of a simulated device, which has no log.
  public init(scope: Scope) throws {
    guard scope == .currentProcessIdentifier, let process = AppProcess.current else {
      throw CocoaError(.fileReadNoPermission)
    }
    self.process = process
  }

  open func position(date: Date) -> OSLogPosition { OSLogPosition(date) }

  open func position(timeIntervalSinceEnd seconds: TimeInterval) -> OSLogPosition {
    OSLogPosition(Date().addingTimeInterval(seconds))
  }

  open func position(timeIntervalSinceLatestBoot seconds: TimeInterval) -> OSLogPosition {
    OSLogPosition(Date().addingTimeInterval(seconds - ProcessInfo.processInfo.systemUptime))
  }

  /// Returns the entries from a position on.
  ///
  /// - Parameters:
  ///   - options: with `reverse`, the newest entry is the first one.
  ///   - position: the first entry; nil for the beginning of the launch.
  ///   - predicate: chooses entries. On Linux a predicate is made of a block.
  public func getEntries(
    with options: OSLogEnumerator.Options = [], at position: OSLogPosition? = nil,
    matching predicate: NSPredicate? = nil
  ) throws -> AnySequence<OSLogEntry> {
    let now = process.app.device.world.now
    let date = Date()
    var entries: [OSLogEntry] = []
    for event in process.app.device.world.trace.events
    where event.process == process.name && event.device == process.app.device.name {
      guard let message = event.kind.logged else { continue }
      let age = (now - event.instant) / .seconds(1)
      let entry = OSLogEntry.of(message, date: date.addingTimeInterval(-age), process)
      if let position, entry.date < position.date { continue }
      if predicate?.evaluate(with: entry) ?? true { entries.append(entry) }
    }
    return AnySequence(options.contains(.reverse) ? entries.reversed() : entries)
  }
}

/// A place in the log.
open class OSLogPosition: NSObject {
  let date: Date

  init(_ date: Date) { self.date = date }
}

/// The order in which a store returns its entries.
open class OSLogEnumerator: NSEnumerator {
  public struct Options: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let reverse = Options(rawValue: 1)
  }
}
