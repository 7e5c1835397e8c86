import Foundation
import Testing

@testable import YobanSimulatedDevices
import YobanSimulatedOS
@testable import YobanSimulatedAndroid
@testable import YobanAppleSystem

/// Services read their constants from their policies: their code contains no times of real systems. The lengths of
/// faults are choices of the exploration.
@Suite struct ConstantsTests {
  /// The exceptions, each with its reason.
  private static let allowed: [(path: String, text: String, reason: String)] = [
    ("System/MotionGrid.swift", ".milliseconds(10)", "MO1: the interval of the grid"),
    ("System/MotionGrid.swift", ".nanoseconds(16_961_500)", "MO1: the interval of the grid"),
    ("System/GeneratedMotion.swift", "1_000_000_000", "converts a rate to an interval"),
    ("System/GeneratedMotion.swift", "interval >=", "checks what a test gives"),
    ("Apps/AppProcess+Events.swift", ".milliseconds(1)", "a moment after a deadline"),
    ("Scheduler/SchedulerService+Tasks.swift", ".milliseconds(1)", "a moment after a deadline"),
    ("Scheduling/AlarmQueue.swift", "3600", "an hour: quotas are per hour"),
    ("Power/DozeStateMachine.swift", ".seconds(3600)", "for a profile without periods"),
    ("Service/AndroidService+Power.swift", "365", "stands for ever"),
    (
      "Air/Advertising.swift", "interval", "the Core Specification's range, checks a test's value"
    ),
    ("Fetch/FetchSchedule.swift", "shortestPause", "whatever the profile says: no endless loop"),
    ("Scheduler/SchedulerQueue.swift", "24 * 3600", "a day: the rule says so"),
    ("Apps/RollingBudget.swift", "hour", "an hour: budgets are per hour"),
    ("Updates/LocationSession.swift", ".seconds(3600)", "given again when used up"),
    ("Regions/RegistrationRate.swift", "window", "decides about a finding only"),
    ("Bluetooth/AndroidBluetoothService+Switch.swift", ".seconds(1)", "a moment, for a fault"),
    ("Energy/EnergyMeter.swift", "justNow", "includes what ends now"),
    ("Energy/EnergyAdvice.swift", "static let long", "decides about advice only"),
    ("Energy/EnergyLedger.swift", "minute", "joins counts; no result depends on it"),
    ("Link/ConnectionGuidelines.swift", "", "BT17: the guidelines, which are a fact"),
  ]

  @Test func `outside the facts a service's code contains no times`() throws {
    let form = /\.(seconds|milliseconds|microseconds|nanoseconds)\(-?[0-9]/
    for (path, text) in try SourceTree.simulator()
    where !path.hasPrefix("YobanPlatformProfiles/Facts/") && !path.contains("/FaultKind+") {
      var withoutFacts = text
      for fact in SourceTree.facts(in: text).reversed() {
        withoutFacts.replaceSubrange(
          fact, with: String(repeating: "\n", count: text[fact].count { $0 == "\n" }))
      }
      for (number, line) in withoutFacts.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        let code = line.drop { $0 == " " }
        guard !code.hasPrefix("//"), code.contains(form) else { continue }
        let isAllowed = Self.allowed.contains {
          path.hasSuffix($0.path) && ($0.text.isEmpty || code.contains($0.text))
        }
        #expect(isAllowed, "\(path):\(number + 1): make it a fact with a rule: \(code)")
      }
    }
  }

  @Test func `every exception still occurs in the sources`() throws {
    let sources = try SourceTree.simulator()
    for exception in Self.allowed {
      let found = sources.contains {
        $0.path.hasSuffix(exception.path)
          && (exception.text.isEmpty || $0.text.contains(exception.text))
      }
      #expect(found, "\(exception.path): \(exception.text)")
    }
  }
}
