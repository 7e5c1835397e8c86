import Foundation
import YobanReports
import YobanSimulatedOS

/// A file for the events of a trace, one per line; as JSON if its name ends with `.jsonl`.
struct TraceFile {
  private let file: OutputFile
  private let isJSON: Bool

  /// Throws before the run if the file cannot be written.
  init(_ path: String) throws {
    file = try OutputFile("trace", path)
    isJSON = path.hasSuffix(".jsonl")
  }

  func write(_ world: World) throws {
    let events = world.trace.events
    if isJSON { return try file.write(JSONLinesRecorder().document(events)) }
    var recorder = TextRecorder()
    try file.write(events.map { recorder.line($0) + "\n" }.joined())
  }
}
