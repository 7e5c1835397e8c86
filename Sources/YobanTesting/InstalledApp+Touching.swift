import Synchronization
import UIKit
import YobanSimulatedOS

extension InstalledApp {
  /// Simulates a touch on a button or another control of the app's screen.
  ///
  /// ```swift
  /// try await app.tap("Scan")
  /// ```
  ///
  /// Returns when the app's actions have run. A touch on a switch changes it, on a segment selects it, on
  /// a row of a table selects the row.
  ///
  /// - Parameter name: the title of the control, or its accessibility identifier or label. Of several
  ///   controls with the name, the first one that is enabled is touched.
  /// - Throws: `TouchError` if the app is not in the foreground, or if nothing on the screen has the name.
  public func tap(_ name: String) async throws {
    try await touchScreen("\"\(name)\"") { ScreenContents.touch(name) }
  }

  /// Simulates a user who types a text into a text field and presses return. The text replaces the one of
  /// the field.
  ///
  /// - Parameter name: the placeholder, the accessibility identifier or label, or the text of the field.
  /// - Throws: `TouchError` if the app is not in the foreground, or if nothing on the screen has the name.
  public func type(_ text: String, into name: String) async throws {
    try await touchScreen("\"\(name)\"") { ScreenContents.enter(text, into: name) }
  }

  private func touchScreen(
    _ control: String, _ body: @escaping @MainActor @Sendable () -> String?
  ) async throws {
    guard state == .active else {
      throw TouchError(
        description:
          "\(definition.name) cannot be touched, because it is \(state): open it with `await phone.open(app)`."
      )
    }
    let problem = Mutex<String?>(nil)
    await device.touch(self, control) {
      let found = body()
      problem.withLock { $0 = found }
    }
    if let problem = problem.withLock(\.self) { throw TouchError(description: problem) }
  }
}

/// An error: a test touches what is not on the screen. The description lists what is.
public struct TouchError: Error, Hashable, CustomStringConvertible {
  public let description: String
}
