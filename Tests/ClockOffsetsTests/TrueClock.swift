@testable import ClockOffsets

/// A clock whose drift is known, and that is compared with another one over a network.
struct TrueClock {
  static let second: Int64 = 1_000_000_000
  static let minute = 60 * second
  static let hour = 60 * minute
  static let start: Int64 = 1_764_000_000 * second

  /// By how much the clock is ahead when the reference shows `start`.
  var ahead: Int64
  /// In parts per million.
  var drift: Double
  /// The drift changes like a sine with the period of a night, by at most this, in parts per million.
  var swing = 0.0

  /// The time of the clock when the reference shows a time.
  func time(at reference: Int64) -> Int64 { reference + ahead + gained(reference) }

  private func gained(_ reference: Int64) -> Int64 {
    let seconds = Double(reference - Self.start) / 1e9
    let period = 43_200.0
    let phase = 2 * Double.pi * seconds / period
    let swung = swing * period / (2 * .pi) * (1 - cosine(phase))
    return Int64(((drift * seconds + swung) * 1_000).rounded())
  }

  /// The offset when the clock itself shows a time.
  func offset(showing time: Int64) -> Int64 {
    var reference = time - ahead
    for _ in 0..<4 { reference += time - self.time(at: reference) }
    return time - reference
  }

  /// An exchange with the reference, with its own delays.
  func exchange(at reference: Int64, there: Int64, back: Int64, stay: Int64 = 0) -> ClockExchange {
    ClockExchange(
      sent: time(at: reference), arrived: reference + there, answered: reference + there + stay,
      returned: time(at: reference + there + stay + back))!
  }

  /// The cosine, without Foundation: the sum of its series.
  private func cosine(_ angle: Double) -> Double {
    let x = angle.truncatingRemainder(dividingBy: 2 * .pi)
    var (sum, term) = (1.0, 1.0)
    for n in 1...20 {
      term *= -x * x / Double((2 * n - 1) * (2 * n))
      sum += term
    }
    return sum
  }
}

extension RandomNumberGenerator {
  /// The delay of a message, in nanoseconds: at least 5 ms, mostly some tens, now and then seconds.
  mutating func delay(_ least: Int64 = 5_000_000) -> Int64 {
    let usual = Int64.random(in: 0...60_000_000, using: &self)
    let late = Int.random(in: 0..<10, using: &self) == 0
    return least + usual + (late ? Int64.random(in: 0...3_000_000_000, using: &self) : 0)
  }
}
