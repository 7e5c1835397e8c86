/// Writes the text that explains an archive to the readers of its data.
public enum NightReadme {
  /// Returns `README.md`. It is not long: gaps, marks, missing chunks and chunks are only counted.
  ///
  /// - Parameter night: With the numbers of samples that `NightFile.finish()` has returned.
  public static func text(_ night: ArchivedNight) -> String {
    let layout = ArchiveLayout(night)
    let sections: [String?] = [
      introduction(night), files(layout), streams(night, layout), channels(night, layout), times,
      clocks(night), values, gaps(night), missing(night), marks(night),
      ReadmeSnippets.section(night, layout), ReadmeSnippets.checkSection(night),
      citation(night, layout),
    ]
    return sections.compactMap { $0 }.joined(separator: "\n\n") + "\n"
  }

  private static func introduction(_ night: ArchivedNight) -> String {
    let open = """
       The recording has no stop: when this archive was written, it still continued, or it had been \
      interrupted. The end is the time of its last sample.
      """
    return """
      # Night of \(Markdown.text(night.device)), \(UTCTime(night.start).minuteForReading)

      This archive contains the recordings of the device \(Markdown.code(night.device)) from \
      \(UTCTime(night.start).iso8601) to \(UTCTime(night.end).iso8601).\
      \(night.isOpen ? open : "") The collector of Yoban wrote it \
      (yoban-collector \(Markdown.text(night.collectorVersion)), archive format \
      \(ArchiveLayout.formatVersion)). It may contain personal data: protect it accordingly.
      """
  }

  private static func files(_ layout: ArchiveLayout) -> String {
    var rows = [
      ["`README.md`", "This text"],
      ["`night.sqlite`", "All samples and all tables below, as an SQLite 3 database"],
    ]
    if layout.streams.contains(where: { $0.parquetFile != nil }) {
      rows.append(["`streams/`", "The samples, a Parquet file for each stream"])
    }
    rows += [
      ["`gaps.csv`", "The periods without samples: `stream`, `start_ns`, `end_ns`, `cause`"],
      ["`marks.csv`", "The named points in time: `stream`, `time_ns`, `name`"],
      [
        "`missing.csv`",
        "The chunks that have not arrived: `stream`, `first_sequence`, `last_sequence`",
      ],
      [
        "`chunks.csv`",
        """
        The chunks from which this archive was written: `stream`, `sequence`, `sha256`, `bytes`, \
        `samples`, `first_time_ns`, `last_time_ns`, `damaged`
        """,
      ],
      [
        "`clocks.csv`",
        """
        The offsets of clocks, at points between which they change evenly: `stream`, `time_ns`, \
        `offset_ns`, `uncertainty_ns`
        """,
      ],
      ["`jumps.csv`", "The steps of clocks: `clock`, `stream`, `time_ns`, `amount_ns`"],
    ]
    return """
      ## Files

      \(Markdown.table(["File", "Contents"], rows))

      The CSV files are in UTF-8 and follow RFC 4180. `night.sqlite` has the same tables under the \
      names `gaps`, `marks`, `missing`, `chunks`, `clocks` and `jumps`, and also `streams`, `channels` (the columns of \
      each stream and their units) and `about` (the device, the start and the end, the versions).
      """
  }

  private static func streams(_ night: ArchivedNight, _ layout: ArchiveLayout) -> String? {
    if night.streams.isEmpty { return "## Streams\n\nThe night has no streams." }
    let rows = zip(night.streams, layout.streams).map { stream, names in
      [
        Markdown.code(stream.name), String(stream.sampleCount),
        stream.times.map { UTCTime($0.lowerBound).iso8601 } ?? "",
        stream.times.map { UTCTime($0.upperBound).iso8601 } ?? "",
        stream.interval.map(String.init) ?? "",
        names.parquetFile.map(Markdown.code) ?? "none", Markdown.code(names.table),
      ]
    }
    return """
      ## Streams

      A stream is the output of one sensor. The nominal interval is the time between two samples \
      that the sensor was set to; the real intervals differ.

      \(Markdown.table(
        [
          "Stream", "Samples", "First sample", "Last sample", "Nominal interval in ns",
          "Parquet file", "Table in `night.sqlite`",
        ], rows))\(columnsNote(night, layout))
      """
  }

  /// A note about streams with more channels than a table can have; empty without such a stream.
  private static func columnsNote(_ night: ArchivedNight, _ layout: ArchiveLayout) -> String {
    let isCut = zip(night.streams, layout.streams).contains { $0.channels.count > $1.columns.count }
    guard isCut else { return "" }
    return """


      A table of SQLite has at most 2,000 columns: of a stream with more channels, `night.sqlite` has the first \
      \(ArchiveLayout.columnsMax). The Parquet file has all.
      """
  }

  private static func channels(_ night: ArchivedNight, _ layout: ArchiveLayout) -> String? {
    var rows: [[String]] = []
    for (stream, names) in zip(night.streams, layout.streams) {
      for (channel, column) in zip(stream.channels, names.columns) {
        rows.append([
          Markdown.code(stream.name), Markdown.code(channel.name), Markdown.text(channel.unit),
          Markdown.code(column),
        ])
      }
    }
    if rows.isEmpty { return nil }
    return """
      ## Columns

      Each Parquet file and each table of samples has the column `time_ns`, a column for each \
      channel, and the columns `corrected_time_ns` and `uncertainty_ns` (see below). In a Parquet file, a \
      column has the name of its channel. An empty unit means that the recording names none.

      \(Markdown.table(["Stream", "Channel", "Unit", "Column in `night.sqlite`"], rows))
      """
  }

  private static let times = """
    ## Times

    All times are whole nanoseconds since 1970-01-01 00:00:00 UTC, without leap seconds, as signed \
    64-bit integers. Do not read them as floating-point numbers: these are exact only to about 256 ns. \
    The samples of a stream are in the order of their times. Two samples may have the same time. \
    `time_ns` is the time that the device has recorded, on its own clock; gaps, marks, chunks and the start and end \
    of the night are in this time, too.
    """

  private static func clocks(_ night: ArchivedNight) -> String {
    let own = night.clocks.filter { $0.stream == nil }
    let state =
      if let first = own.first, let last = own.last, let least = own.map(\.uncertainty).min(),
        let most = own.map(\.uncertainty).max()
      {
        """
        In this night, the clock of the device was \(milliseconds(first.offset)) ahead of that of the collector at \
        the beginning and \(milliseconds(last.offset)) at the end (a minus sign means behind), known to \
        \(milliseconds(least)) to \(milliseconds(most)).
        """
      } else {
        """
        Nothing is known about the clock of this device: it has sent no measurements. `corrected_time_ns` and \
        `uncertainty_ns` are null.
        """
      }
    let count = night.jumps.count
    let steps =
      count == 0 ? "No clock had a step." : "Clocks had \(count) \(count == 1 ? "step" : "steps")."
    return """
      ## Clocks

      Each device has a clock of its own, which is ahead or behind and drifts by seconds a day, and so has an \
      accessory that sends its own times (the channel `accessory-clock`). The device measures how far its \
      clock is from that of the collector with each upload, as NTP does: both stamp when a message is sent and \
      when it arrives. From these bounds, the collector computes the offset of the clock at each time. \
      `corrected_time_ns` is the time of the sample on the clock of the collector, and the true time is at \
      most `uncertainty_ns` earlier or later. Use it to compare samples of different devices; use `time_ns` to \
      compare with gaps and marks. For a stream of an accessory, `corrected_time_ns` is the time at which the \
      accessory has measured, and `time_ns` that at which the sample has arrived.

      This holds if the drift of the device is below 200 parts per million and changes by no more than 4 \
      within an hour, and for an accessory (1000, and 20 within an hour) if the fastest of its messages in \
      half an hour takes at most 50 ms. The documentation of Yoban ("Clocks") has the formulas. `clocks.csv` \
      has the offsets at points: the time of the device minus that of the collector, and of an accessory, \
      whose `stream` is named, minus that of the device. `jumps.csv` has the steps: `wall` if the wall clock \
      of the device was set, which changes no times of samples; `recorded` if the times of samples began again \
      after a restart of the device; and `accessory`. \
      \(state) \(steps)
      """
  }

  /// A time in milliseconds with one digit after the point.
  private static func milliseconds(_ nanoseconds: Int64) -> String {
    let tenths = (Double(nanoseconds) / 1e5).rounded()
    return "\(tenths < 0 ? "-" : "")\(self.tenths(tenths.magnitude / 10)) ms"
  }

  private static let values = """
    ## Values

    Values are 64-bit floating-point numbers (IEEE 754 binary64), with the same bits as the \
    collector has stored. If a sample has no value for a channel, the value is null. A value can also be infinite, or \
    NaN, which means that the sensor delivered something that is not a number. The Parquet files keep \
    null and NaN apart. SQLite has no NaN: in `night.sqlite` such a value is null, and negative zero \
    is zero. pandas shows null as NaN, too.
    """

  private static func gaps(_ night: ArchivedNight) -> String {
    let introduction = """
      ## Gaps

      A gap is a period without samples, with the reason that the device recorded. `start_ns` is \
      the last recorded time before the gap and `end_ns` the first one after it: samples are missing \
      strictly between the two. If the clock was set back, `end_ns` is before `start_ns`. Do not \
      interpolate across gaps.
      """
    if night.gaps.isEmpty { return introduction + " This night has no gaps." }
    var totals: [String: (count: Int, seconds: Double)] = [:]
    for gap in night.gaps {
      let key = gap.cause
      totals[key, default: (0, 0)].count += 1
      totals[key]?.seconds += max(0, (Double(gap.end) - Double(gap.start)) / 1e9)
    }
    let rows = totals.sorted { $0.key < $1.key }.map { cause, total in
      [
        Markdown.code(cause), String(total.count), tenths(total.seconds),
        GapCauses.meanings[cause] ?? "An app that sends to the collector has named this cause",
      ]
    }
    return """
      \(introduction) In this night, the gaps of all streams together are:

      \(Markdown.table(["Cause", "Gaps", "Seconds in total", "Meaning"], rows))
      """
  }

  private static func missing(_ night: ArchivedNight) -> String {
    let count = night.missing.reduce(0.0) {
      $0 + Double($1.lastSequence) - Double($1.firstSequence) + 1
    }
    let damaged = night.chunks.filter(\.isDamaged).count
    let state =
      count == 0
      ? "In this night, no chunk is missing."
      : """
      In this night, \(wholeNumber(count)) \(count == 1 ? "chunk is" : "chunks are") missing. If \
      \(count == 1 ? "it arrives" : "they arrive") later, a newer archive contains the samples.
      """
    let damage = """
       The collector can no longer read \(damaged) \(damaged == 1 ? "chunk" : "chunks"), because its \
      disk has altered what was stored. `damaged` is 1 in `chunks.csv` for \
      \(damaged == 1 ? "it" : "them"), and the samples are not in this archive.
      """
    return """
      ## Missing chunks

      A device sends its recordings in chunks, which are numbered for each stream without omissions. \
      If the collector has a later chunk but not this one, the chunk is missing: it is still on the \
      device, or it was lost. A missing chunk is not a gap, because the device may have recorded \
      samples in it. \(state)\(damaged == 0 ? "" : damage)
      """
  }

  private static func marks(_ night: ArchivedNight) -> String {
    """
    ## Marks

    A mark is a named point in time. `started` and `stopped` are the beginning and the end of a \
    recording; apps can set others. This night has \(night.marks.count) \
    \(night.marks.count == 1 ? "mark" : "marks").
    """
  }

  private static func citation(_ night: ArchivedNight, _ layout: ArchiveLayout) -> String {
    """
    ## How to cite

    The file `chunks.csv` has the SHA-256 of everything from which this archive was written, so the \
    SHA-256 of `chunks.csv` identifies the data. `sha256sum chunks.csv` computes it. An example:

    > Recording of \(Markdown.text(night.device)), \(UTCTime(night.start).iso8601) to \
    \(UTCTime(night.end).iso8601). Archive \(Markdown.text(layout.folder)), written by \
    yoban-collector \(Markdown.text(night.collectorVersion)), format \
    \(ArchiveLayout.formatVersion), SHA-256 of chunks.csv: (insert it here).

    This archive contains no terms of use. Ask whoever gave it to you before you publish or share it.
    """
  }

  /// The number with one digit after the point.
  private static func tenths(_ value: Double) -> String {
    let tenths = (value * 10).rounded()
    let whole = (tenths / 10).rounded(.towardZero)
    return "\(wholeNumber(whole)).\(wholeNumber(tenths - whole * 10))"
  }

  private static func wholeNumber(_ value: Double) -> String {
    UInt64(exactly: value.rounded()).map(String.init) ?? "\(value)"
  }
}

/// The causes of gaps that Yoban records itself.
enum GapCauses {
  static let meanings = [
    "suspended": "The system stopped running the app and kept it in memory",
    "killed": "The system ended the app without notifying it",
    "terminated": "The user or the app itself ended the app",
    "rebooted": "The device was restarted or was off",
    "sensor-off": "The sensor delivered nothing, although the app ran",
    "disk-full": "There was no space to store the samples",
    "not-authorized": "The user had not allowed the measurement, or withdrew the permission",
    "corrupted": "The samples were stored, but were altered or torn when they were read again",
    "clock-changed": "The clock of the device was set; the real duration may differ",
    "unknown": "The cause is unknown",
  ]
}
