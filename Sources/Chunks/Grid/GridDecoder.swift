/// Decodes one block of `GridEncoding`.
struct GridDecoder {
  private let payload: BlockPayload
  /// The bytes of the payload, and 16 zeros.
  private let bytes: UnsafeRawPointer
  /// The integers of the times and of all channels, with eight zeros before each column.
  private let integers: UnsafeMutablePointer<Int64>
  private let stride: Int

  /// Appends the samples of a block. Returns false if the payload contradicts itself; the block is
  /// then not changed.
  static func decode(_ payload: BlockPayload, into block: inout SampleBlock) -> Bool {
    guard let header = GridHeader(payload) else { return false }
    let stride = payload.count + PredictorSearch.margin
    let integersSize = (payload.channelCount + 1) * stride * 8
    let total = integersSize + payload.bytes.count + 16
    return withUnsafeTemporaryAllocation(byteCount: total, alignment: 8) { memory in
      let start = memory.baseAddress!
      let copy = start + integersSize
      UnsafeMutableRawBufferPointer(start: copy, count: payload.bytes.count)
        .copyMemory(from: payload.bytes)
      (copy + payload.bytes.count).initializeMemory(as: UInt8.self, repeating: 0, count: 16)
      let integers = start.initializeMemory(
        as: Int64.self, repeating: 0, count: (payload.channelCount + 1) * stride)
      let decoder = GridDecoder(
        payload: payload, bytes: UnsafeRawPointer(copy), integers: integers, stride: stride)
      guard decoder.readResiduals(header) else { return false }
      decoder.append(header, to: &block)
      return true
    }
  }

  private func column(_ index: Int) -> UnsafeMutablePointer<Int64> {
    integers + index * stride + PredictorSearch.margin
  }

  /// Reads the residuals of all columns; returns false if they do not end with their bytes.
  private func readResiduals(_ header: GridHeader) -> Bool {
    ResidualCode.tables.symbols.withUnsafeBufferPointer { table in
      let symbols = table.baseAddress!
      let stored = header.columns.indices.filter { header.columns[$0].residuals.start != nil }
      // Four columns at once, because each residual must wait for the one before it.
      var next = 0
      while next + 4 <= stored.count {
        guard readFour(stored[next..<next + 4], header, symbols) else { return false }
        next += 4
      }
      while next < stored.count {
        let index = stored[next]
        var reader = reader(header.columns[index])
        let residuals = column(index)
        for row in 1..<max(payload.count, 1) { residuals[row] = reader.next(symbols) }
        guard reader.isAtEnd else { return false }
        next += 1
      }
      return true
    }
  }

  private func reader(_ column: GridHeader.Column) -> ResidualReader {
    ResidualReader(
      bytes + column.offset, byteCount: column.residuals.byteCount,
      scale: column.residuals.start!.scale)
  }

  private func readFour(
    _ indices: ArraySlice<Int>, _ header: GridHeader, _ symbols: UnsafePointer<UInt16>
  ) -> Bool {
    let (i, j) = (indices.startIndex, indices.startIndex + 1)
    let (k, l) = (i + 2, i + 3)
    var reader0 = reader(header.columns[indices[i]])
    var reader1 = reader(header.columns[indices[j]])
    var reader2 = reader(header.columns[indices[k]])
    var reader3 = reader(header.columns[indices[l]])
    let residuals0 = column(indices[i])
    let residuals1 = column(indices[j])
    let residuals2 = column(indices[k])
    let residuals3 = column(indices[l])
    for row in 1..<max(payload.count, 1) {
      residuals0[row] = reader0.next(symbols)
      residuals1[row] = reader1.next(symbols)
      residuals2[row] = reader2.next(symbols)
      residuals3[row] = reader3.next(symbols)
    }
    return reader0.isAtEnd && reader1.isAtEnd && reader2.isAtEnd && reader3.isAtEnd
  }

  /// Restores all columns from their residuals, and appends the times and values.
  private func append(_ header: GridHeader, to block: inout SampleBlock) {
    let (count, channelCount) = (payload.count, payload.channelCount)
    for index in header.columns.indices {
      header.columns[index].predictor.restore(column(index), count: count)
    }
    let times = column(0)
    header.timeGrid.times(of: times, count: count, first: header.firstTime, into: times)
    block.times.append(contentsOf: UnsafeBufferPointer(start: times, count: count))

    let start = block.values.count
    block.values.append(contentsOf: repeatElement(0, count: count * channelCount))
    block.values.withUnsafeMutableBufferPointer { buffer in
      for channel in 0..<channelCount {
        let values = buffer.baseAddress! + start + channel
        let description = header.columns[channel + 1]
        description.grid.values(
          of: column(channel + 1), count: count, into: values, stride: channelCount)
        description.forEachException { offset, value in values[offset * channelCount] = value }
      }
    }
  }
}
