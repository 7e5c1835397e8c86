extension ReportInput {
  /// A table below the figures, such as the account of each device.
  ///
  /// ```swift
  /// input.table = .init(
  ///   titles: ["device", "recorded"], rows: [.init(cells: ["watch", "1,000"], tone: .good)])
  /// ```
  public struct Table: Sendable, Hashable {
    /// One for each column; the first column names the rows.
    public var titles: [String]
    public var rows: [Row]

    public init(titles: [String], rows: [Row]) {
      self.titles = titles
      self.rows = rows
    }

    /// The cells of a row, the first of which names it. Cells without a title are left out; those
    /// that are missing stay empty.
    public struct Row: Sendable, Hashable {
      public var cells: [String]
      /// What one should think of the row; colours and marks its name.
      public var tone: Figure.Verdict

      public init(cells: [String], tone: Figure.Verdict = .neutral) {
        self.cells = cells
        self.tone = tone
      }
    }
  }
}
