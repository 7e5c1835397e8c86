import Testing

@testable import CollectorImports

@Suite struct FuzzTests {
  /// Bytes that mean something in one of the formats.
  private static let fragments: [[UInt8]] =
    [
      "{", "}", "[", "]", "\"", "\\", ",", ":", "=", " ", "\n", "\r", "#", "1e400", "-", "NaN",
      "null",
    ]
    .map { Array($0.utf8) } + [[0xFF], [0x00], Array("9223372036854775808".utf8)]

  @Test(arguments: ForeignFormat.all, [UInt64(1)])
  func `20,000 altered requests never trap, and every result is valid`(
    format: ForeignFormat, seed: UInt64
  ) throws {
    let parser = try format.parser(.example)
    var random = SplitMix64(state: seed)
    var parsedCount = 0
    for round in 0..<20_000 {
      var body = Array(format.example.utf8)
      for _ in 0...random.next(below: 4) { Self.alter(&body, &random) }
      guard let batch = try? parser.parse(body) else { continue }
      parsedCount += 1
      let problem = Self.violation(in: batch)
      #expect(problem == nil, "format \(format.name), seed \(seed), round \(round)")
      if round % 64 == 0 { #expect(try parser.parse(body).lines == batch.lines) }
    }
    // The test means nothing if no altered request gets beyond the syntax.
    #expect(parsedCount > 500, "only \(parsedCount) requests were parsed")
  }

  private static func alter(_ body: inout [UInt8], _ random: inout SplitMix64) {
    guard !body.isEmpty else { return }
    let position = random.next(below: body.count)
    switch random.next(below: 6) {
    case 0: body[position] ^= UInt8(1 << random.next(below: 8))
    case 1: body.remove(at: position)
    case 2: body.insert(contentsOf: fragments[random.next(below: fragments.count)], at: position)
    case 3: body.removeLast(random.next(below: body.count))
    case 4:
      let end = min(body.count, position + random.next(below: 80))
      body.insert(contentsOf: body[position..<end], at: random.next(below: body.count))
    default:
      // Replace one digit, which keeps the syntax.
      let digits = body.indices.filter {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(body[$0])
      }
      guard !digits.isEmpty else { return }
      body[digits[random.next(below: digits.count)]] =
        UInt8(ascii: "0") + UInt8(random.next(below: 10))
    }
  }

  /// Returns the first rule of `ForeignBatch` that is broken; nil if there is none.
  private static func violation(in batch: ForeignBatch) -> String? {
    for series in batch.series {
      let width = series.channels.count
      if !isValid(series.stream, limit: 64) { return "stream \(series.stream)" }
      if !(1...16).contains(width) { return "\(width) channels" }
      if Set(series.channels.map(\.name)).count != width { return "equal channels" }
      if !series.channels.allSatisfy({ isValid($0.name, limit: 32) }) { return "channel name" }
      if !series.channels.allSatisfy({ ($0.unit ?? "").utf8.count <= 16 }) { return "unit" }
      if series.times.isEmpty || series.times != series.times.sorted() { return "times" }
      if series.values.count != series.times.count * width { return "number of values" }
      if series.values.contains(where: { $0.isInfinite }) { return "infinite value" }
      for row in series.times.indices where series.identity(ofRow: row).cells.isEmpty {
        return "empty row"
      }
    }
    let streams = batch.series.map(\.stream)
    return streams == streams.sorted() ? nil : "order of streams"
  }
}

/// A random number generator with a seed, so that a failure can be repeated.
struct SplitMix64 {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a whole number in 0..<bound.
  mutating func next(below bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }
}
