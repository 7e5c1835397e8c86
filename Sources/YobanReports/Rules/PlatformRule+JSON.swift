import YobanSimulatedOS

extension PlatformRule {
  /// Returns one line of JSON: `rule`, `statement`, `versions`, `grade`, `sources` (texts),
  /// `details` (objects with `statement`, `grade`, `sources`), `simulated`, `difference` (a text or
  /// null), `page`.
  public func jsonLine() -> String {
    func list(_ sources: [RuleSource]) -> JSONValue {
      .array(sources.map { .string($0.description) })
    }
    let details = details.map {
      JSONValue.object([
        "statement": .string($0.statement), "grade": .string($0.grade.rawValue),
        "sources": list($0.sources),
      ])
    }
    return JSONValue.object([
      "rule": .string(code), "statement": .string(statement), "versions": .string(versions),
      "grade": .string(grade.rawValue), "sources": list(sources), "details": .array(details),
      "simulated": .string(simulated), "difference": difference.map { .string($0) } ?? .null,
      "page": .string(place),
    ]).text(for: .line)
  }
}
