import Foundation
import YobanSimulatedDevices

/// The settings, tokens and budgets of one app for its Live Activities.
final class LiveActivityRecord {
  let app: InstalledApp
  /// The setting of the app for Live Activities (LA8).
  var isAllowed = true
  /// The setting of the app for frequent updates (LA6).
  var allowsFrequentPushes = true
  /// Whether a LiveActivityIntent of the app runs, which may start one in background (AI3).
  var hasIntent = false
  /// The tokens for pushes that start Live Activities, by the type of their attributes.
  var startTokens: [(attributesType: String, token: Data)] = []
  /// The types for which a token was asked. Used only for lookup.
  var askedStartTokens: Set<String> = []
  /// The numbers of Live Activities that were started, by the type of their attributes. Used only for lookup.
  private var numbers: [String: Int] = [:]
  var pushes = RollingBudget.hourly
  var starts = RollingBudget.hourly
  /// The objects of ActivityKit in the app's process; nil if the app has not used it.
  weak var receiver: (any LiveActivityEventReceiver)?

  init(_ app: InstalledApp) { self.app = app }

  /// The number of the next Live Activity with attributes of the type, beginning with 1.
  func number(of attributesType: String) -> Int {
    numbers[attributesType, default: 0] += 1
    return numbers[attributesType]!
  }
}
