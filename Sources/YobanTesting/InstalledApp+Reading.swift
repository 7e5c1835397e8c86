import Synchronization
import UIKit
import YobanSimulatedOS

// Reading happens in the app's process, after the pending updates of its views. It takes no time, and it is
// not an event of the trace.
extension InstalledApp {
  /// The texts on the app's screen, from top to bottom: titles, labels, buttons, contents of text fields.
  ///
  /// ```swift
  /// #expect(try await app.texts.contains("Recording"))
  /// ```
  ///
  /// While an alert or a sheet is shown, the texts are those of the alert or the sheet.
  ///
  /// - Throws: `TouchError` if the app's code cannot run, because the app is suspended or not running.
  public var texts: [String] {
    get async throws { try await readScreen { .success($0.flatMap(\.texts)) } }
  }

  /// A description of the app's screen: one line for each element.
  public var screen: String {
    get async throws {
      try await readScreen { elements in
        .success(
          elements.map { element in
            var line = element.words
            if let isOn = element.isOn { line += isOn ? ", on" : ", off" }
            if element.isOn == nil, let value = element.value { line += ", value \"\(value)\"" }
            return line
          }.joined(separator: "\n"))
      }
    }
  }

  /// Whether the screen shows the text, or has an element with the name.
  public func shows(_ name: String) async throws -> Bool {
    try await readScreen { elements in
      .success(elements.contains { $0.texts.contains(name) || $0.names.contains(name) })
    }
  }

  /// Whether a switch is on, or a tab, segment or row is selected.
  ///
  /// - Throws: `TouchError` if nothing has the name, or if it is neither on nor off.
  public func isOn(_ name: String) async throws -> Bool {
    try await readElement(name) { element in
      guard let isOn = element.isOn else {
        return .failure(
          ScreenProblem(
            description: "\"\(name)\" is a \(element.kind), which is neither on nor off.")
        )
      }
      return .success(isOn)
    }
  }

  /// Whether a control can be touched.
  ///
  /// - Throws: `TouchError` if nothing has the name.
  public func isEnabled(_ name: String) async throws -> Bool {
    try await readElement(name) { .success($0.isEnabled) }
  }

  /// The value of a control: the text of a text field, the choice of a picker, the number of a slider, `1`
  /// or `0` of a switch, or what `accessibilityValue` says.
  ///
  /// - Throws: `TouchError` if nothing has the name, or if it has no value.
  public func value(of name: String) async throws -> String {
    try await readElement(name) { element in
      guard let value = element.value ?? element.texts.first else {
        return .failure(
          ScreenProblem(description: "\"\(name)\" is a \(element.kind), which has no value."))
      }
      return .success(value)
    }
  }

  private func readElement<Value: Sendable>(
    _ name: String,
    _ body: @escaping @MainActor @Sendable (ScreenElement) -> Result<Value, ScreenProblem>
  ) async throws -> Value {
    try await read { ScreenContents.find(name).flatMap(body) }
  }

  private func readScreen<Value: Sendable>(
    _ body: @escaping @MainActor @Sendable ([ScreenElement]) -> Result<Value, ScreenProblem>
  ) async throws -> Value {
    try await read { body(ScreenContents.elements) }
  }

  private func read<Value: Sendable>(
    _ body: @escaping @MainActor @Sendable () -> Result<Value, ScreenProblem>
  ) async throws -> Value {
    guard let process, process.isRunning, !process.isPrewarmed else {
      throw TouchError(
        description:
          "The screen of \(definition.name) cannot be read, because \(absence)"
      )
    }
    let answer = Mutex<Result<Value, ScreenProblem>?>(nil)
    await process.touch {
      let found = body()
      answer.withLock { $0 = found }
    }
    switch answer.withLock(\.self) {
    case .success(let value): return value
    case .failure(let problem): throw TouchError(description: problem.description)
    case nil:
      throw TouchError(description: "\(definition.name) has ended while its screen was read.")
    }
  }
}
