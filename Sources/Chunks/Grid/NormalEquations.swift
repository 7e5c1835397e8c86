/// The equations for the coefficients of a prediction with the smallest weighted sum of squares.
struct NormalEquations {
  struct Solution {
    var order = 0
    /// The coefficient of the last value, of the one before it and so on.
    var coefficients = SIMD8<Double>()
  }

  /// The sums of products of two earlier values: row i belongs to the value i + 1 before, and its
  /// element 7 - j to the value j + 1 before.
  private var rows:
    (
      SIMD8<Double>, SIMD8<Double>, SIMD8<Double>, SIMD8<Double>,
      SIMD8<Double>, SIMD8<Double>, SIMD8<Double>, SIMD8<Double>
    )
  /// The sums of products of a value and an earlier one: element 7 - j belongs to the value j + 1
  /// before.
  private var target = SIMD8<Double>()
  /// The sum of squares of the values.
  private var energy = 0.0

  /// Sums up over the values from `first` on. Eight values must precede that one.
  init(
    values: UnsafePointer<Double>, weights: UnsafePointer<Double>, from first: Int, count: Int
  ) {
    var (r0, r1, r2, r3) = (target, target, target, target)
    var (r4, r5, r6, r7) = (target, target, target, target)
    for index in first..<count {
      let next = values + index
      let past = UnsafeRawPointer(next - 8).loadUnaligned(as: SIMD8<Double>.self)
      let weighted = past * weights[index]
      r0 += weighted * next[-1]
      r1 += weighted * next[-2]
      r2 += weighted * next[-3]
      r3 += weighted * next[-4]
      r4 += weighted * next[-5]
      r5 += weighted * next[-6]
      r6 += weighted * next[-7]
      r7 += weighted * next[-8]
      target += weighted * next[0]
      energy += next[0] * next[0] * weights[index]
    }
    rows = (r0, r1, r2, r3, r4, r5, r6, r7)
  }

  /// Solves the equations for the number of coefficients at which one more would save less than its
  /// own bits; nil for 0 coefficients.
  func solution(count: Int) -> Solution? {
    withUnsafeTemporaryAllocation(of: SIMD8<Double>.self, capacity: 8) { factor in
      withUnsafeBytes(of: rows) { bytes in
        for row in 0..<8 {
          factor[row] = Self.reversed(
            bytes.load(fromByteOffset: row * 64, as: SIMD8<Double>.self))
        }
      }
      // The factors L and D of the matrix L·D·Lᵀ replace it, and z = D⁻¹·L⁻¹·target.
      let target = Self.reversed(target)
      var z = target
      var diagonal = SIMD8<Double>()
      var rest = energy
      // Six bits per coefficient: count / 2 · log2(energy before / energy after) must exceed six.
      let price = 1 + 8.318 / Double(count)
      var prices = 1.0
      var solution = Solution()
      var least = energy
      for column in 0..<8 {
        var pivot = factor[column][column] * (1 + 1e-9)
        var right = target[column]
        for index in 0..<column {
          let share = factor[column][index] * diagonal[index]
          pivot -= factor[column][index] * share
          right -= share * z[index]
        }
        guard pivot > factor[column][column] * 1e-12, pivot > 0 else { break }
        diagonal[column] = pivot
        z[column] = right / pivot
        for row in column + 1..<8 {
          var entry = factor[row][column]
          for index in 0..<column {
            entry -= factor[row][index] * diagonal[index] * factor[column][index]
          }
          factor[row][column] = entry / pivot
        }
        rest -= z[column] * right
        prices *= price
        if rest * prices < least {
          least = rest * prices
          solution.order = column + 1
        }
      }
      guard solution.order > 0 else { return nil }
      for row in stride(from: solution.order - 1, through: 0, by: -1) {
        var value = z[row]
        for index in row + 1..<max(solution.order, row + 1) {
          value -= factor[index][row] * solution.coefficients[index]
        }
        solution.coefficients[row] = value
      }
      return solution
    }
  }

  private static func reversed(_ vector: SIMD8<Double>) -> SIMD8<Double> {
    var result = vector
    for index in 0..<8 { result[index] = vector[7 - index] }
    return result
  }
}
