/// The search for the prediction with the smallest residuals.
///
/// Floating point only chooses; it uses additions, multiplications, divisions and comparisons of
/// IEEE 754, which give the same result on every machine.
struct PredictorSearch {
  /// The number of zeros before the terms of a series.
  static let margin = Predictor.maximumOrder

  /// Temporary memory for one series, reused by all series of a block.
  let terms: UnsafeMutablePointer<Int64>
  let residuals: UnsafeMutablePointer<Int64>
  private let others: UnsafeMutablePointer<Int64>
  private let values: UnsafeMutablePointer<Double>
  private let weights: UnsafeMutablePointer<Double>

  /// The bytes of temporary memory for series of a length.
  static func byteCount(count: Int) -> Int { 5 * (count + margin) * 8 }

  /// Uses memory that is aligned to eight bytes.
  init(_ memory: UnsafeMutableRawPointer, count: Int) {
    let stride = (count + Self.margin) * 8
    for index in 0..<5 {
      (memory + index * stride).initializeMemory(as: UInt64.self, repeating: 0, count: Self.margin)
    }
    func series<Number>(_ index: Int, _ type: Number.Type) -> UnsafeMutablePointer<Number> {
      (memory + index * stride).bindMemory(to: type, capacity: count + Self.margin) + Self.margin
    }
    terms = series(0, Int64.self)
    residuals = series(1, Int64.self)
    others = series(2, Int64.self)
    values = series(3, Double.self)
    weights = series(4, Double.self)
  }

  /// Returns a good prediction and about the number of bits of its residuals, and computes these:
  /// `residuals[1..<count]`.
  func best(
    for series: UnsafePointer<Int64>, count: Int, isTime: Bool
  ) -> (predictor: Predictor, cost: Int) {
    var best = Predictor()
    best.first = series[0]
    guard count > 1 else { return (best, 0) }
    best.offset = isTime ? typicalStep(series, count) : 0
    best.terms(of: series, count: count, into: terms)
    best.residuals(of: terms, count: count, into: residuals)
    var bestCost = cost(residuals, count)
    if bestCost == 0 { return (best, 0) }

    func consider(_ candidate: Predictor, _ terms: UnsafePointer<Int64>) {
      candidate.residuals(of: terms, count: count, into: others)
      let cost = cost(others, count) + candidate.order * Predictor.coefficientBits
      if cost < bestCost {
        best = candidate
        bestCost = cost
        (residuals + 1).update(from: others + 1, count: count - 1)
      }
    }
    let simple = best
    if let linear = fitted(simple, count) { consider(linear, terms) }
    var second = simple
    second.differences = 2
    second.terms(of: series, count: count, into: terms)
    consider(second, terms)
    if isTime, let linear = fitted(second, count) { consider(linear, terms) }
    var level = simple
    level.differences = 0
    level.offset = average(series, count)
    level.terms(of: series, count: count, into: terms)
    consider(level, terms)
    return (best, bestCost)
  }

  /// Writes the differences of a series with a `Recurrence` to `stream`.
  func recurrent(
    for series: UnsafePointer<Int64>, count: Int, isTime: Bool, tables: UnsafeMutableRawPointer,
    to stream: UnsafeMutableRawPointer
  ) -> (predictor: Predictor, start: ResidualScale.Start, byteCount: Int) {
    var predictor = Predictor()
    predictor.first = series[0]
    predictor.isRecurrent = true
    predictor.offset = isTime ? typicalStep(series, count) : 0
    predictor.terms(of: series, count: count, into: terms)
    let start = GridEncoder.startScale(UnsafeBufferPointer(start: terms + 1, count: count - 1))
    let byteCount = Recurrence.write(
      terms, count: count, from: start.scale, tables: tables, to: stream)
    return (predictor, start, byteCount)
  }

  /// Returns about the number of bits of residuals.
  private func cost(_ residuals: UnsafePointer<Int64>, _ count: Int) -> Int {
    var sum = 0
    for index in 1..<count { sum &+= 64 &- residuals[index].zigzag.leadingZeroBitCount }
    return sum
  }

  /// Returns the median of up to 31 steps.
  private func typicalStep(_ series: UnsafePointer<Int64>, _ count: Int) -> Int64 {
    let sampled = min(count - 1, 31)
    let sorted = others
    for index in 0..<sampled {
      let position = 1 + index * (count - 1) / sampled
      let step = series[position] &- series[position - 1]
      var slot = index
      while slot > 0, sorted[slot - 1] > step {
        sorted[slot] = sorted[slot - 1]
        slot -= 1
      }
      sorted[slot] = step
    }
    return sorted[sampled / 2]
  }

  /// Returns the number in the middle between the smallest and the largest one.
  private func average(_ series: UnsafePointer<Int64>, _ count: Int) -> Int64 {
    var low = series[0]
    var high = series[0]
    for index in 1..<count {
      low = min(low, series[index])
      high = max(high, series[index])
    }
    return low >> 1 &+ high >> 1
  }

  /// Returns a prediction with the coefficients that give the smallest weighted sum of squares, or
  /// nil if coefficients save nothing.
  private func fitted(_ simple: Predictor, _ count: Int) -> Predictor? {
    guard count > 2 * Predictor.maximumOrder else { return nil }
    weigh(count)
    let system = NormalEquations(
      values: values, weights: weights, from: 1 + simple.differences, count: count)
    guard let solution = system.solution(count: count) else { return nil }
    var result = simple
    let largest = solution.coefficients.indices.reduce(0.0) {
      max($0, abs(solution.coefficients[$1]))
    }
    guard largest > 0, largest < 31 else { return nil }
    var scale = 1.0
    while result.shift < Predictor.maximumShift, largest * scale * 2 <= 31 {
      scale *= 2
      result.shift += 1
    }
    for index in 0..<solution.order {
      let rounded = (solution.coefficients[index] * scale).rounded(.toNearestOrEven)
      result.coefficients[index] = Int64(rounded)
      if rounded != 0 { result.order = index + 1 }
    }
    return result.order > 0 ? result : nil
  }

  /// Computes the weight of every term: small where the series moves much, because residuals are
  /// large there in any case.
  private func weigh(_ count: Int) {
    var mean = 0.0
    values[0] = Double(terms[0])
    for index in 1..<count {
      values[index] = Double(terms[index])
      weights[index] = abs(values[index] - values[index - 1])
      if index <= 16 { mean += weights[index] }
    }
    mean /= 16
    weights[0] = mean
    for index in 0..<count {
      let sum = mean
      mean += (weights[index] - mean) * 0.125
      weights[index] = sum
    }
    for index in stride(from: count - 1, through: 0, by: -1) {
      let move = index > 0 ? abs(values[index] - values[index - 1]) : mean
      let scale = max(weights[index] + mean, 2)
      mean += (move - mean) * 0.125
      weights[index] = 1 / (scale * scale)
    }
  }
}
