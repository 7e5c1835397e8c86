import YobanTextLayout

/// The reasons why a log cannot be compared.
public enum FieldCheckError: Error, Hashable, CustomStringConvertible {
  case unknownName(String)
  /// Another experiment knows lines of the log.
  case nothingKnown(String, better: String)
  /// The phone has hidden the texts of these lines.
  case onlyHiddenRows(String, lines: Int, process: String?)
  /// The first lines, with their numbers.
  case unknownFormat(String, [String])
  /// The format of a tool was recognized.
  case noRows(String, format: String, lines: Int, hidden: Int, processes: [String])
  case mixedFormats(String, String, line: Int)
  case tooManyRows(Int)

  public var description: String {
    switch self {
    case .unknownName(let name):
      "there is no experiment or part \(name) whose log can be compared; there are \(FieldCheck.experiments.map(\.id).joined(separator: ", ")) and their parts, such as E1.1 (yoban experiment list names them)"
    case .nothingKnown(let id, let better):
      "no line of the log belongs to \(id): it looks like \(better), so give --experiment \(better)"
    case .onlyHiddenRows(let id, let lines, let process):
      "no line of the log belongs to \(id), and \(FieldSelection.inWords(hidden: lines, process: process?.printable)). \(FieldSelection.remedy)."
    case .unknownFormat(let id, let lines): Self.unknownFormat(id, lines)
    case .noRows(let id, let format, let lines, let hidden, let processes):
      "\(lines) \(lines == 1 ? "line was" : "lines were") read as \(format), but none belongs to \(id)\(Self.inWords(processes, hidden)). The system log does not contain the output of print: docs/field-check.md says how to log and which steps to follow."
    case .mixedFormats(let format, let other, let line):
      "line \(line) has a row of the experiment in another format (\(other)) than most lines (\(format)): keep the log of one tool"
    case .tooManyRows(let count):
      "the log has \(count) lines of the experiment, more than \(FieldCheck.mostRows): keep one run of its steps"
    }
  }

  private static func unknownFormat(_ id: String, _ lines: [String]) -> String {
    let formats = LogRecognizer.names.map { "\n  \($0)" }.joined()
    let first = lines.map { "\n  \($0.printable.clipped(to: 80))" }.joined()
    return
      "no line of the log belongs to \(id). The rows of its app can be read in these formats:\(formats)\nThe first lines that could not be read:\(first)\ndocs/field-check.md describes the steps and how to save the log."
  }

  private static func inWords(_ processes: [String], _ hidden: Int) -> String {
    var clause = ""
    if !processes.isEmpty {
      let names = processes.prefix(5).map { $0.printable.clipped(to: 40) }
      let more = processes.count - names.count
      clause = "; they come from \(names.joined(separator: ", "))"
      if more > 0 { clause += " and \(more) other \(more == 1 ? "program" : "programs")" }
    }
    if hidden > 0 { clause += "; the text of \(hidden) of them is \(FieldSelection.hiddenText)" }
    return clause
  }
}
