import Testing

@testable import NightArchive

struct UTCTimeTests {
  /// The expected values are those of the datetime module of Python, and for the limits of numpy.
  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"),
    (-1, "1969-12-31T23:59:59.999999999Z"),
    (1_795_212_000_250_000_000, "2026-11-20T22:00:00.25Z"),
    (951_827_696_000_000_001, "2000-02-29T12:34:56.000000001Z"),
    (4_107_542_399_000_000_000, "2100-02-28T23:59:59Z"),
    (4_107_542_400_000_000_000, "2100-03-01T00:00:00Z"),
    (1_735_689_599_000_000_000, "2024-12-31T23:59:59Z"),
    (Int64.min, "1677-09-21T00:12:43.145224192Z"),
    (Int64.max, "2262-04-11T23:47:16.854775807Z"),
  ])
  func `a time is written in UTC`(nanoseconds: Int64, text: String) {
    #expect(UTCTime(nanoseconds).iso8601 == text)
  }

  @Test func `the minute is rounded down`() {
    #expect(UTCTime(1_795_215_599_999_999_999).minuteForFileName == "2026-11-20T2259Z")
    #expect(UTCTime(1_795_215_599_999_999_999).minuteForReading == "2026-11-20 22:59 UTC")
    #expect(UTCTime(-1).minuteForFileName == "1969-12-31T2359Z")
  }
}

struct NightCSVTests {
  @Test func `fields are quoted as RFC 4180 says`() {
    let gaps = [
      ArchivedGap(stream: "acc", start: .min, end: .max, cause: "killed"),
      ArchivedGap(stream: "a,b", start: 1, end: -1, cause: "a \"b\""),
      ArchivedGap(stream: "a\r\nb", start: 0, end: 0, cause: "\n"),
    ]
    #expect(
      NightCSV.gaps(gaps)
        == "stream,start_ns,end_ns,cause\r\n"
        + "acc,-9223372036854775808,9223372036854775807,killed\r\n"
        + "\"a,b\",1,-1,\"a \"\"b\"\"\"\r\n" + "\"a\r\nb\",0,0,\"\n\"\r\n")
  }

  @Test func `a table without rows has only its header`() {
    #expect(NightCSV.gaps([]) == "stream,start_ns,end_ns,cause\r\n")
    #expect(NightCSV.marks([]) == "stream,time_ns,name\r\n")
    #expect(NightCSV.missing([]) == "stream,first_sequence,last_sequence\r\n")
    #expect(
      NightCSV.chunks([])
        == "stream,sequence,sha256,bytes,samples,first_time_ns,last_time_ns,damaged\r\n")
  }

  @Test func `the other tables have their columns in order`() {
    #expect(
      NightCSV.marks([ArchivedMark(stream: "acc", time: 5, name: "started")])
        == "stream,time_ns,name\r\nacc,5,started\r\n")
    #expect(
      NightCSV.missing([
        MissingChunks(stream: "acc", firstSequence: 3, lastSequence: 18_446_744_073_709_551_615)
      ]) == "stream,first_sequence,last_sequence\r\nacc,3,18446744073709551615\r\n")
    let chunks = [
      ArchivedChunk(
        stream: "acc", sequence: 7, sha256: "00ff", byteCount: 226, sampleCount: 2, times: 1...9),
      ArchivedChunk(
        stream: "acc", sequence: 8, sha256: "ab", byteCount: 9, sampleCount: 0, times: nil,
        isDamaged: true),
    ]
    #expect(
      NightCSV.chunks(chunks)
        == "stream,sequence,sha256,bytes,samples,first_time_ns,last_time_ns,damaged\r\n"
        + "acc,7,00ff,226,2,1,9,0\r\nacc,8,ab,9,0,,,1\r\n")
  }
}

struct ArchiveLayoutTests {
  @Test func `the folder has the device and the start`() {
    let layout = ArchiveLayout(night(streams: []))
    #expect(layout.folder == "phone-2026-11-20T2200Z")
    #expect(layout.path("README.md") == "phone-2026-11-20T2200Z/README.md")
  }

  @Test func `names that differ only by case get different files and tables`() {
    let layout = ArchiveLayout(night(streams: ["acc", "Acc", "ACC", "acc_2"]))
    #expect(layout.streams.map(\.table) == ["acc", "Acc_3", "ACC_4", "acc_2"])
    #expect(
      layout.streams.map(\.parquetFile) == [
        "streams/acc.parquet", "streams/Acc_3.parquet", "streams/ACC_4.parquet",
        "streams/acc_2.parquet",
      ])
  }

  @Test func `reserved names are avoided`() {
    let layout = ArchiveLayout(night(streams: ["gaps", "Streams", "sqlite_x", "aux", "a b", ".c"]))
    #expect(
      layout.streams.map(\.table)
        == ["gaps_2", "Streams_2", "stream_sqlite_x", "aux", "a b", ".c"])
    #expect(
      layout.streams.map(\.parquetFile) == [
        "streams/gaps.parquet", "streams/Streams.parquet", "streams/sqlite_x.parquet",
        "streams/stream_aux.parquet", "streams/a_b.parquet", "streams/_.c.parquet",
      ])
  }

  @Test func `columns differ from each other and from the times`() {
    var night = night(streams: ["acc"])
    night.streams[0].channels = ["x", "X", "Time_NS", "", "a\"b"].map { ArchivedChannel($0) }
    #expect(
      ArchiveLayout(night).streams[0].columns == ["x", "X_2", "Time_NS_2", "unnamed", "a\"b"])
  }

  private func night(streams: [String]) -> ArchivedNight {
    ArchivedNight(
      device: "phone", start: 1_795_212_000_000_000_000, end: 1_795_240_800_000_000_000,
      collectorVersion: "0.1.0", streams: streams.map { ArchivedStream(name: $0, channels: []) })
  }
}
