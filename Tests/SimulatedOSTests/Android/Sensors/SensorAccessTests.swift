import Testing

import YobanSimulatedOS
@testable import YobanSimulatedAndroid

@Suite struct SensorAccessTests {
  static let levels: [(api: Int, isWithheld: Bool)] = [
    (26, false), (27, false), (28, true), (31, true), (36, true),
  ]

  @Test(arguments: levels)
  func `from API 28 on idle apps get no events from three kinds of sensors (AN2)`(
    _ row: (api: Int, isWithheld: Bool)
  ) {
    let policy = AndroidSensorPolicy(api: SystemVersion(row.api))
    for mode in SensorReportingMode.allCases {
      #expect(SensorAccess.reaches(mode, isIdle: false, policy))
      let reaches = SensorAccess.reaches(mode, isIdle: true, policy)
      switch mode {
      case .continuous, .onChange, .oneShot: #expect(reaches == !row.isWithheld)
      case .specialTrigger: #expect(reaches)
      }
    }
  }

  struct Rate: Sendable {
    var api = 34
    var target = 34
    var asked: Int64
    var mayBeFast = false
    var isDebuggable = false
    var period: SensorAccess.Period
  }

  static let rates: [Rate] = [
    Rate(asked: 5_000, period: .granted(5_000)), Rate(asked: 20_000, period: .granted(20_000)),
    Rate(asked: 4_999, period: .capped(5_000)), Rate(asked: 0, period: .capped(5_000)),
    Rate(asked: 0, mayBeFast: true, period: .granted(0)),
    Rate(asked: 0, isDebuggable: true, period: .refused),
    Rate(asked: 5_000, isDebuggable: true, period: .granted(5_000)),
    Rate(asked: 0, mayBeFast: true, isDebuggable: true, period: .granted(0)),
    Rate(target: 30, asked: 0, period: .granted(0)),
    Rate(target: 30, asked: 0, isDebuggable: true, period: .granted(0)),
    Rate(api: 30, target: 34, asked: 0, period: .granted(0)),
    Rate(api: 31, target: 31, asked: 2_500, period: .capped(5_000)),
  ]

  @Test(arguments: rates)
  func `above 200 Hz an app with target 31 needs HIGH_SAMPLING_RATE_SENSORS (AN16)`(_ row: Rate) {
    let period = SensorAccess.period(
      row.asked, target: row.target, mayBeFast: row.mayBeFast, isDebuggable: row.isDebuggable,
      AndroidSensorPolicy(api: SystemVersion(row.api)))
    #expect(period == row.period)
  }
}
