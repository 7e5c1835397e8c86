import Foundation

extension TestRun {
  /// Adds the tests of an event stream, as `swift test --event-stream-output-path` writes it: one JSON object in each
  /// line, of version 6.3. Later versions may add properties. The last line may be incomplete, because the process of
  /// the tests can end while it writes it; a test that has started and not ended is then `unfinished`.
  ///
  /// - Parameters:
  ///   - events: the contents of the file.
  ///   - read: returns the contents of an attached file, or nil. Files with findings are read.
  public mutating func add(events: Data, reading read: (String) -> Data?) {
    var declared: [String: Test] = [:]
    var indices: [String: Int] = [:]
    var found: [FoundFinding] = []
    let decoder = JSONDecoder()
    for line in events.split(separator: UInt8(ascii: "\n")) {
      guard let record = try? decoder.decode(EventRecord.self, from: line) else { continue }
      let payload = record.payload
      if record.kind == "test" {
        guard payload.kind == "function", let id = payload.id else { continue }
        declared[id] = Self.test(id, payload)
        continue
      }
      guard let id = payload.testID, let test = declared[id] else { continue }
      let index =
        indices[id]
        ?? {
          tests.append(test)
          indices[id] = tests.count - 1
          return tests.count - 1
        }()
      switch payload.kind {
      case "testSkipped": tests[index].outcome = .skipped
      case "testEnded":
        let hasFailed = tests[index].issues.contains(where: \.isFailure)
        tests[index].outcome = hasFailed ? .failed : .passed
      case "issueRecorded":
        guard let issue = payload.issue, issue.isKnown != true else { continue }
        tests[index].issues.append(
          Issue(
            text: Self.text(of: payload.messages ?? []), place: issue.sourceLocation?.place,
            isFailure: issue.isFailure ?? (issue.severity != "warning")))
      case "valueAttached":
        guard let path = payload.attachment?.path else { continue }
        guard FoundFinding.isFile(path) else {
          tests[index].attachments.append(path)
          continue
        }
        let list = read(path).flatMap { try? decoder.decode([FoundFinding].self, from: $0) } ?? []
        // What is left out has a list of its own.
        for var finding in list where finding.name != "port.skipped" {
          finding.tests = [test.name]
          finding.place = test.place
          found.append(finding)
        }
      default: break
      }
    }
    join(found)
  }

  private static func test(_ id: String, _ payload: EventRecord.Payload) -> Test {
    // "Module.Suite/`name`()/File.swift:5:4"
    let parts = id.split(separator: "/").dropLast(2)
    let name = payload.displayName ?? payload.name ?? id
    return Test(
      name: name, suite: parts.joined(separator: "/"), place: payload.sourceLocation?.place)
  }

  /// The message of an issue. Its first line may only say that there is one.
  private static func text(of messages: [EventRecord.Message]) -> String {
    var texts = messages.map(\.text)
    if texts.count > 1, texts[0] == "Issue recorded" { texts.removeFirst() }
    return texts.joined(separator: "\n")
  }

  /// Adds findings, each once, in the order in which they were seen first.
  private mutating func join(_ found: [FoundFinding]) {
    var indices: [String: Int] = [:]
    for finding in found {
      let key = "\(finding.name)\n\(finding.text)"
      if let index = indices[key] {
        for test in finding.tests where !findings[index].tests.contains(test) {
          findings[index].tests.append(test)
        }
      } else {
        indices[key] = findings.count
        findings.append(finding)
      }
    }
  }
}

/// A line of the event stream, as far as a report needs it.
private struct EventRecord: Decodable {
  struct Location: Decodable {
    var filePath: String?
    var _filePath: String?
    var line: Int
    var place: TestRun.Place? {
      (filePath ?? _filePath).map { TestRun.Place(path: $0, line: line) }
    }
  }
  struct Message: Decodable { var text: String }
  struct Issue: Decodable {
    var isFailure: Bool?
    var isKnown: Bool?
    var severity: String?
    var sourceLocation: Location?
  }
  struct Attachment: Decodable { var path: String? }
  struct Payload: Decodable {
    var kind: String
    var id: String?
    var testID: String?
    var name: String?
    var displayName: String?
    var sourceLocation: Location?
    var messages: [Message]?
    var issue: Issue?
    var attachment: Attachment?
  }
  var kind: String
  var payload: Payload
}
