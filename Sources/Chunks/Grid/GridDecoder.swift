/// Decodes one block of `GridEncoding`.
struct GridDecoder {
  private let payload: BlockPayload
  /// The bytes of the payload, and as many zeros as the residuals of a column can have.
  private let bytes: UnsafeRawPointer
  /// The residuals of the times and of all channels, with eight zeros before each column.
  private let integers: UnsafeMutablePointer<Int64>
  /// Memory for the integers of one column.
  private let series: UnsafeMutablePointer<Int64>
  private let stride: Int
  /// Memory for a `Recurrence`.
  private let tables: UnsafeMutableRawPointer

  /// Appends the samples of a block. Returns false if the payload contradicts itself; the block is
  /// then not changed.
  static func decode(_ payload: BlockPayload, into block: inout SampleBlock) -> Bool {
    decode(payload) { decoder, header in decoder.append(header, to: &block) }
  }

  /// Appends the times of a block, and checks the whole payload all the same.
  static func decodeTimes(_ payload: BlockPayload, into times: inout [Int64]) -> Bool {
    decode(payload) { decoder, header in
      decoder.restoreTimes(header)
      times.append(contentsOf: UnsafeBufferPointer(start: decoder.series, count: payload.count))
    }
  }

  /// Reads the residuals of a payload, and calls `use` if they are valid.
  private static func decode(
    _ payload: BlockPayload, _ use: (GridDecoder, GridHeader) -> Void
  ) -> Bool {
    guard let header = GridHeader(payload) else { return false }
    let stride = payload.count + PredictorSearch.margin
    let integersSize = (payload.channelCount + 1) * stride * 8
    let margin = payload.count * (ResidualCode.maximumBits + 2) / 8 + 16
    let total =
      integersSize + stride * 8 + Recurrence.byteCount + payload.bytes.count + margin
    return withUnsafeTemporaryAllocation(byteCount: total, alignment: 8) { memory in
      let start = memory.baseAddress!
      let series = start + integersSize
      let tables = series + stride * 8
      let copy = tables + Recurrence.byteCount
      UnsafeMutableRawBufferPointer(start: copy, count: payload.bytes.count)
        .copyMemory(from: payload.bytes)
      (copy + payload.bytes.count).initializeMemory(as: UInt8.self, repeating: 0, count: margin)
      let integers = start.bindMemory(
        to: Int64.self, capacity: (payload.channelCount + 1) * stride)
      for index in header.columns.indices {
        // Stored residuals overwrite the others.
        let isStored = header.columns[index].residuals.start != nil
        let zeroCount = isStored ? PredictorSearch.margin + 1 : stride
        (integers + index * stride).initialize(repeating: 0, count: zeroCount)
      }
      let decoder = GridDecoder(
        payload: payload, bytes: UnsafeRawPointer(copy), integers: integers,
        series: series.bindMemory(to: Int64.self, capacity: stride), stride: stride,
        tables: tables)
      guard decoder.readResiduals(header) else { return false }
      use(decoder, header)
      return true
    }
  }

  private func column(_ index: Int) -> UnsafeMutablePointer<Int64> {
    integers + index * stride + PredictorSearch.margin
  }

  /// Reads the residuals of all columns; returns false if they do not end with their bytes.
  private func readResiduals(_ header: GridHeader) -> Bool {
    var stored: [Int] = []
    var recurrent: [Int] = []
    stored.reserveCapacity(header.columns.count)
    for index in header.columns.indices where header.columns[index].residuals.start != nil {
      if header.columns[index].predictor.isRecurrent {
        recurrent.append(index)
      } else {
        stored.append(index)
      }
    }
    // Several columns at once, because each residual must wait for the one before it.
    var group = stored[...]
    while !group.isEmpty || !recurrent.isEmpty {
      let size = group.count >= 3 ? (group.count % 3 == 1 ? 4 : 3) : min(group.count, 1)
      guard read(header, group.prefix(size), recurrent.popLast()) else { return false }
      group = group.dropFirst(size)
    }
    return true
  }

  /// Reads up to four columns of residuals, and one of a `Recurrence`.
  private func read(_ header: GridHeader, _ columns: ArraySlice<Int>, _ recurrent: Int?) -> Bool {
    ResidualCode.tables.symbols.withUnsafeBufferPointer { table in
      let symbols = table.baseAddress!
      let count = payload.count
      @inline(__always) func lane(_ offset: Int) -> Lane {
        let index = columns[columns.startIndex + offset]
        return Lane(reader: reader(header.columns[index]), residuals: column(index))
      }
      @inline(__always) func rows(_ read: (Int) -> Void) {
        guard let recurrent else {
          for row in 1..<max(count, 1) { read(row) }
          return
        }
        var reader = reader(header.columns[recurrent])
        let terms = column(recurrent)
        var recurrence = Recurrence(tables, terms: terms)
        for row in 1..<max(count, 1) {
          recurrence.read(&reader, row: row, into: terms, symbols)
          read(row)
        }
        isAtEnd = reader.isAtEnd
      }
      var isAtEnd = true
      switch columns.count {
      case 0: rows { _ in }
      case 1:
        var first = lane(0)
        rows { first.read($0, symbols) }
        isAtEnd = isAtEnd && first.reader.isAtEnd
      case 3:
        var (first, second, third) = (lane(0), lane(1), lane(2))
        rows {
          first.read($0, symbols)
          second.read($0, symbols)
          third.read($0, symbols)
        }
        isAtEnd =
          isAtEnd && first.reader.isAtEnd && second.reader.isAtEnd && third.reader.isAtEnd
      default:
        var (first, second, third, fourth) = (lane(0), lane(1), lane(2), lane(3))
        rows {
          first.read($0, symbols)
          second.read($0, symbols)
          third.read($0, symbols)
          fourth.read($0, symbols)
        }
        isAtEnd =
          isAtEnd && first.reader.isAtEnd && second.reader.isAtEnd && third.reader.isAtEnd
          && fourth.reader.isAtEnd
      }
      return isAtEnd
    }
  }

  /// One column whose residuals are read.
  private struct Lane {
    var reader: ResidualReader
    let residuals: UnsafeMutablePointer<Int64>

    @inline(__always)
    mutating func read(_ row: Int, _ symbols: UnsafePointer<UInt16>) {
      residuals[row] = reader.next(symbols)
    }
  }

  private func reader(_ column: GridHeader.Column) -> ResidualReader {
    ResidualReader(
      bytes, offset: column.offset, byteCount: column.residuals.byteCount,
      scale: column.residuals.start!.scale)
  }

  /// Restores all columns from their residuals, and appends the times and values.
  private func append(_ header: GridHeader, to block: inout SampleBlock) {
    let (count, channelCount) = (payload.count, payload.channelCount)
    restoreTimes(header)
    block.times.append(contentsOf: UnsafeBufferPointer(start: series, count: count))

    let start = block.values.count
    block.values.append(contentsOf: repeatElement(0, count: count * channelCount))
    block.values.withUnsafeMutableBufferPointer { buffer in
      for channel in 0..<channelCount {
        let values = buffer.baseAddress! + start + channel
        let description = header.columns[channel + 1]
        restore(description, column(channel + 1), into: values, channelCount)
        description.forEachException { row, value in values[row * channelCount] = value }
      }
    }
  }

  /// Computes the times in `series`.
  private func restoreTimes(_ header: GridHeader) {
    let predictor = header.columns[0].predictor
    let (times, first) = (series, header.firstTime)
    if case .steps(let unit) = header.timeGrid {
      predictor.restore(column(0), count: payload.count) { times[$0] = first &+ $1 &* unit }
    } else {
      predictor.restore(column(0), count: payload.count) { times[$0] = $1 }
      header.timeGrid.times(of: times, count: payload.count, first: first, into: times)
    }
  }

  /// Computes the values of one channel, with a distance of `stride` between two of them. The two
  /// most frequent grids are computed together with the prediction.
  private func restore(
    _ description: GridHeader.Column, _ terms: UnsafeMutablePointer<Int64>,
    into values: UnsafeMutablePointer<Double>, _ stride: Int
  ) {
    let predictor = description.predictor
    switch description.grid {
    case .binary(let exponent):
      let step = ValueGrid.powerOfTwo(exponent)
      predictor.restore(terms, count: payload.count) { values[$0 &* stride] = Double($1) * step }
    case .float32Product(let step):
      predictor.restore(terms, count: payload.count) {
        values[$0 &* stride] = Double(Float($1) * step)
      }
    default:
      let series = series
      predictor.restore(terms, count: payload.count) { series[$0] = $1 }
      description.grid.values(of: series, count: payload.count, into: values, stride: stride)
    }
  }
}
