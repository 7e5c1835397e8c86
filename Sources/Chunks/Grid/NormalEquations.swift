/// The equations for the coefficients of a prediction with the smallest weighted sum of squares.
struct NormalEquations {
  struct Solution {
    var order = 0
    /// The coefficient of the last value, of the one before it and so on.
    var coefficients = SIMD8<Double>()
  }

  /// The sums of products of two earlier values: row i belongs to the value i + 1 before, and its
  /// element for the value j + 1 before is element 7 - j of eight.
  ///
  /// The matrix is symmetric, and `solution` reads only the elements with j ≤ i, so the first four
  /// rows have only elements 4 to 7 of eight.
  private var upperRows: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)
  private var lowerRows: (SIMD8<Double>, SIMD8<Double>, SIMD8<Double>, SIMD8<Double>)
  /// The sums of products of a value and an earlier one: element 7 - j belongs to the value j + 1
  /// before.
  private var target = SIMD8<Double>()
  /// The sum of squares of the values.
  private var energy = 0.0

  /// Sums up over the values from `first` on. Eight values must precede that one.
  init(
    values: UnsafePointer<Double>, weights: UnsafePointer<Double>, from first: Int, count: Int
  ) {
    var (r0, r1, r2, r3) = (SIMD4<Double>(), SIMD4<Double>(), SIMD4<Double>(), SIMD4<Double>())
    var (r4, r5, r6, r7) = (target, target, target, target)
    for index in first..<count {
      let next = values + index
      let past = UnsafeRawPointer(next - 8).loadUnaligned(as: SIMD8<Double>.self)
      let weighted = past * weights[index]
      let recent = weighted.highHalf
      r0 += recent * next[-1]
      r1 += recent * next[-2]
      r2 += recent * next[-3]
      r3 += recent * next[-4]
      r4 += weighted * next[-5]
      r5 += weighted * next[-6]
      r6 += weighted * next[-7]
      r7 += weighted * next[-8]
      target += weighted * next[0]
      energy += next[0] * next[0] * weights[index]
    }
    upperRows = (r0, r1, r2, r3)
    lowerRows = (r4, r5, r6, r7)
  }

  /// Solves the equations for the number of coefficients at which one more would save less than its
  /// own bits; nil for 0 coefficients.
  func solution(count: Int) -> Solution? {
    withUnsafeTemporaryAllocation(of: SIMD8<Double>.self, capacity: 8) { factor in
      let zeros = SIMD4<Double>()
      factor[0] = Self.reversed(SIMD8(lowHalf: zeros, highHalf: upperRows.0))
      factor[1] = Self.reversed(SIMD8(lowHalf: zeros, highHalf: upperRows.1))
      factor[2] = Self.reversed(SIMD8(lowHalf: zeros, highHalf: upperRows.2))
      factor[3] = Self.reversed(SIMD8(lowHalf: zeros, highHalf: upperRows.3))
      factor[4] = Self.reversed(lowerRows.0)
      factor[5] = Self.reversed(lowerRows.1)
      factor[6] = Self.reversed(lowerRows.2)
      factor[7] = Self.reversed(lowerRows.3)
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
