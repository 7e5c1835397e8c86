import Foundation
import Testing
import YobanReports
import YobanSimulatedOS

@Suite struct JSONLinesRecorderTests {
  @Test func `a trace is a header and one object with sorted keys per line`() {
    let events = [
      event(30_000, nil, .user("goes home")),
      event(30_250, "NightApp#1", .callback(.didFinishLaunching, seen: .background)),
      event(61_000, "NightApp#1", .backgroundTask(.began(7, name: "keep-alive"))),
      event(61_000, "NightApp#1", .samples(stream: "gyroscope", count: 6000)),
      event(43_200_000, "NightApp#2", .transfer(.created(task: 3, session: "up", bytes: 62_431))),
    ]
    #expect(
      JSONLinesRecorder().document(events) == """
        {"format":"yoban-trace","version":1}
        {"device":"phone","fields":{"what":"goes home"},"name":"did","process":null,"service":"user","t_ns":30000000000}
        {"device":"phone","fields":{"callback":"didFinishLaunching","state":"background"},"name":"callback","process":"NightApp#1","service":"app","t_ns":30250000000}
        {"device":"phone","fields":{"id":"7","name":"keep-alive"},"name":"began","process":"NightApp#1","service":"background-task","t_ns":61000000000}
        {"device":"phone","fields":{"count":"6000","stream":"gyroscope"},"name":"samples","process":"NightApp#1","service":"motion","t_ns":61000000000}
        {"device":"phone","fields":{"bytes":"62431","session":"up","task":"3"},"name":"created","process":"NightApp#2","service":"transfer","t_ns":43200000000000}

        """)
  }

  @Test func `an empty trace is only a header`() {
    #expect(JSONLinesRecorder().document([]) == #"{"format":"yoban-trace","version":1}"# + "\n")
  }

  @Test(arguments: [
    (#"say "hi" \ bye"#, #"say \"hi\" \\ bye"#),
    ("a\nb\r\tc", #"a\nb\r\tc"#),
    ("\u{0}\u{1B}[31m\u{7F}", #"\u0000\u001b[31m\u007f"#),
    ("\u{2028}\u{2029}", #"\u2028\u2029"#),
    ("</script> & 夜番 👩‍🚀", "</script> & 夜番 👩‍🚀"),
  ])
  func `the output of an app stays on one line and is read back unchanged`(
    text: String, escaped: String
  ) throws {
    let line = JSONLinesRecorder().line(event(0, "App#1", .output(text)))
    #expect(line.contains(#"{"text":"\#(escaped)"}"#))
    #expect(!line.unicodeScalars.contains { $0.value < 0x20 })
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect((object["fields"] as? [String: String])?["text"] == text)
  }

  @Test func `times keep every nanosecond`() {
    var late = event(0, nil, .power("charging"))
    late.instant.nanoseconds = 9_007_199_254_740_993  // A Double cannot represent it.
    #expect(JSONLinesRecorder().line(late).hasSuffix(#""t_ns":9007199254740993}"#))
  }

  @Test(arguments: TraceEvent.Kind.samplesOfAll)
  func `every kind of event is an object`(kind: TraceEvent.Kind) throws {
    let line = JSONLinesRecorder().line(event(1, "App#1", kind))
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(
      object.keys.sorted() == ["device", "fields", "name", "process", "service", "t_ns"])
  }

  @Test func `the samples hold an event of each payload that the sources declare`() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources")
    var declared: Set<String> = []
    for case let file as URL in try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /(?:enum|struct|extension) (\w+): (?:Trace|Text)Payload/) {
        declared.insert(String(match.output.1))
      }
    }
    let samples = TraceEvent.Kind.samplesOfAll.map { "\(type(of: $0.payload))" }
    #expect(Set(samples) == declared)
    #expect(declared.count > 15)
    let names = Set(TraceEvent.Kind.samplesOfAll.map { "\($0.parts.service).\($0.parts.name)" })
    #expect(
      names.isSuperset(of: [
        "app.launched", "app.state", "app.callback", "app.terminated", "app.badge",
        "background-task.began", "background-task.ended", "background-task.expired",
        "motion.samples", "motion.started",
      ]))
  }

  @Test func `no two payloads have the same service`() {
    let services = Dictionary(
      TraceEvent.Kind.samplesOfAll.map { ($0.parts.service, ["\(type(of: $0.payload))"]) }
    ) { Set($0 + $1).sorted() }
    #expect(services.values.allSatisfy { $0.count == 1 }, "\(services)")
  }
}
