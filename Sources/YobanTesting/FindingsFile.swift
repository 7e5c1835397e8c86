import Foundation
import YobanSimulatedOS

/// The findings and the advice of a world as JSON, for a program that reports them to a build server: with the
/// variable `YOBAN_ATTACH_FINDINGS` in the environment, each test with a world attaches them.
struct FindingsFile {
  /// A finding as the file has it; `FoundFinding` of YobanTestReport reads it.
  struct Entry: Encodable {
    var name: String
    var text: String
    var rule: String
    var isAdvice: Bool

    init(_ finding: Finding) {
      name = finding.name
      text = "\(finding.what) \(finding.remedy)"
      rule = finding.explanation
      isAdvice = finding.isAdvice
    }
  }

  let name: String
  let text: String

  /// Returns nil if there is nothing to report or nobody has asked.
  init?(of world: World, title: String) {
    let entries = (world.findings + world.trace.advice).map(Entry.init)
    guard !entries.isEmpty, ProcessInfo.processInfo.environment["YOBAN_ATTACH_FINDINGS"] != nil,
      let data = try? JSONEncoder().encode(entries)
    else { return nil }
    name = "\(FailureFiles.fileName(title)).findings.json"
    text = String(decoding: data, as: UTF8.self)
  }
}
