extension ReportInput {
  /// A table below the figures, such as the account of each device.
  ///
  /// ```swift
  /// input.table = .init(
  ///   titles: ["device", "recorded"], rows: [.init(cells: ["watch", "1,000"], tone: .good)])
  /// ```
  public struct Table: Sendable, Hashable {
    /// One title for each column; the first column contains the names of the rows.
    public var titles: [String]
    public var rows: [Row]

    public init(titles: [String], rows: [Row]) {
      self.titles = titles
      self.rows = rows
    }

    /// The cells of a row; the first one is its name. Cells without a title are omitted; missing
    /// cells are empty.
    public struct Row: Sendable, Hashable {
      public var cells: [String]
      /// Whether the row is good or bad news; colors and marks its name.
      public var tone: Figure.Verdict

      public init(cells: [String], tone: Figure.Verdict = .neutral) {
        self.cells = cells
        self.tone = tone
      }
    }
  }
}
