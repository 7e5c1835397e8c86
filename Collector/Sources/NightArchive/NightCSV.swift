/// Writes the tables of an archive as CSV.
///
/// The format is that of RFC 4180: a header, lines that end with CR and LF, and quotation marks
/// around fields that need them. A value that is absent is an empty field.
public enum NightCSV {
  /// Returns `gaps.csv`.
  public static func gaps(_ gaps: [ArchivedGap]) -> String {
    text("stream,start_ns,end_ns,cause", gaps) {
      [$0.stream, String($0.start), String($0.end), $0.cause]
    }
  }

  /// Returns `marks.csv`.
  public static func marks(_ marks: [ArchivedMark]) -> String {
    text("stream,time_ns,name", marks) { [$0.stream, String($0.time), $0.name] }
  }

  /// Returns `missing.csv`.
  public static func missing(_ missing: [MissingChunks]) -> String {
    text("stream,first_sequence,last_sequence", missing) {
      [$0.stream, String($0.firstSequence), String($0.lastSequence)]
    }
  }

  /// Returns `chunks.csv`, about 150 bytes per chunk.
  public static func chunks(_ chunks: [ArchivedChunk]) -> String {
    text(
      "stream,sequence,sha256,bytes,samples,first_time_ns,last_time_ns,damaged", chunks
    ) { chunk in
      [
        chunk.stream, String(chunk.sequence), chunk.sha256, String(chunk.byteCount),
        String(chunk.sampleCount), chunk.times.map { String($0.lowerBound) } ?? "",
        chunk.times.map { String($0.upperBound) } ?? "", chunk.isDamaged ? "1" : "0",
      ]
    }
  }

  /// Returns `clocks.csv`.
  public static func clocks(_ points: [ArchivedClockPoint]) -> String {
    text("stream,time_ns,offset_ns,uncertainty_ns", points) {
      [$0.stream ?? "", String($0.time), String($0.offset), String($0.uncertainty)]
    }
  }

  /// Returns `jumps.csv`.
  public static func jumps(_ jumps: [ArchivedJump]) -> String {
    text("clock,stream,time_ns,amount_ns", jumps) {
      [$0.clock, $0.stream ?? "", String($0.time), $0.amount.map(String.init) ?? ""]
    }
  }

  private static func text<Row>(
    _ header: String, _ rows: [Row], _ fields: (Row) -> [String]
  ) -> String {
    var text = header + "\r\n"
    for row in rows { text += fields(row).map(quoted).joined(separator: ",") + "\r\n" }
    return text
  }

  private static func quoted(_ field: String) -> String {
    // The characters are compared as bytes, because CR and LF together are one `Character`.
    let needsQuotes = field.utf8.contains { byte in
      [UInt8(ascii: ","), UInt8(ascii: "\""), 0x0d, 0x0a].contains(byte)
    }
    return needsQuotes ? field.quoted() : field
  }
}
