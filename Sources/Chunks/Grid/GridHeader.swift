/// The fields before the residuals in a payload of `GridEncoding`.
struct GridHeader {
  /// One column of the payload: the times or a channel.
  struct Column {
    var predictor: Predictor
    var residuals: ResidualHeader
    /// The grid of a channel; not used for the times.
    var grid = ValueGrid.float64Bits
    /// The number of values of a channel that are not on its grid.
    var exceptionCount = 0
    /// The position of the exceptions, which were checked.
    var exceptions: BitCursor
    /// The offset of the residuals in the payload.
    var offset = 0

    /// Calls `body` with the row and the value of every exception.
    func forEachException(_ body: (Int, Double) -> Void) {
      var cursor = exceptions
      for _ in 0..<exceptionCount {
        guard let row = cursor.small(10), let bits = cursor.bits(64) else { return }
        body(row, Double(bitPattern: bits))
      }
    }
  }

  let firstTime: Int64
  let timeGrid: TimeGrid
  /// The times and then every channel.
  private(set) var columns: [Column] = []

  /// Reads and checks all fields, and that the residuals have the rest of the payload.
  init?(_ payload: BlockPayload) {
    var cursor = BitCursor(payload.bytes)
    columns.reserveCapacity(payload.channelCount + 1)
    guard let firstTime = cursor.bits(64), let timeGrid = TimeGrid(from: &cursor) else {
      return nil
    }
    self.firstTime = Int64(bitPattern: firstTime)
    self.timeGrid = timeGrid
    guard let times = Self.column(&cursor, isLast: false) else { return nil }
    columns.append(times)

    var previous: ValueGrid?
    for channel in 0..<payload.channelCount {
      guard let grid = ValueGrid(from: &cursor, previous: previous),
        let hasExceptions = cursor.small(1)
      else { return nil }
      previous = grid
      var exceptionCount = 0
      var exceptions = cursor
      if hasExceptions == 1 {
        guard let more = cursor.small(10) else { return nil }
        exceptionCount = more + 1
        exceptions = cursor
        for _ in 0..<exceptionCount {
          guard let row = cursor.small(10), row < payload.count, cursor.bits(64) != nil else {
            return nil
          }
        }
      }
      let isLast = channel == payload.channelCount - 1
      guard var column = Self.column(&cursor, isLast: isLast) else { return nil }
      column.grid = grid
      column.exceptionCount = exceptionCount
      column.exceptions = exceptions
      columns.append(column)
    }
    guard var offset = cursor.finish() else { return nil }
    let last = columns.count - 1
    for index in columns.indices {
      columns[index].offset = offset
      if index == last, columns[last].residuals.start != nil {
        columns[last].residuals.byteCount = payload.bytes.count - offset
      }
      let byteCount = columns[index].residuals.byteCount
      guard byteCount <= payload.bytes.count - offset, byteCount <= ResidualHeader.byteCountMax
      else { return nil }
      offset += byteCount
    }
    guard offset == payload.bytes.count else { return nil }
  }

  private static func column(_ cursor: inout BitCursor, isLast: Bool) -> Column? {
    guard let predictor = Predictor(from: &cursor),
      let residuals = ResidualHeader(from: &cursor, isLast: isLast)
    else { return nil }
    return Column(predictor: predictor, residuals: residuals, exceptions: cursor)
  }
}
