import Testing

@testable import CollectorImports

@Suite struct InfluxTests {
  let parser = InfluxParser(precision: .nanoseconds, receptionTime: 1_000)

  @Test(
    arguments: [
      (#"m f=1.0 5"#, ["influx.m: f", "5 1.0"]), (#"m f=1"#, ["influx.m: f", "1000 1.0"]),
      (#"m f=-1.234456e+78 5"#, ["influx.m: f", "5 -1.234456e+78"]),
      (#"m f=12485903i 5"#, ["influx.m: f", "5 12485903.0"]),
      (#"m f=18446744073709551615u 5"#, ["influx.m: f", "5 1.8446744073709552e+19"]),
      (#"m a=t,b=F,c=TRUE 5"#, ["influx.m: a b c", "5 1.0 0.0 1.0"]),
      (#"my\ Measurement f=1 5"#, ["influx.my-20Measurement: f", "5 1.0"]),
      (#"m,tag\ Key1=tag\ Value1 f=100 5"#, ["influx.m.tag-20Key1.tag-20Value1: f", "5 100.0"]),
      (
        #"m\,n,a\=b\,=c\=d\, e\=\,\ =1 5"#,
        [
          "influx.m-2Cn.a-3Db-2C.c-3Dd-2C: e-3D-2C-20", "5 1.0",
        ]
      ),
      (#"m s="a, b=1 \"quoted\" \\",f=1 5"#, ["influx.m: f", "5 1.0"]),
      ("m s=\"two\nlines\",f=1 5", ["influx.m: f", "5 1.0"]),
      (#"m,b=2,a=1 f=1 5"#, ["influx.m.a.1.b.2: f", "5 1.0"]),
      ("# comment\r\n\r\n  m f=1 5\r\n#m f=2 6\n", ["influx.m: f", "5 1.0"]),
      (#"m,path=C:\dir f=1 5"#, ["influx.m.path.C-3A-5Cdir: f", "5 1.0"]),
      ("m   f=1   5   ", ["influx.m: f", "5 1.0"]),
      (#""m",'t'="v" "f"=1 -5"#, ["influx.-22m-22.-27t-27.-22v-22: -22f-22", "-5 1.0"]),
      ("m f=1 5\nm g=2 5\nm f=1 5", ["influx.m: f g", "5 1.0 _", "5 _ 2.0"]),
      (
        #"m,tagKey=🍭 fieldKey=1 1556813561098000000"#,
        [
          "influx.m.tagKey.-F0-9F-8D-AD: fieldKey", "1556813561098000000 1.0",
        ]
      ),
    ])
  func `a line is read as documented`(body: String, lines: [String]) throws {
    let batch = try parser.parse(body)
    #expect(batch.lines == lines)
    #expect(batch.malformedCount == 0)
  }

  @Test(
    arguments: [
      "m", "m ", "m f", "m f=", "m,t f=1", "m,t= f=1", "m,=v f=1", "m,t=1,t=2 f=1", ",t=1 f=1",
      "m f=1 5 6", "m f=\"open", "m f=\"a\"b 5", "m f=1,", "m f=1, 5", "m =1", "m,t=a=b f=1",
      "m f=abc", "m f=nan", "m f=1e400", "m f=9223372036854775808i", "m f=-1u", "m f=1.5i",
      "m f=0x10", "m f=1 soon", "m f=1 9223372036854775808", "m f=1 1.5", "m f=1,f=2",
      "<html>", "{\"locations\":[]}",
    ])
  func `a malformed line is counted, and the lines around it are used`(line: String) throws {
    let batch = try parser.parse("good f=1 5\n\(line)\ngood f=2 6\n")
    #expect(batch.lines == ["influx.good: f", "5 1.0", "6 2.0"])
    #expect(batch.counts == [0, 1, 0, 0])
    #expect(batch.problems.map(\.position) == [2])
  }

  @Test func `bytes that are not UTF-8 are part of names`() throws {
    let batch = try parser.parse(Array("m,t=".utf8) + [0xFF] + Array(" f=1 5".utf8))
    #expect(batch.lines == ["influx.m.t.-FF: f", "5 1.0"])
  }

  @Test func `a line with only texts has no numbers`() throws {
    let batch = try parser.parse("m s=\"a\" 5\nm s=\"a\",f=abc,g=1 6")
    #expect(batch.lines == ["influx.m: g", "6 1.0"])
    #expect(batch.counts == [1, 0, 1, 0])
  }

  @Test(
    arguments: zip(
      [nil, "", "n", "ns", "u", "us", "µ", "μ", "ms", "s", "m", "h"],
      [
        1, 1, 1, 1, 1_000, 1_000, 1_000, 1_000, 1_000_000, 1_000_000_000, 60_000_000_000,
        3_600_000_000_000,
      ]
        as [Int64]))
  func `the precision is the unit of the times`(parameter: String?, factor: Int64) throws {
    let parser = InfluxParser(
      precision: try TimeUnit(precision: parameter), receptionTime: 0)
    #expect(try parser.parse("m f=1 7").series.first?.times == [7 * factor])
  }

  @Test(arguments: ["S", "rfc3339", "d", " s"])
  func `an unknown precision is an error`(parameter: String) {
    #expect(throws: ForeignFormatError.unknownPrecision(parameter)) {
      try TimeUnit(precision: parameter)
    }
  }

  @Test(arguments: ["", "\n\n", "# only a comment"])
  func `a body without lines is accepted`(body: String) throws {
    #expect(try parser.parse(body).counts == [0, 0, 0, 0])
  }

  @Test(arguments: ["<html>\n<body>\n", "{\"locations\":[]}", "\u{1F}\u{8B}\u{8}\u{0}"])
  func `a body without any line of the protocol is an error`(body: String) {
    #expect(throws: ForeignFormatError.self) { try parser.parse(body) }
  }

  @Test func `at most 256 fields of a line are used, and the others are counted`() throws {
    let fields = (100..<400).map { "f\($0)=1" }.joined(separator: ",")
    let batch = try parser.parse("m \(fields) 5")
    #expect(batch.series.count == 16)
    #expect(Set(batch.series.map(\.stream)).count == 16)
    #expect(batch.malformedValueCount == 44)
  }

  /// At each line, one text ends and another one begins, so that each line reads to the end of the body. Without a
  /// limit, this test would take hours.
  @Test func `texts that continue over all lines do not take quadratic time`() throws {
    let line = "m f=1\",g=\"\n"
    let body = Array((String(repeating: line, count: 100_000) + "m f=2 1000\n").utf8)
    let batch = try InfluxParser(precision: .nanoseconds, receptionTime: 0).parse(body)
    #expect(batch.malformedCount > 0)
    #expect(batch.series.map(\.times) == [[1_000]])
  }

  @Test func `a series key of more than 65,535 bytes is malformed`() throws {
    for (length, malformed) in [(65_535, 0), (65_536, 1)] {
      let lines = String(repeating: "m", count: length) + " f=1 1000\nn f=2 1000\n"
      let batch = try InfluxParser(precision: .nanoseconds, receptionTime: 0).parse(
        Array(lines.utf8))
      #expect(batch.malformedCount == malformed)
      #expect(batch.series.count == 2 - malformed)
    }
  }
}
