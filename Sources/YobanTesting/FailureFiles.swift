import YobanReports
import YobanSimulatedOS

/// The files that explain a failed test.
enum FailureFiles {
  struct File {
    let name: String
    let text: String
  }

  /// Creates the trace as text, the HTML report and the Perfetto file of a world whose test has ended.
  static func files(of world: World, title: String, seed: UInt64) -> [File] {
    var input = ReportInput(
      of: world, title: title, subtitle: "seed \(seed), digest \(world.trace.digest)")
    input.table = .energy(of: world)
    let name = fileName(title)
    return [
      File(
        name: "\(name)-trace.txt",
        text: lines(of: world.trace.events).joined(separator: "\n") + "\n"),
      File(name: "\(name)-report.html", text: HTMLReport(input).write()),
      File(name: "\(name)-perfetto.json", text: PerfettoTrace(input).write()),
    ]
  }

  /// Returns a title as the beginning of a file name: at most 60 characters, the words joined by hyphens.
  static func fileName(_ title: String) -> String {
    let words = title.split { !$0.isLetter && !$0.isNumber }
    return String(words.joined(separator: "-").prefix(60))
  }

  /// The lines of the last events of a trace, as `yoban --trace` writes them.
  static func lines(of events: [TraceEvent], last count: Int = .max) -> [String] {
    var recorder = TextRecorder()
    return events.map { recorder.line($0) }.suffix(count)
  }
}
