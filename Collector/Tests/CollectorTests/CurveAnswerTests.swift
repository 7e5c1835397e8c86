import Curves
import Testing

@testable import Collector

@Suite struct CurveAnswerTests {
  @Test func `the answer is exactly this JSON`() {
    let curve = Curve(points: [
      CurvePoint(
        bucket: CurveBucket(
          firstTime: 1_764_000_000_000_000_500, lastTime: 1_764_000_000_020_001_999, step: 1,
          ranges: [0.25...0.5, nil]), isAfterPause: false),
      CurvePoint(
        bucket: CurveBucket(
          firstTime: .max, lastTime: .max, step: 1, ranges: [0.1...1e300]), isAfterPause: true),
    ])
    let answer = CurveAnswer(
      channels: ["x", "</script>"], units: ["g", "\"\u{1}"], from: 1_764_000_000_000_001_000,
      to: 1_764_000_000_100_000_000, source: .fine, curve: curve)
    #expect(
      String(decoding: answer.json, as: UTF8.self)
        == #"{"channels":["x","</script>"],"units":["g","\"\u0001"],"#
        + #""from":"1764000000000001000","to":"1764000000100000000","#
        + #""origin":"1764000000000001000","level":"64","points":[[-1,20000,0.25,0.5,null,null],"#
        + #"null,[7459372036854774,7459372036854774,0.1,1e+300,null,null]]}"#)
  }
}
