import Foundation
import Synchronization
import UIKit
import YobanSimulatedOS

/// What the user does on the screen: it concerns the app that is in front.
extension AppleDevice {
  /// Simulates a touch on a button or another control of the screen.
  ///
  /// ```swift
  /// await phone.open(app)
  /// try await phone.tap("Scan")
  /// ```
  ///
  /// Returns when the app's actions have run. A touch changes a switch, and selects a segment or a
  /// row of a table.
  ///
  /// - Parameter name: the title of the control, or its accessibility identifier or label; the name of its
  ///   picture if it has none of them. Of several controls with the name, the first one that is enabled is touched.
  /// - Throws: `TouchError` if no app is in front, or if nothing on the screen has the name.
  public func tap(_ name: String) async throws {
    try await touchScreen("\"\(name)\"") { ScreenContents.touch(name) }
  }

  /// Simulates a user who types a text into a text field and presses return. The text replaces the one of
  /// the field.
  ///
  /// - Parameter name: the title, the placeholder, the accessibility identifier or label, or the text of
  ///   the field.
  /// - Throws: `TouchError` if no app is in front, or if no text field has the name.
  public func type(_ text: String, into name: String) async throws {
    try await touchScreen("\"\(name)\"") { ScreenContents.enter(text, into: name) }
  }

  /// Simulates a user who selects a choice of a picker.
  ///
  /// - Parameters:
  ///   - choice: the text of the choice.
  ///   - name: the label of the picker, or its accessibility identifier.
  /// - Throws: `TouchError` if the app is not in the foreground, if no picker has the name, or if the picker
  ///   does not have the choice.
  public func choose(_ choice: String, in name: String) async throws {
    try await touchScreen("\"\(choice)\" in \"\(name)\"") {
      ScreenContents.choose(choice, in: name)
    }
  }

  /// Simulates a user who moves a slider, or sets a `UIStepper`. The value is limited to the range of the
  /// control.
  public func set(_ name: String, to value: Double) async throws {
    try await touchScreen("\"\(name)\"") {
      ScreenContents.act(on: name, "a slider") { element in
        element.setNumber.map { set in { set(value) } }
      }
    }
  }

  /// Simulates a user who sets a date picker. The date is limited to the range of the picker.
  public func set(_ name: String, to date: Date) async throws {
    try await touchScreen("\"\(name)\"") {
      ScreenContents.act(on: name, "a date picker") { element in
        element.setDate.map { set in { set(date) } }
      }
    }
  }

  /// Simulates a user who pulls down the first list of the screen that can be refreshed: one with `refreshable`, or
  /// with a `UIRefreshControl`.
  ///
  /// Returns when the action has begun; a refresh usually ends later.
  ///
  /// - Throws: `TouchError` if no app is in front, or if no list can be refreshed.
  public func pullToRefresh() async throws {
    try await touchScreen("a list to refresh it") { ScreenContents.pullToRefresh() }
  }

  /// Simulates a user who deletes a row of a list, with `onDelete` or as the delegate of a `UITableView` allows it.
  ///
  /// - Parameter name: a text in the row.
  public func deleteRow(_ name: String) async throws {
    try await touchScreen("\"\(name)\" to delete it") {
      ScreenContents.act(on: name, "a row that can be deleted") { $0.remove }
    }
  }

  private func touchScreen(
    _ control: String, _ body: @escaping @MainActor @Sendable () -> String?
  ) async throws {
    // In an exploration, the user looks at the app again that a fault has hidden.
    if let last = apps.max(by: { $0.lastOpened ?? .start < $1.lastOpened ?? .start }) {
      await returnToScreen(of: last)
    }
    guard let app = apps.first(where: { $0.state == .active }) else {
      let reasons = apps.map { "\($0.definition.name) cannot be touched, because \($0.absence)" }
      throw TouchError(
        description: reasons.isEmpty
          ? "No app is installed on \(name)." : reasons.joined(separator: " "))
    }
    let problem = Mutex<String?>(nil)
    await touch(app, control) {
      let found = body()
      problem.withLock { $0 = found }
    }
    if let problem = problem.withLock(\.self) { throw TouchError(description: problem) }
  }
}

extension InstalledApp {
  /// Why the app is not on the screen, and what to do.
  var absence: String {
    let open = "Open it with `await \(device is Watch ? "watch" : "phone").open(app)`."
    guard state == .notRunning, let end = terminations.last else {
      return "it is \(state.rawValue). \(open)"
    }
    switch end {
    case .crash, .killed: return "it has ended (\(end)). Its last lines are in `app.log`."
    default: return "it has ended (\(end)). \(open)"
    }
  }
}

/// An error: a test touches or reads what is not on the screen. The description lists what is.
public struct TouchError: Error, Hashable, CustomStringConvertible {
  public let description: String
}
