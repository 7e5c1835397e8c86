import YobanSimulatedOS
import YobanTextLayout
import YobanVirtualTime

/// Writes a trace as readable text: one line per event.
///
/// ```
/// 00:00:30.000  phone                 goes home
/// 00:00:30.000  phone  NightApp#1     sceneWillResignActive                         [active]
/// ```
/// A value type that stores the state of each process and the width of the columns so far.
public struct TextRecorder: Sendable {
  private let isColored: Bool
  private var states = StateTracker()
  private var deviceWidth = 5
  private var processWidth = 12

  /// - Parameter isColored: Whether lines contain ANSI colors. The caller decides, by the output
  ///   (terminal or not) and the user's options.
  public init(isColored: Bool = false) { self.isColored = isColored }

  /// Returns the line of one event, without a line break. Events must be given in the order of the
  /// trace.
  public mutating func line(_ event: TraceEvent) -> String {
    let device = Self.printable(event.device)
    let process = Self.printable(event.process ?? "")
    deviceWidth = max(deviceWidth, device.count)
    processWidth = max(processWidth, process.count)
    let state = states.state(at: event)
    let words = Self.printable(event.kind.words)
    let style = event.kind.payload.style

    var line = styled("\(event.instant)", .quiet) + "  "
    line += device.padded(to: deviceWidth) + "  "
    line += process.padded(to: processWidth) + "  "
    line += styled(state == nil ? words : words.padded(to: Self.wordsWidth), style)
    if let state { line += " " + styled("[\(state.rawValue)]", .quiet) }
    return line
  }

  /// Returns an explanation of the columns and, if used, the colors, without a line break at the
  /// end.
  public static func legend(isColored: Bool = false) -> String {
    let recorder = TextRecorder(isColored: isColored)
    var lines = [
      "time          since the start, hours:minutes:seconds.milliseconds",
      "device        the name of the simulated device",
      "process       the app and which of its launches, such as NightApp#2; empty for an event of the device itself",
      "what          what happened, in words; lines that the app printed are unchanged",
      "[state]       the app's state; for a callback, the state that the app read inside it",
    ]
    if isColored {
      lines += TraceEvent.Style.allCases.compactMap { style in
        style.meaning.map { recorder.styled(style.rawValue.padded(to: 12), style) + "  " + $0 }
      }
    }
    return lines.joined(separator: "\n")
  }

  private static let wordsWidth = 46

  private func styled(_ text: String, _ style: TraceEvent.Style) -> String {
    guard isColored, let code = style.code else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  /// Returns the text without line breaks and without control characters for a terminal.
  static func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        // Joins the parts of one emoji and does not control the terminal.
        if scalar == "\u{200D}" { fallthrough }
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
