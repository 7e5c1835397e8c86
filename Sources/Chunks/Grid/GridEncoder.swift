/// Encodes one block with `GridEncoding`. All temporary memory is allocated once for the block.
struct GridEncoder {
  private let samples: BlockSamples
  private let count: Int
  private let channelCount: Int
  /// The payload is only useful if it has fewer bytes than this.
  private let limit: Int

  init(_ samples: BlockSamples, limit: Int) {
    self.samples = samples
    self.limit = limit
    count = samples.times.count
    channelCount = samples.values.count / count
  }

  /// The most bytes of the fields of all columns, without exceptions: a column has at most 400 bits.
  private var headerByteCount: Int { (channelCount + 1) * 64 + 16 }
  private var exceptionsMax: Int { ValueGridSearch.exceptionsMax(count: count) }

  /// Appends the payload if it is smaller than the limit; otherwise returns false.
  func encode(into bytes: inout [UInt8]) -> Bool {
    let headerSize = headerByteCount + channelCount * exceptionsMax * 10
    // Room for two versions of one column.
    let residualSize = 2 * (count * (ResidualCode.maximumBits + 2) / 8 + 16)
    let streamSize = limit + residualSize
    let searchSize = PredictorSearch.byteCount(count: count)
    let total =
      searchSize + Recurrence.byteCount + count * 8 + exceptionsMax * 8 + headerSize + streamSize
    return withUnsafeTemporaryAllocation(byteCount: total, alignment: 8) { memory in
      let start = memory.baseAddress!
      var next = start
      let search = PredictorSearch(next, count: count)
      next += searchSize
      let tables = next
      next += Recurrence.byteCount
      let integers = next.bindMemory(to: Int64.self, capacity: count)
      next += count * 8
      let exceptions = next.bindMemory(to: Int64.self, capacity: exceptionsMax)
      next += exceptionsMax * 8
      let header = next
      let streams = header + headerSize
      var writer = BitWriter(header)
      guard
        let streamCount = writeColumns(
          &writer, search, integers, exceptions, tables, streams: streams)
      else { return false }
      let headerCount = writer.finish()
      guard headerCount + streamCount < limit else { return false }
      bytes.append(contentsOf: UnsafeRawBufferPointer(start: header, count: headerCount))
      bytes.append(contentsOf: UnsafeRawBufferPointer(start: streams, count: streamCount))
      return true
    }
  }

  /// Writes all columns, and returns the number of bytes of residuals; nil at the limit.
  private func writeColumns(
    _ writer: inout BitWriter, _ search: PredictorSearch,
    _ integers: UnsafeMutablePointer<Int64>, _ exceptions: UnsafeMutablePointer<Int64>,
    _ tables: UnsafeMutableRawPointer, streams: UnsafeMutableRawPointer
  ) -> Int? {
    let times = samples.times.baseAddress!
    let timeGrid = TimeGrid.best(of: times, count: count, into: integers)
    writer.putWide(UInt64(bitPattern: times[0]), 64)
    timeGrid.write(to: &writer)
    var streamCount = writeColumn(
      &writer, search, integers, tables, isTime: true, isLast: false, to: streams)

    var previous: ValueGrid?
    for channel in 0..<channelCount {
      guard streamCount < limit else { return nil }
      let gridSearch = ValueGridSearch(
        values: samples.values.baseAddress! + channel, count: count, stride: channelCount,
        integers: integers, exceptions: exceptions)
      let (grid, exceptionCount) = gridSearch.best(previous: previous)
      if grid == previous { writer.put(0, 3) } else { grid.write(to: &writer) }
      previous = grid
      writer.put(exceptionCount > 0 ? 1 : 0, 1)
      if exceptionCount > 0 {
        writer.put(UInt64(exceptionCount - 1), 10)
        for index in 0..<exceptionCount {
          let offset = Int(truncatingIfNeeded: exceptions[index])
          writer.put(UInt64(offset), 10)
          let value = samples.values[offset * channelCount + channel]
          writer.putWide(value.bitPattern, 64)
        }
      }
      streamCount += writeColumn(
        &writer, search, integers, tables, isTime: false,
        isLast: channel == channelCount - 1, to: streams + streamCount)
    }
    return streamCount
  }

  /// Writes the prediction of one column to the header, and its residuals to `stream`, and returns
  /// the number of their bytes.
  private func writeColumn(
    _ writer: inout BitWriter, _ search: PredictorSearch, _ integers: UnsafePointer<Int64>,
    _ tables: UnsafeMutableRawPointer, isTime: Bool, isLast: Bool,
    to stream: UnsafeMutableRawPointer
  ) -> Int {
    var (predictor, cost) = search.best(for: integers, count: count, isTime: isTime)
    let residuals = UnsafeBufferPointer(start: search.residuals + 1, count: count - 1)
    guard cost > 0 else {
      predictor.write(to: &writer)
      ResidualHeader(start: nil, byteCount: 0).write(to: &writer, isLast: isLast)
      return 0
    }
    var start = Self.startScale(residuals)
    var byteCount = ResidualCode.write(residuals, from: start.scale, to: stream)
    // Series of few different numbers can have terms that recur.
    if count > 4, cost < 6 * count {
      let other = stream + byteCount
      let (steps, otherStart, otherCount) = search.recurrent(
        for: integers, count: count, isTime: isTime, tables: tables, to: other)
      if otherCount + Predictor.coefficientBits * predictor.order / 8 < byteCount {
        stream.copyMemory(from: other, byteCount: otherCount)
        (predictor, start, byteCount) = (steps, otherStart, otherCount)
      }
    }
    predictor.write(to: &writer)
    ResidualHeader(start: start, byteCount: byteCount).write(to: &writer, isLast: isLast)
    return byteCount
  }

  /// Returns the scale of the first residuals, at most 16.
  static func startScale(_ residuals: UnsafeBufferPointer<Int64>) -> ResidualScale.Start {
    var sum: UInt64 = 0
    let sampled = min(residuals.count, 16)
    for index in 0..<sampled { sum += min(residuals[index].zigzag, 1 << 59) }
    return ResidualScale.Start(
      ResidualScale(min(sum / UInt64(sampled), 1 << 59) * 16 + sum % UInt64(sampled)))
  }
}

extension BlockSamples {
  /// The number of bytes of the smaller one of the encodings `float32` and `float64` that is exact.
  var plainByteCount: Int {
    var needsFullTimes = false
    for index in 1..<max(times.count, 1) {
      let (step, overflows) = times[index].subtractingReportingOverflow(times[index - 1])
      if overflows || step < 0 || step > 0xFFFF_FFFF { needsFullTimes = true }
    }
    let timeBytes = needsFullTimes ? times.count * 8 : 8 + (times.count - 1) * 4
    return timeBytes + values.count * (Float32Encoding.isExact(values) ? 4 : 8)
  }
}
